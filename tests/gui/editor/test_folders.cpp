// SPDX-License-Identifier: Apache-2.0
// A folder dropped on the window or on the view: the file inside is found, or the choice is offered.
#include <QDir>
#include <QDirIterator>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <algorithm>

#include "app/editor/folder_choice.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/status_line.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestFolders : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theRobotInAFolderIsImported();
  void whereThereAreSeveralOneChooses();
  void aFolderWithoutModelsSaysSo();
  void whatADropWouldDoIsSaid();
  void whatIsNoFileIsNotTaken();
  void aRobotOfTheCorpusComesByItsFolder_data();
  void aRobotOfTheCorpusComesByItsFolder();

 private:
  // Whether it would be taken.
  bool over(QWidget* target, const QList<QUrl>& urls, const QPointF& at) {
    QMimeData mime;
    mime.setUrls(urls);
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(target, &enter);
    QDragMoveEvent move(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    if (enter.isAccepted()) QCoreApplication::sendEvent(target, &move);
    QTest::qWait(100);
    return enter.isAccepted();
  }
  void leave(QWidget* target) {
    QDragLeaveEvent event;
    QCoreApplication::sendEvent(target, &event);
    QTest::qWait(100);
  }
  QString hint() {
    QStringList texts;
    for (const auto* label : window_->findChild<ui::StatusLine*>()->findChildren<QLabel*>()) texts << label->text();
    return texts.join(QLatin1Char('|'));
  }
  bool isInView(const QString& text) {
    const auto& labels = ui::ViewProbe(*window_->viewHost().view()).labels();
    return std::ranges::any_of(labels, [&](const auto& label) { return label.text.contains(text); });
  }
  void drop(QWidget* target, const QString& path, const QPointF& at) {
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QDropEvent event(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &event);
  }
  QString folder(const QString& name) {
    const QString path = folder_.filePath(name);
    QDir().mkpath(path + QStringLiteral("/urdf"));
    QDir().mkpath(path + QStringLiteral("/meshes"));
    return path;
  }
  FolderChoice* choice() { return window_->findChild<FolderChoice*>(); }
};

static QByteArray robot(const char* name) {
  return QByteArray("<robot name='") + name + "'><link name='base_link'><visual><geometry><mesh filename='package://" +
         name + "/meshes/part.stl'/></geometry></visual></link></robot>";
}

void TestFolders::theRobotInAFolderIsImported() {
  const QString path = folder(QStringLiteral("arm_support"));
  write(QStringLiteral("arm_support/urdf/arm.urdf"), robot("arm_support"));
  write(QStringLiteral("arm_support/meshes/part.stl"), stlBox(0.3));
  write(QStringLiteral("arm_support/meshes/other.stl"), stlBox(0.3));
  auto* view = window_->viewHost().view();
  const QPointF at(view->width() * 0.3, view->height() * 0.6);
  drop(view->focusProxy(), path, at);
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  QCOMPARE(wizard()->file(), path + QStringLiteral("/urdf/arm.urdf"));
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  // Where it was dropped, not at the origin.
  const auto id = world()->childNamed(world::kRootObject, "arm_support");
  QVERIFY(id);
  QVERIFY(world()->boundsOf(*world()->object(id)).center().head<2>().norm() > 0.2);
}

void TestFolders::whereThereAreSeveralOneChooses() {
  const QString path = folder(QStringLiteral("cell"));
  for (int i = 1; i <= 9; ++i) write(QStringLiteral("cell/urdf/arm_%1.urdf").arg(i), robot("cell"));
  write(QStringLiteral("cell/meshes/part.stl"), stlBox(0.3));
  drop(window_.get(), path, QPointF(300, 20));
  QTRY_VERIFY(choice() && choice()->isVisible());
  QCOMPARE(choice()->list()->count(), 9);
  QCOMPARE(choice()->list()->item(0)->text(), QStringLiteral("cell/urdf/arm_1.urdf"));
  QVERIFY(choice()->filter()->isVisible());
  QTest::keyClicks(choice()->filter(), QStringLiteral("arm_7"));
  QCOMPARE(choice()->chosen(), QStringList{path + QStringLiteral("/urdf/arm_7.urdf")});
  QTest::mouseClick(choice()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(wizard()->file().endsWith(QStringLiteral("arm_7.urdf")));
  wizard()->reject();
  // Nothing is chosen, nothing comes.
  window_->openFiles({path});
  QTRY_VERIFY(choice() && choice()->isVisible());
  QTest::keyClick(choice(), Qt::Key_Escape);
  QTRY_VERIFY(!choice() && !wizard());
  QCOMPARE(world()->objectCount(), std::size_t{1});
  // What was named beside it comes all the same.
  window_->openFiles({path, write(QStringLiteral("beside.stl"), stlBox(0.3))});
  QTRY_VERIFY(choice() && choice()->isVisible());
  QTest::keyClick(choice(), Qt::Key_Escape);
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->file().endsWith(QStringLiteral("beside.stl")), 20000);
  wizard()->reject();
}

