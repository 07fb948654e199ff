// SPDX-License-Identifier: Apache-2.0
// The picture in a world file: made by saving, seen where files are chosen, true after a verb.
#include <QElapsedTimer>
#include <QImage>
#include <QMenu>
#include <QProcess>

#include "app/editor/world_picture.h"
#include "core/project/file_hold.h"
#include "core/project/project.h"
#include "core/usecase/picture.h"
#include "window_test.h"

using namespace ww;
using namespace ww::editor;

class TestWorldPicture : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aSaveKeepsAPictureOfTheWorld();
  void anotherSaveShowsWhatHasChanged();
  void aSaveIsNotHeldUp();
  void aVerbKeepsItTrue();

 private:
  static QImage pictureOf(const QString& file) {
    const auto png = project::thumbnail(project::systemVfs(), file.toStdString());
    return png.ok() ? QImage::fromData(QByteArray::fromStdString(*png), "PNG") : QImage();
  }
  // As many saves as it takes on a busy machine: one that does not wait may be without.
  QImage savedPicture(const QString& file) {
    for (int i = 0; i < 20 && pictureOf(file).isNull(); ++i) {
      saveTo(file);
      QTest::qWait(200);
    }
    return pictureOf(file);
  }
};

void TestWorldPicture::aSaveKeepsAPictureOfTheWorld() {
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("pictured.wright"));
  const QImage picture = savedPicture(file);
  QCOMPARE(picture.size(), QSize(256, 192));
  QVERIFY(static_cast<std::size_t>(project::thumbnail(project::systemVfs(), file.toStdString())->size()) <=
          usecase::kMostPictureBytes);
  // Three sides of the box, each in its light.
  QSet<QRgb> colors;
  for (int y = 80; y < 120; ++y)
    for (int x = 100; x < 150; ++x) colors << picture.pixel(x, y);
  const QString seen = qEnvironmentVariable("WW_SHOTS");
  if (!seen.isEmpty()) picture.save(seen + QStringLiteral("/world-picture.png"));
  QVERIFY2(colors.size() >= 3, qPrintable(QString::number(colors.size())));
  // Opened again, by the list of recent files, where the pointer sees it.
  run("file.new");
  QTRY_VERIFY(window_->document().path().isEmpty());
  QMenu* recent = nullptr;
  for (auto* menu : window_->findChildren<QMenu*>())
    if (menu->title() == QStringLiteral("Open &recent")) recent = menu;
  QVERIFY(recent && recent->isEnabled());
  Q_EMIT recent->aboutToShow();
  auto* entry = recent->actions().front();
  QTRY_VERIFY2_WITH_TIMEOUT(
      entry->toolTip().contains(QStringLiteral("<img src=\"data:image/png;base64,")) && entry->toolTip().contains(file),
      qPrintable(entry->toolTip()), 10000);
  entry->trigger();
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().path(), file, 20000);
  QCOMPARE(world()->objectCount(), std::size_t{2});
}

void TestWorldPicture::anotherSaveShowsWhatHasChanged() {
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("twice.wright"));
  const QImage first = savedPicture(file);
  QVERIFY(!first.isNull());
  run("add.sphere");
  run("add.cylinder");
  for (int i = 0; i < 20 && pictureOf(file) == first; ++i) {
    saveTo(file);
    QTest::qWait(200);
  }
  QVERIFY(pictureOf(file) != first);
  // The next world begins without one.
  run("file.new");
  QTRY_VERIFY(window_->document().path().isEmpty());
  const QString empty = folder_.filePath(QStringLiteral("empty.wright"));
  saveTo(empty);
  QVERIFY(pictureOf(empty).isNull());
}

// However long the picture takes: it is asked for and comes with a later save.
void TestWorldPicture::aSaveIsNotHeldUp() {
  run("add.box");
  const auto picture = WorldPicture::of(world(), nullptr);
  QElapsedTimer timer;
  timer.start();
  (void)picture->png(std::chrono::milliseconds(1));
  QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  QTRY_VERIFY_WITH_TIMEOUT(!picture->png(std::chrono::milliseconds(1)).empty(), 20000);
  // Of the same world it is not drawn twice, of another one the last picture does until its own is there.
  QCOMPARE(WorldPicture::of(world(), picture), picture);
  run("add.sphere");
  const auto next = WorldPicture::of(world(), picture);
  QVERIFY(next != picture && !next->png(std::chrono::milliseconds(0)).empty());
}

void TestWorldPicture::aVerbKeepsItTrue() {
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("by_verb.wright"));
  const QImage before = savedPicture(file);
  QVERIFY(!before.isNull());
  const auto verb = [](const QStringList& words) {
    QProcess process;
    process.start(qEnvironmentVariable("WW_BIN_DIR") + QStringLiteral("/worldwright"), words);
    return process.waitForFinished(60000) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
  };
  const QByteArray told = verb({QStringLiteral("info"), file, QStringLiteral("--json")});
  QVERIFY2(told.contains("\"thumbnail_bytes\"") && !told.contains("\"thumbnail_bytes\":0"), told.constData());
  // What a window has open no verb changes.
  window_->document().reset();
  QTRY_VERIFY(!project::holderOf(file.toStdString()));
  const QString model = write(QStringLiteral("block.stl"), stlBox(0.3));
  QVERIFY(!verb({QStringLiteral("import"), model, QStringLiteral("--into"), file}).isEmpty());
  QVERIFY(!pictureOf(file).isNull());
  QVERIFY(pictureOf(file) != before);
}

int main(int argc, char** argv) { return runWindowTest<TestWorldPicture>(argc, argv); }
#include "test_world_picture.moc"
