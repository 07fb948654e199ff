// SPDX-License-Identifier: Apache-2.0
// The Problems panel lists what is wrong now; what was wrong before is in the log alone.
#include <QDockWidget>
#include <QListView>
#include <QScrollBar>

#include "app/editor/problem_watch.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "resources/samples/samples.h"
#include "tests/gui/editor/window_test.h"
#include "ui/models/problems_model.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestProblems : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void collisionsAreListedAsLongAsTheyAreThere();
  void aFailedSaveIsListedUntilItIsSaved();
  void theNoticeOfAFailedSaveStaysUntilItIsSaved();
  void theChipOfCollisionsSelectsWhatCanBeMoved();
  void aFolderIsNoFileToSaveTo();
  void failuresOfOtherWorldsAreNotListed();
  void aFileThatCouldNotBeOpened();
  void anEditThatWasRefusedGoesWithTheNext();
  void warningsOfAnImportGoWithItsObjects();
  void twoImportsOfAFileKeepTheirWarningsApart();
  void ofMoreThanAHundredCollisionsNoTotalIsTold();
  void aCopyIsNoSaveOfTheWorld();
  void whatStopsStandsAboveWhatWarns();
  void aFailedPlanGoesWhenOneWorks();
  void whatCanBeDoneIsAButton();
  void failuresAreDismissedAndStatesStay();
  void notesCanBeTurnedOffAndOnAgain();
  void onlyWhatWasSetIsReadAsMillimetres();
  void aMountedPartIsExcludedByAButton();

 private:
  ui::ProblemsPanel* panel() { return window_->findChild<ui::ProblemsPanel*>(); }
  QStringList listed() {
    QStringList out;
    const auto* model = panel()->list()->model();
    for (int row = 0; row < model->rowCount(); ++row) out << model->index(row, 0).data().toString();
    return out;
  }
  QStringList logged() {
    QStringList out;
    for (int row = 0; row < window_->log().rowCount(); ++row) out << window_->log().index(row, 0).data().toString();
    return out;
  }
  bool has(const QString& text) { return listed().join(QLatin1Char('|')).contains(text); }
  void box(const char* name, double x) {
    QVERIFY(window_->bridge().commit(
        QStringLiteral("make"), session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                         geometry::Box{{1, 1, 1}}, {}, Pose::translation(x, 0, 0))));
  }
  void move(const char* name, double x) {
    QVERIFY(window_->bridge().commit(QStringLiteral("move"),
                                     session::setPose(world()->childNamed(world::kRootObject, name), world::kRootObject,
                                                      Pose::translation(x, 0, 0))));
  }
  // A robot with a mesh that is not there.
  void importHalf() {
    const QByteArray robot =
        "<robot name='half'><link name='base_link'><visual><geometry><box size='1 1 1'/></geometry></visual>"
        "<visual><geometry><mesh filename='missing.stl'/></geometry></visual></link></robot>";
    window_->openFiles({write(QStringLiteral("half.urdf"), robot)});
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 20000);
    QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
    QTRY_VERIFY2(has(QStringLiteral("issing.stl' was not found")), qPrintable(listed().join(QLatin1Char('|'))));
  }
  void showPanel() {
    auto* dock = window_->findChild<QDockWidget*>(QStringLiteral("problems"));
    dock->show();
    dock->raise();
    QTRY_VERIFY(panel()->list()->isVisible() && !panel()->list()->visibleRegion().isEmpty());
  }
};

void TestProblems::collisionsAreListedAsLongAsTheyAreThere() {
  box("one", 0);
  box("two", 0.6);
  box("far", 40);
  QTRY_VERIFY(has(QStringLiteral("one")) && has(QStringLiteral("two")));
  QCOMPARE(listed().size(), 1);
  // A double click goes there: both are selected, and the contact is in view.
  showPanel();
  auto* view = window_->viewHost().view();
  ui::CameraState away;
  away.eye = Vec3(40, -10, 8);
  away.target = Vec3(40, 0, 0);
  view->setCamera(away);
  const QPoint at = panel()->list()->visualRect(panel()->list()->model()->index(0, 0)).center();
  QTest::mouseClick(panel()->list()->viewport(), Qt::LeftButton, {}, at);
  QTest::mouseDClick(panel()->list()->viewport(), Qt::LeftButton, {}, at);
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{2});
  Bounds contact;
  contact.add(Vec3(0.2, -0.1, -0.1));
  contact.add(Vec3(0.4, 0.1, 0.1));
  QTRY_VERIFY(view->shows(contact));
  move("two", 3);
  QTRY_VERIFY(listed().isEmpty());
  run("edit.undo");
  QTRY_COMPARE(listed().size(), 1);
  window_->document().reset();
  QTRY_VERIFY(listed().isEmpty());
}

