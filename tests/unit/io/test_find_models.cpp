// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/io/find_models.h"

using namespace ww;

class TestFindModels : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }
  void aRobotIsFoundWithoutItsMeshes();
  void withoutADescriptionTheAssembliesThenTheMeshes();
  void linksDoNotLeadOut();
  void theSearchHasAnEnd();
  void nothingIsSaidSo();
  void itCanBeStopped();

 private:
  void put(const QString& name) {
    const QString path = folder_->filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
  }
  QStringList found(const io::FindLimits& limits = {}) {
    const auto result = io::findModels(folder_->path().toStdString(), {}, limits);
    QStringList out;
    if (!result.ok()) return {QString::fromStdString(result.status().title)};
    for (const auto& file : result->files)
      out << QDir(folder_->path()).relativeFilePath(QString::fromStdString(file.string()));
    if (result->cut) out << QStringLiteral("...");
    return out;
  }
  std::unique_ptr<QTemporaryDir> folder_;
};

void TestFindModels::aRobotIsFoundWithoutItsMeshes() {
  for (const char* name : {"kr10/package.xml", "kr10/urdf/kr10.urdf", "kr10/meshes/visual/base.dae",
                           "kr10/meshes/collision/base.STL", "README.md"})
    put(QLatin1String(name));
  QCOMPARE(found(), QStringList{QStringLiteral("kr10/urdf/kr10.urdf")});
  for (const char* name : {"a/world.SDF", ".git/old.urdf", "kr10/urdf/kr10.urdf.xacro"}) put(QLatin1String(name));
  QCOMPARE(found(), (QStringList{QStringLiteral("a/world.SDF"), QStringLiteral("kr10/urdf/kr10.urdf")}));
}

void TestFindModels::withoutADescriptionTheAssembliesThenTheMeshes() {
  for (const char* name : {"b.stl", "a/c.obj"}) put(QLatin1String(name));
  QCOMPARE(found(), (QStringList{QStringLiteral("a/c.obj"), QStringLiteral("b.stl")}));
  put(QStringLiteral("cloud.pcd"));
  QCOMPARE(found(), (QStringList{QStringLiteral("a/c.obj"), QStringLiteral("b.stl")}));
  put(QStringLiteral("a/plant.STP"));
  QCOMPARE(found(), QStringList{QStringLiteral("a/plant.STP")});
  put(QStringLiteral("arm.urdf.xacro"));
  QCOMPARE(found(), QStringList{QStringLiteral("arm.urdf.xacro")});
}

void TestFindModels::linksDoNotLeadOut() {
  const QTemporaryDir outside;
  QFile far(outside.filePath(QStringLiteral("far.urdf")));
  QVERIFY(far.open(QIODevice::WriteOnly));
  put(QStringLiteral("in/near.urdf"));
  QVERIFY(QFile::link(far.fileName(), folder_->filePath(QStringLiteral("far.urdf"))));
  QVERIFY(QFile::link(outside.path(), folder_->filePath(QStringLiteral("out"))));
  QVERIFY(QFile::link(folder_->path(), folder_->filePath(QStringLiteral("in/circle"))));
  QVERIFY(QFile::link(QStringLiteral("in/near.urdf"), folder_->filePath(QStringLiteral("alias.urdf"))));
  QVERIFY(QFile::link(QStringLiteral("nowhere"), folder_->filePath(QStringLiteral("dead.urdf"))));
  QCOMPARE(found(), (QStringList{QStringLiteral("alias.urdf"), QStringLiteral("in/near.urdf")}));
}

void TestFindModels::theSearchHasAnEnd() {
  put(QStringLiteral("near.urdf"));
  put(QStringLiteral("1/2/3/deep.urdf"));
  QCOMPARE(found({3, 1000, 10}), (QStringList{QStringLiteral("1/2/3/deep.urdf"), QStringLiteral("near.urdf")}));
  QCOMPARE(found({2, 1000, 10}), (QStringList{QStringLiteral("near.urdf"), QStringLiteral("...")}));
  for (int i = 0; i < 30; ++i) put(QStringLiteral("many/%1.urdf").arg(i, 2, 10, QLatin1Char('0')));
  QCOMPARE(found({8, 1000, 10}).size(), 11);
  QCOMPARE(found({8, 1000, 10}).back(), QStringLiteral("..."));
  QCOMPARE(found({8, 3, 10}).back(), QStringLiteral("..."));
}

void TestFindModels::nothingIsSaidSo() {
  put(QStringLiteral("arm.txt"));
  QVERIFY2(found().front().contains(QStringLiteral("can be imported")), qPrintable(found().front()));
  const auto missing = io::findModels((folder_->path() + QStringLiteral("/none")).toStdString(), {});
  QVERIFY(missing.status().code == Code::kNotFound);
}

void TestFindModels::itCanBeStopped() {
  put(QStringLiteral("a.urdf"));
  std::stop_source stop;
  stop.request_stop();
  QVERIFY(io::findModels(folder_->path().toStdString(), stop.get_token()).status().code == Code::kCancelled);
}

QTEST_GUILESS_MAIN(TestFindModels)
#include "test_find_models.moc"
