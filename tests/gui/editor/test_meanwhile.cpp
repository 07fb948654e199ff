// SPDX-License-Identifier: Apache-2.0
// What goes on at the same time: a file waits to be imported, jobs run, clients edit in a stream.
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>
#include <atomic>
#include <thread>

#include "tests/gui/editor/window_test.h"
#include "tests/support/crowd.h"
#include "ui/models/jobs_model.h"
#include "ui/panels/list_panels.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

namespace {

// A reader that never comes to an end, as long as this lives.
class SlowReader {
 public:
  explicit SlowReader(const QString& program) : real_(qgetenv("WORLDWRIGHT_WORKER")) {
    QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
  }
  ~SlowReader() { qputenv("WORLDWRIGHT_WORKER", real_); }

 private:
  QByteArray real_;
};

// By way of the window, so that a modal window would keep it.
void clickAt(QWidget* widget, const QPoint& at) {
  QTest::mouseClick(widget->window()->windowHandle(), Qt::LeftButton, {}, widget->mapTo(widget->window(), at));
  QTest::qWait(30);
}
void clickOn(QWidget* widget) { clickAt(widget, widget->rect().center()); }

}  // namespace

class TestMeanwhile : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void whileAFileIsReadTheWindowCanBeUsed();
  void theWorldMayChangeWhileAnImportWaits();
  void eachDropKeepsItsPlace();
  void anImportGoesIntoTheWorldThatIsOpen();
  void closingTheWindowEndsAllImports();
  void theCollisionChipKeepsUpWithAStream();

 private:
  void drop(const QString& file, const QPointF& at);
  void cancelJob(const QString& title);
  void openAndWait(const QString& name, double edge);
  ui::Chip* collisionChip();
};

void TestMeanwhile::drop(const QString& file, const QPointF& at) {
  QMimeData mime;
  mime.setUrls({QUrl::fromLocalFile(file)});
  QWidget* target = window_->viewHost().view()->focusProxy();
  QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &enter);
  QDropEvent event(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(target, &event);
  QTest::qWait(50);
}