void TestProblems::aFailedSaveIsListedUntilItIsSaved() {
  box("one", 0);
  window_->document().save(folder_.filePath(QStringLiteral("no/folder/a.wright")));
  QTRY_VERIFY(has(QStringLiteral("a.wright could not be saved")));
  saveTo(folder_.filePath(QStringLiteral("a.wright")));
  QTRY_VERIFY(listed().isEmpty());
  QVERIFY2(logged().join(QLatin1Char('|')).contains(QStringLiteral("a.wright could not be saved")), "the log keeps it");
}

void TestProblems::theNoticeOfAFailedSaveStaysUntilItIsSaved() {
  box("one", 0);
  saveTo(folder_.filePath(QStringLiteral("stays.wright")));
  QTRY_VERIFY(noticeTexts().contains(QStringLiteral("Saved")));
  window_->notifications().setPace(0.001);
  box("two", 3);
  const QString folder = folder_.filePath(QStringLiteral("later"));
  window_->document().save(folder + QStringLiteral("/stays.wright"));
  const auto told = [this] {
    return noticeTexts().join(QLatin1Char('|')).contains(QStringLiteral("stays.wright could not be saved"));
  };
  QTRY_VERIFY(told());
  QVERIFY(!noticeTexts().contains(QStringLiteral("Saved")));
  QTest::qWait(300);
  QVERIFY(told());
  // With the cause gone, the notice itself tries again.
  QVERIFY(QDir().mkpath(folder));
  window_->notifications().setPace(1.0);
  auto* again = noticeButton(QStringLiteral("Try again"));
  QVERIFY(again);
  QSignalSpy saved(&window_->document(), &Document::saved);
  QTest::mouseClick(again, Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(!told());
  // One that is left open goes with the next save that works.
  window_->document().save(folder_.filePath(QStringLiteral("no/folder/stays.wright")));
  QTRY_VERIFY(told());
  saveTo(folder_.filePath(QStringLiteral("stays_2.wright")));
  QTRY_VERIFY(!told());
}

void TestProblems::theChipOfCollisionsSelectsWhatCanBeMoved() {
  box("one", 0);
  box("two", 0.6);
  QTRY_VERIFY(has(QStringLiteral("one")) && has(QStringLiteral("two")));
  ui::Chip* chip = nullptr;
  for (auto* c : window_->findChildren<ui::Chip*>())
    if (c->text().contains(QStringLiteral("collision"))) chip = c;
  QVERIFY(chip);
  Q_EMIT chip->clicked();
  const auto& selection = window_->selection();
  QCOMPARE(selection.nodes().size(), std::size_t{2});
  for (const char* name : {"one", "two"}) QVERIFY(selection.contains(world()->childNamed(world::kRootObject, name)));
}

void TestProblems::aFolderIsNoFileToSaveTo() {
  box("one", 0);
  const QString folder = folder_.filePath(QStringLiteral("plant.wright"));
  QVERIFY(QDir().mkpath(folder));
  window_->document().save(folder);
  QTRY_VERIFY2(has(QStringLiteral("plant.wright is a folder")), qPrintable(listed().join(QLatin1Char('|'))));
  QVERIFY(window_->document().isDirty() && window_->document().path().isEmpty());
  QVERIFY(QFileInfo(folder).isDir());
  QVERIFY(noticeButton(action("file.save-as")->text().remove(QLatin1Char('&'))));
}

void TestProblems::failuresOfOtherWorldsAreNotListed() {
  box("one", 0);
  window_->document().save(folder_.filePath(QStringLiteral("no/folder/b.wright")));
  QTRY_VERIFY(has(QStringLiteral("b.wright could not be saved")));
  window_->openFiles({write(QStringLiteral("broken.urdf"), "<robot name='x'><link")});
  QTRY_VERIFY_WITH_TIMEOUT(has(QStringLiteral("broken.urdf cannot be imported")), 20000);
  wizard()->reject();
  window_->document().reset();
  QTRY_VERIFY(listed().isEmpty());
}

void TestProblems::aFileThatCouldNotBeOpened() {
  const QString file = folder_.filePath(QStringLiteral("later.wright")),
                other = folder_.filePath(QStringLiteral("other.wright"));
  window_->document().open(file);
  QTRY_VERIFY(has(QStringLiteral("later.wright could not be opened")));
  box("one", 0);
  saveTo(other);
  QVERIFY(has(QStringLiteral("later.wright could not be opened")));
  QVERIFY(QFile::copy(other, file));
  window_->document().open(file);
  QTRY_COMPARE(window_->document().path(), file);
  QTRY_VERIFY(listed().isEmpty());
}

void TestProblems::anEditThatWasRefusedGoesWithTheNext() {
  box("one", 0);
  QVERIFY(!window_->bridge().commit(QStringLiteral("Make one"),
                                    session::createPrimitive(world::kRootObject, world::kRootEntity, "one",
                                                             geometry::Box{{1, 1, 1}}, {}, Pose::identity())));
  QTRY_COMPARE(listed().size(), 1);
  QVERIFY2(has(QStringLiteral("Make one")), qPrintable(listed().join(QLatin1Char('|'))));
  box("two", 5);
  QTRY_VERIFY(listed().isEmpty());
}

void TestProblems::warningsOfAnImportGoWithItsObjects() {
  importHalf();
  run("edit.undo");
  QTRY_VERIFY(listed().isEmpty());
}

void TestProblems::twoImportsOfAFileKeepTheirWarningsApart() {
  box("first", 0);
  box("second", 5);
  auto* watch = window_->findChild<ProblemWatch*>();
  QVERIFY(watch);
  Diagnostic odd;
  odd.code = "mesh-missing";
  odd.message = "a mesh was not found";
  const auto file = QStringLiteral("half.urdf");
  const ObjectId first = world()->childNamed(world::kRootObject, "first");
  const ObjectId second = world()->childNamed(world::kRootObject, "second");
  QCOMPARE(watch->imported(file, {odd}, {first}, {}), 1);
  QCOMPARE(watch->imported(file, {odd}, {second}, {}), 1);
  QCOMPARE(listed().size(), 2);
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObject(first, true)));
  QTRY_COMPARE(listed().size(), 1);
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObject(second, true)));
  QTRY_VERIFY(listed().isEmpty());
}

