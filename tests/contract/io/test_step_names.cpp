// SPDX-License-Identifier: Apache-2.0
// Names of STEP files that are not UTF-8, as many CAD programs write them.
#include <QtTest>

#include "tests/contract/io/import_here.h"
#include "tests/support/folders.h"

using namespace ww;

class TestStepNames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    samples::ImportHere::useOwnWorker();
    std::ifstream in((test::sourceFolder() + QStringLiteral("/tests/contract/io/machine.step")).toStdString());
    machine_.assign(std::istreambuf_iterator<char>(in), {});
    QVERIFY(!machine_.empty());
  }
  void init() {
    here_ = std::make_unique<samples::ImportHere>();
    here_->options.parts = io::PartMode::kLinks;
  }

  void whatFitsIsTakenAndTold() {
    const auto read = here_->import("a.step", named("\xcf\xeb\xe8\xf2\xe0", "\xca\xf0\xee\xed\xf8\xf2\xe5\xe9\xed"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(hasLink(*read, "Plita"));
    QVERIFY(hasLink(*read, "Kronshteyn"));
    QVERIFY2(messageOf(*read, "encoding").find("windows-1251") != std::string::npos,
             messageOf(*read, "encoding").c_str());
    QVERIFY(messageOf(*read, "names-changed").empty());  // they can be recognised
  }

  void itMayBeChosen() {
    here_->options.encoding = "windows-1253";
    const auto read = here_->import("a.step", named("\xd0\xeb\xdc\xea\xe1", "bed"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(hasLink(*read, "Plaka"));
    QVERIFY(messageOf(*read, "encoding").empty());
  }

  void anOccurrenceKeepsItsOwn_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("code page") << QByteArray("\xcf\xeb\xe8\xf2\xe0");
    QTest::newRow("utf-8") << QByteArray("Плита");
    QTest::newRow("directive") << QByteArray("\\X2\\041F043B043804420430\\X0\\");
  }
  void anOccurrenceKeepsItsOwn() {
    QFETCH(QByteArray, written);
    const auto read = here_->import("a.step", named("plate", "bed", written.toStdString()));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(hasLink(*read, "Plita"));     // base plate
    QVERIFY(!hasLink(*read, "Plita_3"));  // with nothing in its name that the file has not
    QVERIFY(hasLink(*read, "green_plate"));
  }

  // Which ISO 10303-21 wants twice; the sign behind it ends no record.
  void aQuoteMayStandOnce() {
    const auto read = here_->import("a.step", named("plate", "bed", "plate of Peter's; left"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(hasLink(*read, "plate_of_Peter"));
    QVERIFY2(messageOf(*read, "step-entities").empty(), messageOf(*read, "step-entities").c_str());
  }

  void lettersThatNamesHaveNoneOfAreTold() {
    for (const char* plate : {"\xb5\xd7\xb0\xe5\xc1\xe3\xbc\xfe", "底板零件"}) {
      const auto read = here_->import("a.step", named(plate, "bed"));
      QVERIFY2(read.ok(), read.status().line().c_str());
      const std::string told = messageOf(*read, "names-changed");
      QVERIFY2(told.find("底板零件 -> ") != std::string::npos, told.c_str());
      QCOMPARE(messageOf(*read, "encoding").find("gb18030") != std::string::npos, plate[0] == '\xb5');
    }
  }

  void utf8IsNoMatter() {
    const auto read = here_->import("a.step", named("Träger", "bed"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(hasLink(*read, "Traeger"));
    QVERIFY(messageOf(*read, "encoding").empty() && messageOf(*read, "names-changed").empty());
  }

 private:
  std::string named(const std::string& plate, const std::string& bed, const std::string& use = {}) const {
    std::string out = machine_;
    const auto put = [&out](const std::string& before, const std::string& after) {
      out.replace(out.find(before), before.size(), after);
    };
    // As a product, and as it stands in the assembly.
    put("PRODUCT('plate','plate'", "PRODUCT('" + plate + "','" + plate + "'");
    put("PRODUCT('bed','bed'", "PRODUCT('" + bed + "','" + bed + "'");
    put("'2','base plate'", "'2','" + (use.empty() ? plate : use) + "'");
    put("'1','bed'", "'1','" + bed + "'");
    return out;
  }
  static bool hasLink(const io::ImportResult& read, const std::string& name) {
    return std::ranges::any_of(read.objects.front().object.entities(),
                               [&](const auto& e) { return e.name().starts_with(name); });
  }
  static std::string messageOf(const io::ImportResult& read, const std::string& code) {
    const auto at = std::ranges::find(read.diagnostics, code, &Diagnostic::code);
    return at == read.diagnostics.end() ? std::string() : at->message;
  }

  std::string machine_;
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestStepNames)
#include "test_step_names.moc"
