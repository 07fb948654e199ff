// SPDX-License-Identifier: Apache-2.0
// Robots that are written as templates: what they make, and what is said where they are wrong.
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"

using namespace ww;

namespace {

const char* const kHead = "<?xml version='1.0'?>\n<robot name='cell' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n";

std::string robot(const std::string& body) { return kHead + body + "\n</robot>\n"; }

std::string boxLink(const std::string& name, const std::string& size) {
  return "<link name='" + name + "'><visual><geometry><box size=\"" + size + "\"/></geometry></visual></link>";
}

}  // namespace

class TestIoXacro : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    options_ = {};
  }

  void numbersAreWorkedOut_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<double>("length");
    const auto row = [](const char* expression, double length) {
      QTest::newRow(expression) << QString::fromLatin1(expression) << length;
    };
    row("1 + 2*3", 7);
    row("(1 + 2) * 3", 9);
    row("7 / 2", 3.5);
    row("7 // 2", 3);
    row("-7 % 3", 2);
    row("2**3**2 / 64", 8);
    row("-2**2 + 6", 2);
    row("1e-1 * 20", 2);
    row("2 * sin(pi/2)", 2);
    row("math.sqrt(16)", 4);
    row("degrees(radians(3))", 3);
    row("max(1, 2.5, 2)", 2.5);
    row("width * 2", 0.5);
    row("a_list[1] + a_list[-1]", 5);
    row("table['long'] + table.short", 1.25);
    row("2 if width > 0.2 and not False else 1/0", 2);
    row("len('abc')", 3);
    row("int('4') if 'a' in ['a', 'b'] else 1", 4);
    row("abs(-3) if 1 < 2 < 3 else 9", 3);
    row("round(2.567, 1)", 2.6);
  }
  void numbersAreWorkedOut() {
    QFETCH(QString, expression);
    QFETCH(double, length);
    const auto read =
        import(robot("<xacro:property name='width' value='0.25'/>"
                     "<xacro:property name='a_list' value='${[1, 2, 3]}'/>"
                     "<xacro:property name='table' value=\"${dict(long=1, short=width)}\"/>" +
                     boxLink("base", "${" + expression.toStdString() + "} 1 1")));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(std::abs(read->shown_m.size().x() - length) < 1e-9);
  }

  void aMacroMakesTwoArms() {
    const auto read = import(robot(
        "<xacro:macro name='arm' params=\"prefix length:=0.5 *origin **extra side:=^|'none'\">"
        "<link name='${prefix}_upper'><visual><geometry><box size='${length} ${length/5} 0.1'/></geometry></visual>"
        "</link>"
        "<joint name='${prefix}_mount' type='revolute'><parent link='base'/><child link='${prefix}_upper'/>"
        "<axis xyz='0 0 1'/><limit lower='${-pi}' upper='${pi}' effort='1' velocity='1'/>"
        "<xacro:insert_block name='origin'/></joint><xacro:insert_block name='extra'/>"
        "</xacro:macro>"
        "<link name='base'/>"
        "<xacro:arm prefix='left'><origin xyz='0 ${1 + 1} 0'/><more/></xacro:arm>"
        "<xacro:arm prefix='right' length='2'><origin xyz='0 -2 0'/><more><link name='tool'/>"
        "<joint name='flange' type='fixed'><parent link='right_upper'/><child link='tool'/></joint></more>"
        "</xacro:arm>"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.links, std::uint64_t{4});
    QCOMPARE(read->counts.joints, std::uint64_t{3});
    QVERIFY(std::abs(read->shown_m.size().y() - (4.0 + 0.05 + 0.2)) < 1e-9);
    QVERIFY(hasEntity(*read, "left_upper"));
    QVERIFY(hasEntity(*read, "tool"));
  }

  void argumentsAreGiven() {
    const std::string text = robot(
        "<xacro:arg name='kind' default='short'/><xacro:arg name='lidar' default='false'/>"
        "<xacro:if value=\"${'$(arg kind)' == 'long'}\">" +
        boxLink("base", "3 1 1") + "</xacro:if><xacro:unless value=\"${'$(arg kind)' == 'long'}\">" +
        boxLink("base", "1 1 1") +
        "</xacro:unless><xacro:if value='$(arg lidar)'><link name='lidar'/><joint name='j' type='fixed'><parent "
        "link='base'/><child link='lidar'/></joint></xacro:if>");
    const auto plain = import(text);
    QVERIFY2(plain.ok(), plain.status().line().c_str());
    QCOMPARE(plain->shown_m.size().x(), 1.0);
    QVERIFY(!hasEntity(*plain, "lidar"));
    options_.arguments = {{"kind", "long"}, {"lidar", "true"}, {"lidra", "1"}};
    const auto given = import(text);
    QVERIFY2(given.ok(), given.status().line().c_str());
    QCOMPARE(given->shown_m.size().x(), 3.0);
    // The argument that nobody asks for is told, with the one that was perhaps meant.
    const auto told = std::ranges::find_if(given->diagnostics, [](const auto& d) { return d.code == "xacro-arg"; });
    QVERIFY(told != given->diagnostics.end());
    QVERIFY2(told->hint.find("lidar") != std::string::npos, told->hint.c_str());
  }

  void filesOfThePackageAreIncluded() {
    put("pkg/package.xml", "<package><name>my_arm</name></package>");
    put("pkg/urdf/parts.xacro", robot("<xacro:property name='edge' value='0.75'/>"
                                      "<xacro:macro name='cube' params='name'>" +
                                      boxLink("${name}", "${edge} ${edge} ${edge}") + "</xacro:macro>"));
    put("pkg/urdf/arm.urdf.xacro", robot("<xacro:include filename='$(find my_arm)/urdf/parts.xacro'/>"
                                         "<xacro:include filename='none.xacro' optional='true'/>"
                                         "<xacro:cube name='base'/>"));
    const auto read = importFile("pkg/urdf/arm.urdf.xacro");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->shown_m.size().x(), 0.75);
    QCOMPARE(read->format, io::Format::kUrdf);
  }

  void tablesAreLoaded() {
    put("limits.yaml",
        "# of the arm\njoint_limits:\n  shoulder:  # the first\n    max: !degrees 90.0\n    size: [2, 1.5]\n"
        "  names:\n  - one\n  - {kind: 'a', long: 3}\n  - key: 4\n    more: 5\n");
    const std::string load =
        "<xacro:property name='all' value=\"${xacro.load_yaml('limits.yaml')}\"/>"
        "<xacro:property name='of' value=\"${all['joint_limits']}\"/>";
    const auto length = [&](const std::string& expression) {
      const auto read = import(robot(load + boxLink("base", "${" + expression + "} 1 1")));
      if (!read.ok()) qWarning("%s", read.status().line().c_str());
      return read.ok() ? read->shown_m.size().x() : -1.0;
    };
    QVERIFY(std::abs(length("of['shoulder']['max']") - M_PI / 2) < 1e-6);
    QCOMPARE(length("of['shoulder'].size[1]"), 1.5);
    QCOMPARE(length("of['names'][1]['long']"), 3.0);
    QCOMPARE(length("of['names'][2].key + of['names'][2].more"), 9.0);
    put("limits.yaml", "joint_limits:\n  shoulder\n");
    const auto wrong = import(robot(load + boxLink("base", "${of['shoulder']} 1 1")));
    QVERIFY(!wrong.ok());
    QVERIFY2(wrong.status().line().find("limits.yaml:2") != std::string::npos, wrong.status().line().c_str());
  }

  void blocksAndAttributesAreMade() {
    const auto read = import(robot(
        "<xacro:property name='shape'><geometry><box size='${n} 1 1'/></geometry></xacro:property>"
        "<xacro:property name='n' value='2'/><xacro:property name='n' value='${n * 2}'/>"
        "<xacro:macro name='set' params=''><xacro:property name='outer' value='x_$${y}' scope='parent'/></xacro:macro>"
        "<xacro:set/>"
        "<xacro:element xacro:name='link'><xacro:attribute name='name' value='base'/>"
        "<visual><xacro:insert_block name='shape'/></visual></xacro:element>"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->shown_m.size().x(), 4.0);
  }

  void whatIsWrongIsNamedWithItsLine_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* code, const char* body, const char* said) {
      QTest::newRow(code) << QString::fromLatin1(body) << QString::fromLatin1("io.xacro-") + QLatin1String(code)
                          << QString::fromLatin1(said);
    };
    row("syntax", "<link name='${1 + }'/>", "1 + ");
    row("value", "<link name='${1 / (2 - 2)}'/>", "divides by 0");
    row("no-entry", "<link name='${[1][4]}'/>", "4");
    row("no-name", "<xacro:property name='width' value='1'/><link name='${widht}'/>", "widht");
    row("no-function", "<link name=\"${xacro.dict_of('a.yaml')}\"/>", "dict_of");
    row("not-closed", "<link name='${1'/>", "${1");
    row("circle", "<xacro:property name='a' value='${b}'/><xacro:property name='b' value='${a}'/><link name='${a}'/>",
        "made of itself");
    row("condition", "<xacro:if value='maybe'/>", "maybe");
    row("no-arg", "<link name='$(arg side)'/>", "side");
    row("no-package", "<link name='$(find no_such_package_here)'/>", "no_such_package_here");
    row("extension", "<link name='$(env HOME)'/>", "env HOME");
    row("lacks", "<xacro:if/>", "value");
    row("params", "<xacro:macro name='m' params='*b:=2'/>", "*b:=2");
    row("param-lacks", "<xacro:macro name='m' params='a'/><xacro:m/>", "without its parameter");
    row("extra-param", "<xacro:macro name='m' params=''/><xacro:m a='1'/>", "'a'");
    row("no-macro", "<xacro:macro name='left_arm' params=''/><xacro:left_am/>", "left_am");
    row("no-block", "<xacro:insert_block name='origin'/>", "origin");
    row("include", "<xacro:include filename='none.xacro'/>", "none.xacro");
    row("namespace", "<xacro:include filename='none.xacro' ns='a'/>", "namespace");
    row("too-deep", "<xacro:macro name='m' params=''><xacro:m/></xacro:macro><xacro:m/>", "calls itself");
    row("too-much",
        "<xacro:macro name='m' params='n'><xacro:if value='${n}'><xacro:m n='${n-1}'/><xacro:m n='${n-1}'/></xacro:if>"
        "</xacro:macro><xacro:m n='60'/>",
        "more elements");
    row("no-robot", "<xacro:macro name='m' params=''><link name='a'/></xacro:macro>", "no robot");
  }
  void whatIsWrongIsNamedWithItsLine() {
    QFETCH(QString, body);
    QFETCH(QString, code);
    QFETCH(QString, said);
    const auto read = import(robot(body.toStdString()));
    QVERIFY(!read.ok());
    const Status& status = read.status();
    QVERIFY(status.failure != nullptr);
    QCOMPARE(QString::fromStdString(std::string(status.failure->row->code)), code);
    const QString line = QString::fromStdString(status.line());
    QVERIFY2(line.contains(said), qPrintable(line));
    // The third line of the file; a file without a robot is wrong in no line.
    if (!code.endsWith(QLatin1String("no-robot")))
      QVERIFY2(line.contains(QStringLiteral("cell.urdf.xacro:3")), qPrintable(line));
    QVERIFY(!status.hint.empty());
  }

  void aDeepExpressionEnds() {
    // Lists in lists, each of which would have to be read twice to be told from a value in brackets.
    std::string nested = "1";
    for (int i = 0; i < 25; ++i) nested = "(" + nested + ", 1)";
    QVERIFY(import(robot(boxLink("base", "${len(" + nested + ")} 1 1"))).ok());
    const std::string deep(5000, '(');
    const auto read = import(robot("<link name='${" + deep + "1" + std::string(5000, ')') + "}'/>"));
    QVERIFY(!read.ok());
    QVERIFY(read.status().code != Code::kDataLoss);
  }

  void textsInTextsEnd() {
    const auto nested = [this](int levels) {
      std::string text = "2";
      for (int i = 0; i < levels; ++i) text = "${" + text + "}";
      return import(robot(boxLink("base", text + " 1 1")));
    };
    const auto few = nested(20);
    QVERIFY2(few.ok(), few.status().line().c_str());
    QCOMPARE(few->shown_m.size().x(), 2.0);
    const auto many = nested(5000);
    QVERIFY(!many.ok() && many.status().failure);
    QCOMPARE(QString::fromStdString(std::string(many.status().failure->row->code)), QStringLiteral("io.xacro-value"));
  }

  // Ten times as long with each: a million millions of ones.
  void listsOfListsEnd() {
    std::string body = "<xacro:property name='l0' value='1'/>";
    for (int i = 1; i <= 12; ++i) {
      const std::string last = "l" + std::to_string(i - 1);
      std::string ten = last;
      for (int k = 1; k < 10; ++k) ten += ", " + last;
      body += "<xacro:property name='l" + std::to_string(i) + "' value='${[" + ten + "]}'/>";
    }
    QVERIFY(import(robot(body + boxLink("base", "${len(l12)} 1 1"))).ok());
    const auto read = import(robot(body + "<link name='${l12}'/>"));
    QVERIFY(!read.ok() && read.status().failure);
    QCOMPARE(QString::fromStdString(std::string(read.status().failure->row->code)),
             QStringLiteral("io.xacro-too-much"));
  }

  void aRangeEndsWhereNumbersAreNotExact() {
    const auto length = [this](const std::string& range) {
      return import(robot(boxLink("base", "${len(" + range + ")} 1 1")));
    };
    const auto sound = length("range(9007199254740990, 9007199254740992)");
    QVERIFY2(sound.ok(), sound.status().line().c_str());
    QCOMPARE(sound->shown_m.size().x(), 2.0);
    QCOMPARE(length("range(7, 0, -3)")->shown_m.size().x(), 3.0);
    const auto endless = length("range(9007199254740992, 9007199254740996)");
    QVERIFY(!endless.ok() && endless.status().failure);
    QCOMPARE(QString::fromStdString(std::string(endless.status().failure->row->code)),
             QStringLiteral("io.xacro-value"));
  }

 private:
  void put(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder_->path().toStdString()) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  Result<io::ImportResult> importFile(const std::string& name) {
    return io::importFile(std::filesystem::path(folder_->path().toStdString()) / name, options_, store_, {}, {});
  }
  Result<io::ImportResult> import(const std::string& text) {
    put("cell.urdf.xacro", text);
    return importFile("cell.urdf.xacro");
  }
  static bool hasEntity(const io::ImportResult& read, const std::string& name) {
    return read.objects.front().object.DebugString().find("\"" + name + "\"") != std::string::npos;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  io::ImportOptions options_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoXacro)
#include "test_io_xacro.moc"