// Of 15 boxes in one place each touches each other one: 105 pairs.
void TestProblems::ofMoreThanAHundredCollisionsNoTotalIsTold() {
  for (int i = 0; i < 15; ++i) box(qPrintable(QStringLiteral("box_%1").arg(i)), 0.01 * i);
  const auto told = [this] {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QLatin1String("collisions")) return chip->text();
    return QString();
  };
  QTRY_COMPARE(told(), QStringLiteral("More than 100 collisions"));
  QTRY_VERIFY(has(QStringLiteral("More than 100 pairs collide")));
  QCOMPARE(listed().size(), 101);
  for (const char* name : {"box_0", "box_14"}) move(name, name[4] == '0' ? 40 : 60);
  QTRY_COMPARE(told(), QStringLiteral("78 collisions"));
  QTRY_COMPARE(listed().size(), 78);
}

void TestProblems::aCopyIsNoSaveOfTheWorld() {
  box("one", 0);
  window_->document().save(folder_.filePath(QStringLiteral("no/folder/e.wright")));
  QTRY_VERIFY(has(QStringLiteral("e.wright could not be saved")));
  QSignalSpy saved(&window_->document(), &Document::saved);
  window_->document().save(folder_.filePath(QStringLiteral("copy.wright")), {}, {},
                           Document::What::kCopyWithoutHistory);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(has(QStringLiteral("e.wright could not be saved")));
}

// Whole, too: what to do is at the end of the sentence.
void TestProblems::whatStopsStandsAboveWhatWarns() {
  importHalf();
  window_->document().save(folder_.filePath(QStringLiteral("no/folder/d.wright")));
  QTRY_VERIFY(has(QStringLiteral("d.wright could not be saved")));
  QVERIFY2(listed().front().contains(QStringLiteral("d.wright could not be saved")),
           qPrintable(listed().join(QLatin1Char('|'))));
  showPanel();
  auto* list = panel()->list();
  QVERIFY(!list->horizontalScrollBar()->isVisible());
  for (int row = 0; row < list->model()->rowCount(); ++row) {
    const QModelIndex at = list->model()->index(row, 0);
    const QRect needed = list->fontMetrics().boundingRect(QRect(0, 0, list->viewport()->width() - 28, 10000),
                                                          Qt::TextWordWrap, at.data().toString());
    QVERIFY2(list->visualRect(at).height() >= needed.height(), qPrintable(at.data().toString()));
  }
}

