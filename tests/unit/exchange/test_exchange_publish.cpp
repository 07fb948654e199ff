// SPDX-License-Identifier: Apache-2.0
// Files appear whole or not at all, and nowhere else.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "core/exchange/exporter.h"
#include "core/exchange/zip_writer.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::exchange;

namespace {

std::uint32_t u32(const std::string& s, std::size_t at) {
  std::uint32_t x;
  std::memcpy(&x, s.data() + at, 4);
  return x;
}

ExportResult robot() {
  return {{{"arm.sdf", "<sdf/>"}, {"arm_meshes/base_1.obj", "o base\n"}, {"arm_meshes/base_1.mtl", "newmtl a\n"}}, {}};
}

}  // namespace

class TestExchangePublish : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void allAreThere() {
    const auto bytes = publish(robot(), file("other name.sdf"));
    QVERIFY2(bytes.ok(), bytes.status().line().c_str());
    QCOMPARE(*bytes, std::uint64_t{6 + 7 + 9});
    QCOMPARE(listing(), (QStringList{"arm_meshes/base_1.mtl", "arm_meshes/base_1.obj", "other name.sdf"}));
    QCOMPARE(test::readFile(folder_->filePath("other name.sdf")), QByteArray("<sdf/>"));
    // Again: in the place of those that are there.
    QVERIFY(publish(robot(), file("other name.sdf")).ok());
    QCOMPARE(listing().size(), 3);
  }

  void nothingIsLeftWhereOneCannotBeWritten() {
    // A folder stands where a mesh would go.
    QVERIFY(QDir(folder_->path()).mkpath("arm_meshes/base_1.obj"));
    const auto refused = publish(robot(), file("arm.sdf"));
    QVERIFY(!refused.ok());
    QVERIFY(listing().isEmpty());
    QVERIFY(QDir(folder_->path()).exists("arm_meshes/base_1.obj"));
  }

  void aFolderThatWasMadeGoesAgain() {
    ExportResult bad = robot();
    bad.files.push_back({"arm_meshes/" + std::string(300, 'x'), "too long a name"});
    QVERIFY(!publish(bad, file("arm.sdf")).ok());
    QVERIFY(listing().isEmpty() && !QDir(folder_->path()).exists("arm_meshes"));
  }

  void nothingGoesOutside_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"../out.obj", "/tmp/out.obj", "a/../../out.obj", "./out.obj", ""})
      QTest::newRow(*name ? name : "empty") << QString(name);
  }
  void nothingGoesOutside() {
    QFETCH(QString, name);
    ExportResult bad = robot();
    bad.files.push_back({name.toStdString(), "outside"});
    QDir(folder_->path()).mkpath("in");
    QVERIFY(!publish(bad, file("in/arm.sdf")).ok());
    QVERIFY(listing().isEmpty());
  }

  void aLinkIsNoFolderOfOurs() {
    test::ScratchFolder elsewhere;
    QVERIFY(QFile::link(elsewhere.path("."), folder_->filePath("arm_meshes")));
    QVERIFY(!publish(robot(), file("arm.sdf")).ok());
    QVERIFY(QDir(elsewhere.path(".")).isEmpty());
  }

  void foldersAndDevicesAreNoFiles() {
    QCOMPARE(publish(robot(), folder_->path().toStdString()).status().code, Code::kInvalidArgument);
    QCOMPARE(publish(robot(), file("no/arm.sdf")).status().code, Code::kNotFound);
    QVERIFY(!publish(robot(), "/dev/null").ok());
  }

  void aZipHoldsAll() {
    QVERIFY(publish(robot(), file("arm.zip")).ok());
    QCOMPARE(listing(), QStringList{"arm.zip"});
    const std::string zip = test::readFile(folder_->filePath("arm.zip")).toStdString();
    QCOMPARE(u32(zip, 0), 0x04034b50u);
    const std::size_t end = zip.size() - 22;
    QCOMPARE(u32(zip, end), 0x06054b50u);
    QCOMPARE(u32(zip, end + 8), 0x00030003u);  // three here, three in all
    QCOMPARE(u32(zip, u32(zip, end + 16)), 0x02014b50u);
    QCOMPARE(u32(zip, end + 12) + u32(zip, end + 16), static_cast<std::uint32_t>(end));
    // The sum of "123456789" that every description of it names.
    QCOMPARE(u32(zipOf({{"check", "123456789"}}), 14), 0xcbf43926u);
  }

  void formatsAreKnownByTheirEndings() {
    QCOMPARE(exportFormatOfEnding("a/b.STP")->id, std::string_view("step"));
    QCOMPARE(exportFormatOfEnding("robot.urdf")->id, std::string_view("urdf"));
    QVERIFY(exportFormatOfEnding("robot.zip") == nullptr && exportFormatOfEnding("robot") == nullptr);
    for (const ExportFormat& format : exportFormats()) QVERIFY(exportFormat(format.id) != nullptr);
    geometry::GeometryStore store;
    const auto refused = exportScene({"a", {}, true}, {.format = "sfd"}, store, {}, Progress());
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
    QVERIFY(refused.status().hint.find("'sdf'") != std::string::npos);
  }

 private:
  std::filesystem::path file(const char* name) const { return folder_->filePath(QLatin1String(name)).toStdString(); }
  QStringList listing() const {
    QStringList out;
    QDirIterator it(folder_->path(), QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) out << QDir(folder_->path()).relativeFilePath(it.next());
    out.sort();
    return out;
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestExchangePublish)
#include "test_exchange_publish.moc"
