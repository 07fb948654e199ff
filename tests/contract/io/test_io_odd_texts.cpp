// SPDX-License-Identifier: Apache-2.0
// Files that some programs write and others cannot read: comments, UTF-16, drawings without surfaces, parameters of
// includes that add one thing twice.
#include <QtTest>

#include "tests/contract/io/import_here.h"
#include "tests/contract/io/sample_files.h"

using namespace ww;

class TestIoOddTexts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void stlWithComments_data() {
    QTest::addColumn<QByteArray>("comment");
    for (const char* comment : {"# made by hand", "// made by hand", "; made by hand"})
      QTest::newRow(comment) << QByteArray(comment);
  }
  void stlWithComments() {
    QFETCH(QByteArray, comment);
    const std::string line = comment.toStdString() + "\n";
    const std::string loop = "outer loop\nvertex 0 0 0 # first\nvertex 1 0 0\n" + line + "vertex 0 1 0;\nendloop\n";
    const auto read = here_->import("a.stl", line + line + "solid a\n" + line + "facet normal 0 0 1\n" + loop + line +
                                                 "endfacet\nendsolid a\n" + line);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{1});
    QVERIFY((read->shown_m.size() - Vec3(1, 1, 0)).norm() < 1e-9);
  }

  void textsInUtf16_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("big");
    const std::string dae = samples::dae("Z_UP", 0.5);
    QTest::newRow("COLLADA") << QByteArray("a.dae") << QByteArray::fromStdString(dae) << false;
    QTest::newRow("COLLADA, other order") << QByteArray("a.dae") << QByteArray::fromStdString(dae) << true;
    const std::string obj = "o \xc3\xa4rm \xf0\x9f\x94\xa7\nv 0 0 0\nv 0.5 0 0\nv 0 0.5 0\nf 1 2 3\n";
    QTest::newRow("OBJ") << QByteArray("a.obj") << QByteArray::fromStdString(obj) << false;
    QTest::newRow("OBJ, other order") << QByteArray("a.obj") << QByteArray::fromStdString(obj) << true;
  }
  void textsInUtf16() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(bool, big);
    QString words = QString::fromUtf8(text);
    words.replace(QLatin1String("encoding=\"utf-8\""), QLatin1String("encoding=\"UTF-16\""), Qt::CaseInsensitive);
    QStringEncoder encode(big ? QStringConverter::Utf16BE : QStringConverter::Utf16LE,
                          QStringConverter::Flag::WriteBom);
    const QByteArray bytes = encode(words);
    const auto read = here_->import(name.toStdString(), bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{1});
    QVERIFY((read->shown_m.size() - Vec3(0.5, 0.5, 0)).norm() < 1e-6);
    if (!name.endsWith("obj")) return;
    const std::string object = read->objects.front().object.DebugString();
    QVERIFY2(object.find("rm ") != std::string::npos, object.c_str());
  }

  // Sound, and told to have nothing that is shown.
  void drawingsOfLinesAreEmptyLinks() {
    const auto read = here_->import("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.links, std::uint64_t{1});
    QCOMPARE(read->counts.triangles, std::uint64_t{0});
    const auto told = std::ranges::find_if(
        read->diagnostics, [](const Diagnostic& d) { return d.failure && d.failure->row->code == "io.only-lines"; });
    QVERIFY(told != read->diagnostics.end());
  }

  // The library's list of what a <visual> holds has the plugin twice then, and its way along it has no end.
  void aPluginThatIsAddedTwiceIsReadOnce() {
    here_->put("m/model.config", "<model><name>m</name><sdf version='1.7'>model.sdf</sdf></model>");
    here_->put("m/model.sdf",
               "<sdf version='1.7'><model name='m'><link name='other'/><link name='base'><visual name='show'><geometry>"
               "<box><size>1 1 1</size></box></geometry></visual></link></model></sdf>");
    here_->options.wall_limit_s = 20.0;
    const std::string plugin = "<plugin name='q' filename='y' action='add'/>";
    const auto read = here_->import(
        "a.sdf",
        "<sdf version='1.7' xmlns:experimental='http://sdformat.org/schemas/experimental'><world name='w'>"
        "<model name='r'><include><uri>m</uri><experimental:params><visual element_id='base::show'>" +
            plugin + plugin + "</visual></experimental:params></include></model></world></sdf>");
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.links, std::uint64_t{2});
    QCOMPARE(read->counts.triangles, std::uint64_t{12});
  }

 private:
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoOddTexts)
#include "test_io_odd_texts.moc"