void TestProblems::aFailedPlanGoesWhenOneWorks() {
  auto made = samples::makeSample(samples::sampleList().front().name, window_->bridge().session().store());
  QVERIFY(made.ok());
  window_->document().restore({std::move(made).value()}, {}, editor::Document::Leave::kAgreed);
  auto& motion = window_->motion();
  QTRY_VERIFY(motion.targetBox()->count() > 0);
  QVERIFY(window_->bridge().commit(
      QStringLiteral("far"),
      session::createFrame(world::kRootObject, world::kRootEntity, "out_of_reach", Pose::translation(30, 0, 0))));
  QTRY_VERIFY(motion.targetBox()->findText(QStringLiteral("out_of_reach"), Qt::MatchContains) >= 0);
  motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("out_of_reach"), Qt::MatchContains));
  motion.plan();
  QTRY_VERIFY_WITH_TIMEOUT(has(QStringLiteral("No path")), 30000);
  QCOMPARE(listed().filter(QStringLiteral("No path")).size(), 1);
  motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("pick"), Qt::MatchContains));
  motion.plan();
  QTRY_VERIFY_WITH_TIMEOUT(motion.state() == ui::MotionPanel::State::kFresh, 60000);
  QTRY_VERIFY(!has(QStringLiteral("No path")));
}

// In the notice and under Problems; none for what there is not, or what is off.
void TestProblems::whatCanBeDoneIsAButton() {
  box("one", 0);
  window_->actions().refresh();
  const auto revision = window_->bridge().snapshot().revision;
  const QString undo = action("edit.undo")->text().remove(QLatin1Char('&'));
  for (const char* none : {"", "edit.redo", "no.such-action"}) {
    Q_EMIT window_->bridge().failed(QStringLiteral("It is not so (%1)").arg(none), {}, {}, QLatin1String(none));
    QVERIFY(noticeButton(QStringLiteral("Details")) && !noticeButton(undo));
    QVERIFY(panel()->actionButton()->isHidden());
    window_->notifications().closeAll();
  }
  Q_EMIT window_->bridge().failed(QStringLiteral("It is too large"), QStringLiteral("Undo it."), {},
                                  QStringLiteral("edit.undo"));
  QVERIFY(noticeButton(undo));
  QTest::mouseClick(noticeButton(undo), Qt::LeftButton);
  QTRY_VERIFY(window_->bridge().snapshot().revision != revision && !world()->childNamed(world::kRootObject, "one"));
  QTRY_VERIFY(panel()->actionButton()->isHidden());
  box("two", 0);
  Q_EMIT window_->bridge().failed(QStringLiteral("It is too large"), QStringLiteral("Undo it."), {},
                                  QStringLiteral("edit.undo"));
  showPanel();
  QTRY_VERIFY(panel()->actionButton()->isVisible() && panel()->actionButton()->text() == undo);
  QTest::mouseClick(panel()->actionButton(), Qt::LeftButton);
  QTRY_VERIFY(!world()->childNamed(world::kRootObject, "two"));
}

void TestProblems::failuresAreDismissedAndStatesStay() {
  box("one", 0);
  box("two", 0.6);
  QTRY_COMPARE(listed().size(), 1);
  window_->document().open(folder_.filePath(QStringLiteral("missing.wright")));
  QTRY_COMPARE(listed().size(), 2);
  showPanel();
  QTest::mouseClick(panel()->dismissButton(), Qt::LeftButton);
  QTRY_COMPARE(listed().size(), 1);
  QVERIFY(!has(QStringLiteral("missing.wright")));
  QVERIFY(!panel()->dismissButton()->isEnabled() && panel()->showButton()->isEnabled());
}

// A note is no failure: it says what is odd, and its user can do without it.
void TestProblems::notesCanBeTurnedOffAndOnAgain() {
  const auto note = QStringLiteral("looks like millimetres");
  box("one", 0);
  box("far", 500);
  QTRY_VERIFY(has(note) && has(QStringLiteral("500 mm, 0 mm, 0 mm")));
  showPanel();
  QVERIFY2(panel()->quietButton()->isVisible() && !panel()->allNotesButton()->isVisible(),
           qPrintable(listed().join(QStringLiteral("; "))));
  QTest::mouseClick(panel()->quietButton(), Qt::LeftButton);
  QTRY_VERIFY(listed().isEmpty());
  move("far", 3);
  move("far", 600);
  QTest::qWait(50);
  QVERIFY(!has(note));
  QVERIFY(panel()->allNotesButton()->isVisible());
  QTest::mouseClick(panel()->allNotesButton(), Qt::LeftButton);
  QVERIFY(!panel()->allNotesButton()->isVisible());
  move("far", 3);
  move("far", -900);
  QTRY_VERIFY(has(note));
  // It is of that edit.
  move("far", 3);
  QTRY_VERIFY(!has(note));
}