void TestMeanwhile::openAndWait(const QString& name, double edge) {
  window_->openFiles({write(name, stlBox(edge))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->file().endsWith(name) && wizard()->importButton()->isEnabled(), 20000);
}

// In the Jobs panel: its row, then the button.
void TestMeanwhile::cancelJob(const QString& title) {
  auto* panel = window_->findChild<ui::JobsPanel*>();
  auto* list = panel->findChild<QListView*>();
  for (int row = 0; row < list->model()->rowCount(); ++row) {
    const QModelIndex at = list->model()->index(row, 0);
    if (!at.data().toString().contains(title)) continue;
    list->scrollTo(at);
    clickAt(list->viewport(), list->visualRect(at).center());
    for (auto* button : panel->findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Cancel")) clickOn(button);
    return;
  }
  QFAIL(qPrintable(title + QStringLiteral(" is not listed")));
}

void TestMeanwhile::whileAFileIsReadTheWindowCanBeUsed() {
  std::atomic<bool> stopped{false};
  {
    const SlowReader slow(write(QStringLiteral("slow.sh"), "#!/bin/sh\nexec sleep 60\n"));
    window_->openFiles({write(QStringLiteral("a.stl"), stlBox(0.3))});
    QTRY_VERIFY(wizard());
    QTRY_VERIFY(hasKeys(wizard()));
    const auto* shown = window_->viewHost().view();
    const QRect over(wizard()->mapToGlobal(QPoint()), wizard()->size()),
        seen(shown->mapToGlobal(QPoint()), shown->size());
    QVERIFY2(over.left() - seen.left() > 250, "a part of the view must stay free");
    QVERIFY2(wizard()->importButton()->font().weight() >= QFont::DemiBold,
             "the size of the button must be that of bold letters");
    window_->jobs().start(
        QStringLiteral("Other work"),
        [&stopped](const std::stop_token& stop, const Progress&) {
          while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
          stopped = true;
          return fail(Code::kCancelled, "cancelled");
        },
        [](const Status&) {});
    QTRY_COMPARE(window_->jobs().running(), 2);
    // Other jobs are seen and cancelled, the reading goes on.
    auto* dock = window_->findChild<QDockWidget*>(QStringLiteral("jobs"));
    dock->show();
    dock->raise();
    window_->activateWindow();
    QTRY_VERIFY(hasKeys(window_.get()));
    cancelJob(QStringLiteral("Other work"));
    QTRY_VERIFY(stopped);
    QTRY_COMPARE(window_->jobs().running(), 1);
    QVERIFY(wizard() && wizard()->isVisible() && hasKeys(window_.get()));
    // One looks around.
    auto* view = window_->viewHost().view();
    const Vec3 eye = view->camera().eye;
    const QPoint middle(view->width() / 2, view->height() / 2);
    QTest::mousePress(view->surface(), Qt::MiddleButton, {}, middle);
    for (int i = 1; i <= 6; ++i) QTest::mouseMove(view->surface(), middle + QPoint(15 * i, 0));
    QTest::mouseRelease(view->surface(), Qt::MiddleButton, {}, middle + QPoint(90, 0));
    QTRY_VERIFY((view->camera().eye - eye).norm() > 0.05);
    // The reading itself is a job, too.
    cancelJob(QStringLiteral("a.stl"));
    QTRY_VERIFY(wizard()->retryButton()->isVisible());
    QVERIFY(!wizard()->importButton()->isEnabled());
  }
  clickOn(wizard()->retryButton());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(!wizard()->retryButton()->isVisible());
  clickOn(wizard()->importButton());
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  QTRY_VERIFY(!wizard());
}

void TestMeanwhile::theWorldMayChangeWhileAnImportWaits() {
  run("add.box");
  openAndWait(QStringLiteral("part.stl"), 0.3);
  run("edit.undo");
  run("edit.redo");
  // Somebody takes the name that the file has, another one deletes what was there.
  std::thread([this] {
    auto& session = window_->bridge().session();
    session::CommitRequest request;
    request.author = "client";
    request.label = "Create part";
    request.edits = session::createPrimitive(world::kRootObject, world::kRootEntity, "part", geometry::Box{}, {},
                                             Pose::translation(4, 0, 0));
    (void)session.commit(request);
    request.edits = session::deleteObject(session.snapshot().world->childNamed(world::kRootObject, "box"), true);
    (void)session.commit(request);
  }).join();
  QTest::qWait(50);
  QCOMPARE(world()->objectCount(), std::size_t{2});
  const std::string before = world::contentHash(*world());
  clickOn(wizard()->importButton());
  QTRY_COMPARE(world()->objectCount(), std::size_t{3});
  QVERIFY(world()->childNamed(world::kRootObject, "part_2"));
  QTRY_VERIFY(!wizard());
  run("edit.undo");
  QCOMPARE(world::contentHash(*world()), before);
}

void TestMeanwhile::eachDropKeepsItsPlace() {
  auto* view = window_->viewHost().view();
  const QString file = write(QStringLiteral("twice.stl"), stlBox(0.2));
  const QPointF left(view->width() * 0.3, view->height() * 0.6), right(view->width() * 0.7, view->height() * 0.6);
  QSignalSpy dropped(view, &ui::Viewport::fileDropped);
  drop(file, left);
  QTRY_VERIFY(wizard());
  drop(file, right);
  QCOMPARE(dropped.size(), 2);
  const auto first = dropped[0][1].value<std::optional<ui::DropPoint>>(),
             second = dropped[1][1].value<std::optional<ui::DropPoint>>();
  QVERIFY(first && second);
  const Vec3 there = first->p_in_root, here = second->p_in_root;
  QVERIFY((there - here).norm() > 0.1);
  QCOMPARE(window_->findChildren<ui::ImportWizard*>().size(), 1);
  QStringList said;
  for (auto* label : wizard()->findChildren<QLabel*>())
    if (label->isVisible()) said << label->text();
  QVERIFY2(said.contains(QStringLiteral("twice.stl comes next.")), qPrintable(said.join(QLatin1Char('|'))));
  for (std::size_t objects = 2; objects <= 3; ++objects) {
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
    clickOn(wizard()->importButton());
    QTRY_COMPARE(world()->objectCount(), objects);
  }
  QTRY_VERIFY(!wizard());
  const std::pair<const char*, Vec3> wanted[] = {{"twice", there}, {"twice_2", here}};
  for (const auto& [name, place] : wanted) {
    const auto id = world()->childNamed(world::kRootObject, name);
    QVERIFY2(id, name);
    const Bounds box = world()->boundsOf(*world()->object(id));
    QVERIFY2((Vec3(box.center().x(), box.center().y(), box.min.z()) - place).norm() < 1e-6, name);
  }
}

void TestMeanwhile::anImportGoesIntoTheWorldThatIsOpen() {
  run("add.box");
  saveTo(folder_.filePath(QStringLiteral("first.wright")));
  auto* view = window_->viewHost().view();
  drop(write(QStringLiteral("later.stl"), stlBox(0.2)), QPointF(view->width() * 0.3, view->height() * 0.6));
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
  window_->files().newWorld();
  QTest::qWait(50);
  QCOMPARE(world()->objectCount(), std::size_t{1});
  QVERIFY(wizard() && wizard()->isVisible());
  clickOn(wizard()->importButton());
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  // Where it was dropped was a place in the other world.
  const auto id = world()->childNamed(world::kRootObject, "later");
  QVERIFY(id && world()->boundsOf(*world()->object(id)).min.norm() < 1e-9);
}

void TestMeanwhile::closingTheWindowEndsAllImports() {
  run("add.box");
  window_->openFiles({write(QStringLiteral("e.stl"), stlBox(0.3)), write(QStringLiteral("f.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  // Who stays after all has them still.
  const auto answer = [](QMessageBox::ButtonRole role) {
    QMessageBox* box = nullptr;
    QTRY_VERIFY((box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())));
    for (auto* button : box->buttons())
      if (box->buttonRole(button) == role) return button->click();
  };
  QVERIFY(!window_->close());
  answer(QMessageBox::RejectRole);
  QVERIFY(window_->isVisible() && wizard() && wizard()->isVisible());
  QTRY_VERIFY(!QApplication::activeModalWidget());
  QVERIFY(!window_->close());
  answer(QMessageBox::DestructiveRole);
  QTRY_VERIFY(!window_->isVisible());
  QTRY_VERIFY(!wizard());
}

ui::Chip* TestMeanwhile::collisionChip() {
  for (auto* chip : window_->findChildren<ui::Chip*>())
    if (chip->property("about") == QStringLiteral("collisions")) return chip;
  return nullptr;
}

// A client moves an object 60 times a second: into another one, out of it, and in again.
void TestMeanwhile::theCollisionChipKeepsUpWithAStream() {
  for (const double x : {0.0, 3.0})
    window_->bridge().commit(QStringLiteral("make"),
                             session::createPrimitive(world::kRootObject, world::kRootEntity, x > 0 ? "mover" : "still",
                                                      geometry::Box{{1, 1, 1}}, {}, Pose::translation(x, 0, 0)));
  const ObjectId mover = world()->childNamed(world::kRootObject, "mover");
  auto* chip = collisionChip();
  QVERIFY(chip);
  QTRY_COMPARE(chip->text(), QStringLiteral("Free of collisions"));
  constexpr int kPhaseMs = 1200, kPhases = 3;
  std::atomic<bool> over{false};
  QElapsedTimer clock;
  clock.start();
  const test::Crowd crowd;
  std::thread client([&] {
    for (int i = 0; clock.elapsed() < kPhases * kPhaseMs; ++i) {
      const bool into = (clock.elapsed() / kPhaseMs) % 2 == 0;
      session::CommitRequest request;
      request.author = "client";
      request.label = "Move mover";
      request.edits = session::setPose(mover, world::kRootObject, Pose::translation(into ? 0.5 : 3.0, 1e-5 * i, 0));
      (void)window_->bridge().session().commit(request);
      std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    over = true;
  });
  qint64 checking_since = -1, longest_checking = 0, slowest = 0, wrong_since = -1;
  while (!over) {
    QTest::qWait(10);
    const qint64 now = clock.elapsed();
    const QString text = chip->text();
    if (!text.startsWith(QStringLiteral("Checking"))) checking_since = -1;
    else if (checking_since < 0) checking_since = now;
    if (checking_since >= 0) longest_checking = std::max(longest_checking, now - checking_since);
    const bool into = (now / kPhaseMs) % 2 == 0;
    if (text == (into ? QStringLiteral("1 collisions") : QStringLiteral("Free of collisions"))) wrong_since = -1;
    else if (wrong_since < 0) wrong_since = now;
    if (wrong_since >= 0) slowest = std::max(slowest, now - wrong_since);
  }
  client.join();
  const double busy = crowd.stretch();
  qInfo("the chip was wrong for %lld ms at most, and said nothing but that it checks for %lld ms; the machine is %.1f",
        static_cast<long long>(slowest), static_cast<long long>(longest_checking), busy);
  QVERIFY2(static_cast<double>(longest_checking) <= 300 * busy, qPrintable(QString::number(longest_checking)));
  QVERIFY2(static_cast<double>(slowest) <= 600 * busy, qPrintable(QString::number(slowest)));
  // It ends on what is so.
  QTRY_COMPARE(chip->text(), QStringLiteral("1 collisions"));
  run("edit.undo");
  QVERIFY(window_->bridge().commit(QStringLiteral("away"),
                                   session::setPose(mover, world::kRootObject, Pose::translation(3, 0, 0))));
  QTRY_COMPARE(chip->text(), QStringLiteral("Free of collisions"));
  // What collides in one world says nothing of the next.
  QVERIFY(window_->bridge().commit(QStringLiteral("into"),
                                   session::setPose(mover, world::kRootObject, Pose::translation(0.5, 0, 0))));
  QTRY_COMPARE(chip->text(), QStringLiteral("1 collisions"));
  window_->document().reset();
  QTest::qWait(20);
  QVERIFY(chip->text() != QStringLiteral("1 collisions"));
  QTRY_COMPARE(chip->text(), QStringLiteral("Nothing to check"));
}

int main(int argc, char** argv) { return runWindowTest<TestMeanwhile>(argc, argv); }
#include "test_meanwhile.moc"