void TestFolders::aFolderWithoutModelsSaysSo() {
  const QString path = folder(QStringLiteral("nothing"));
  write(QStringLiteral("nothing/urdf/readme.md"), "The robot is elsewhere.");
  drop(window_.get(), path, QPointF(300, 20));
  QTRY_VERIFY2(noticeTexts().join(QLatin1Char('|')).contains(QStringLiteral("Nothing was imported from nothing")),
               qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QVERIFY2(noticeTexts().join(QLatin1Char('|')).contains(QStringLiteral("xacro")),
           qPrintable(noticeTexts().join(QLatin1Char('|'))));
}

void TestFolders::whatADropWouldDoIsSaid() {
  QVERIFY(window_->bridge().commit(
      QStringLiteral("table"),
      session::createPrimitive(world::kRootObject, world::kRootEntity, "table", geometry::Box{Vec3(1, 1, 0.1)}, {},
                               Pose::translation(0, 0, 0.05))));
  auto* view = window_->viewHost().view();
  ui::ViewProbe(*view).setReducedMotion(true);
  view->fitAll();
  QTest::qWait(300);
  QWidget* surface = view->focusProxy();
  const auto pixel = [&](const Vec3& p) {
    const auto at = *view->viewTransform().project(p);
    return QPointF(at.x(), at.y());
  };
  const QUrl part = QUrl::fromLocalFile(folder_.filePath(QStringLiteral("part.stl"))),
             cell = QUrl::fromLocalFile(folder_.filePath(QStringLiteral("cell.wright")));
  QVERIFY(over(surface, {part}, pixel(Vec3(0, 0, 0.1))));
  const QString on_table = QStringLiteral("imports part.stl here, on table");
  QVERIFY2(hint().contains(on_table), qPrintable(hint()));
  QTRY_VERIFY(isInView(on_table));
  QVERIFY(over(surface, {part, part}, pixel(Vec3(0.6, -0.2, 0))));
  const QString on_floor = QStringLiteral("imports 2 files here, on the floor");
  QVERIFY2(hint().contains(on_floor), qPrintable(hint()));
  QTRY_VERIFY(isInView(on_floor));
  QVERIFY(over(surface, {cell}, pixel(Vec3(0, 0, 0.1))));
  QVERIFY2(hint().contains(QStringLiteral("opens cell.wright in the place of this world")), qPrintable(hint()));
  leave(surface);
  QTRY_VERIFY(!isInView(QStringLiteral("Drop")));
  QVERIFY2(!hint().contains(QStringLiteral("Drop")), qPrintable(hint()));
  // Beside the view.
  QVERIFY(over(window_.get(), {part}, QPointF(300, 20)));
  QVERIFY2(hint().contains(QStringLiteral("imports part.stl; where it goes is chosen then")), qPrintable(hint()));
  QVERIFY(over(window_.get(), {part, cell}, QPointF(300, 20)));
  QVERIFY2(hint().contains(QStringLiteral("opens cell.wright and imports part.stl into it")), qPrintable(hint()));
  leave(window_.get());
  QVERIFY2(!hint().contains(QStringLiteral("Drop")), qPrintable(hint()));
}

void TestFolders::whatIsNoFileIsNotTaken() {
  const QList<QUrl> page{QUrl(QStringLiteral("https://example.org/part.stl"))};
  QVERIFY(!over(window_.get(), page, QPointF(300, 20)));
  QVERIFY(!over(window_->viewHost().view()->focusProxy(), page, QPointF(100, 100)));
}

void TestFolders::aRobotOfTheCorpusComesByItsFolder_data() {
  QTest::addColumn<QString>("path");
  const QDir corpus(qEnvironmentVariable("WORLDWRIGHT_SHARED") + QStringLiteral("/corpus/urdf"));
  for (const char* wanted : {"kr10r900", "crx10ia", "robotiq_arg2f_85", "iiwa14", "j2n6s300"}) {
    QDirIterator it(corpus.path(), {QStringLiteral("*%1*.urdf").arg(QLatin1String(wanted))}, QDir::Files,
                    QDirIterator::Subdirectories);
    // The package, as one gets it; the file is further in.
    if (it.hasNext()) QTest::newRow(wanted) << QFileInfo(QFileInfo(it.next()).path()).path();
  }
  if (!corpus.exists()) QTest::newRow("none") << QString();
}

void TestFolders::aRobotOfTheCorpusComesByItsFolder() {
  QFETCH(QString, path);
  if (path.isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set");
  drop(window_.get(), path, QPointF(300, 20));
  QTRY_VERIFY_WITH_TIMEOUT(choice() || wizard(), 20000);
  if (choice()) QTest::mouseClick(choice()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QVERIFY(wizard()->file().startsWith(path) && wizard()->file().endsWith(QStringLiteral(".urdf")));
  wizard()->reject();
}

int main(int argc, char** argv) { return runWindowTest<TestFolders>(argc, argv); }
#include "test_folders.moc"