// Of three coordinates one was typed in another unit.
void TestProblems::onlyWhatWasSetIsReadAsMillimetres() {
  const auto place = [this](double x) {
    const ObjectId id = world()->childNamed(world::kRootObject, "part");
    QVERIFY(window_->bridge().commit(QStringLiteral("move"),
                                     session::setPose(id, world::kRootObject, Pose::translation(x, 0.03, 0.7205))));
  };
  box("one", 0);
  box("part", 3);
  // The window may hear of several edits at once; it is the last alone that is typed in another unit.
  QObject here;
  std::uint64_t heard = 0;
  connect(&window_->bridge(), &ui::SessionBridge::changed, &here,
          [&heard](const ui::ChangePtr& change) { heard = change->after.revision; });
  place(3);
  QTRY_COMPARE(heard, window_->bridge().snapshot().revision);
  place(520);
  QTRY_VERIFY2(has(QStringLiteral("520 mm, 30.0 mm, 721 mm is meant")) ||
                   has(QStringLiteral("520 mm, 30.0 mm, 720 mm is meant")),
               qPrintable(listed().join(QLatin1Char('|'))));
  QVERIFY2(!has(QStringLiteral("metres:")), qPrintable(listed().join(QLatin1Char('|'))));
  showPanel();
  QPushButton* remedy = nullptr;
  const auto found = [&] {
    for (auto* button : panel()->findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == QStringLiteral("Read as millimetres")) remedy = button;
    return remedy != nullptr;
  };
  const QPoint at = panel()->list()->visualRect(panel()->list()->model()->index(0, 0)).center();
  QTest::mouseClick(panel()->list()->viewport(), Qt::LeftButton, {}, at);
  QTRY_VERIFY(found());
  QTest::mouseClick(remedy, Qt::LeftButton);
  const auto p = [this] { return world()->rootT(world()->childNamed(world::kRootObject, "part")).p; };
  QTRY_VERIFY2((p() - Vec3(0.52, 0.03, 0.7205)).norm() < 1e-9,
               qPrintable(QStringLiteral("%1 %2 %3").arg(p().x()).arg(p().y()).arg(p().z())));
}

// What is hung on a robot and stands in its link is most likely mounted there.
void TestProblems::aMountedPartIsExcludedByAButton() {
  auto made = samples::makeSample(samples::sampleList().front().name, window_->bridge().session().store());
  QVERIFY(made.ok());
  const int rules = made->collisionSettings().collision_rules_size();
  window_->document().restore({std::move(made).value()}, {}, editor::Document::Leave::kAgreed);
  const ObjectId robot = world()->childNamed(world::kRootObject, "robot");
  QVERIFY(robot);
  const EntityId link = world()->object(robot)->entityNamed("link_6")->id;
  QVERIFY(window_->bridge().commit(QStringLiteral("mount"),
                                   session::createPrimitive(robot, link, "clamp", geometry::Box{{0.05, 0.05, 0.05}}, {},
                                                            world()->aTB({robot}, {link}))));
  const QString note = QStringLiteral("clamp");
  const auto told = [&] { return listed().filter(note).size(); };
  QTRY_VERIFY2(told() > 0, qPrintable(listed().join(QLatin1Char('|'))));
  showPanel();
  const auto* model = panel()->list()->model();
  int row = 0;
  while (!model->index(row, 0).data().toString().contains(note)) ++row;
  QTest::mouseClick(panel()->list()->viewport(), Qt::LeftButton, {},
                    panel()->list()->visualRect(model->index(row, 0)).center());
  const auto button = [this]() -> QPushButton* {
    for (auto* candidate : panel()->findChildren<QPushButton*>())
      if (candidate->isVisible() && candidate->text() == QStringLiteral("Exclude them")) return candidate;
    return nullptr;
  };
  QTRY_VERIFY(button());
  // One fact, one row.
  const auto of_link = listed().filter(note).filter(QStringLiteral("link_6"));
  QVERIFY2(of_link.size() == 1, qPrintable(listed().join(QLatin1Char('|'))));
  QTest::mouseClick(button(), Qt::LeftButton);
  QTRY_COMPARE(world()->collisionSettings().collision_rules_size(), rules + 1);
  QTRY_VERIFY2(!has(note), qPrintable(listed().join(QLatin1Char('|'))));
}

int main(int argc, char** argv) { return runWindowTest<TestProblems>(argc, argv); }
#include "test_problems.moc"
