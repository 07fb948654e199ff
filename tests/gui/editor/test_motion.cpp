// SPDX-License-Identifier: Apache-2.0
// A motion that fails: what the window says, and what it offers.
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>

#include "intrinsic/world/proto/collision_settings.pb.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/status_line.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestMotion : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void thePairInTheWayCanBeExcluded();
  void twoSelectedThingsAreAllowedToCollide();
  void aDeletionSaysThatRulesGoWithIt();
  void aFailureReplacesWhatWasSaidBefore();
  void whatWasSaidEndsWithTheNextChange();
  void theRobotChosenStaysWhenAnotherComes();
  void theReportIsOfTheRobotShown();

 private:
  using State = ui::MotionPanel::State;
  ui::MotionPanel& motion() { return window_->motion(); }
  QString said() {
    for (const auto* label : window_->statusBar()->findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Hint")) return label->text();
    return {};
  }
  QPushButton* link(const QString& text) {
    for (auto* button : motion().findChildren<QPushButton*>())
      if (button->text() == text) return button;
    return nullptr;
  }
  void openSample() {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);  // all views know it
    QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  }
  void planTo(const QString& target, int type, State wanted) {
    motion().targetBox()->setCurrentIndex(motion().targetBox()->findText(target));
    motion().choice()->typeBox()->setCurrentIndex(type);
    run("motion.plan");
    QTRY_COMPARE_WITH_TIMEOUT(motion().state(), wanted, 60000);
  }
};

void TestMotion::thePairInTheWayCanBeExcluded() {
  openSample();
  planTo(QStringLiteral("behind_fixture"), 1, State::kFailed);
  auto* exclude = link(QStringLiteral("Exclude this pair"));
  QVERIFY(exclude && exclude->isVisible() && exclude->toolTip().contains(QStringLiteral("fixture")));
  QVERIFY2(motion().reportText().contains(QStringLiteral("exclude this pair")), qPrintable(motion().reportText()));
  // All of it is to be seen in a small window, too.
  window_->resize(960, 540);
  QTRY_COMPARE(window_->width(), 960);
  for (const auto* button : {exclude, link(QStringLiteral("Show what is involved"))})
    QTRY_VERIFY2(
        button->visibleRegion().boundingRect() == button->rect() && button->width() >= button->sizeHint().width(),
        qPrintable(button->text()));
  if (qEnvironmentVariableIsSet("WW_SHOT")) window_->grab().save(qEnvironmentVariable("WW_SHOT"));
  exclude->click();
  QTRY_COMPARE(motion().state(), State::kStale);
  const QString label = QString::fromStdString(plain(window_->bridge().session().undoName().label));
  QVERIFY2(label.startsWith(QStringLiteral("Allow collisions between ")) && label.contains(QStringLiteral("fixture")),
           qPrintable(label));
  QVERIFY(!exclude->isVisible());
  auto* again = link(QStringLiteral("Plan again"));
  QVERIFY(again && again->isVisible() && again->isEnabled());
  run("edit.undo");
  QTRY_COMPARE(motion().state(), State::kFailed);
  QVERIFY(exclude->isVisible() && !again->isVisible());
  run("edit.redo");
  QTRY_COMPARE(motion().state(), State::kStale);
  again->click();
  QTRY_VERIFY_WITH_TIMEOUT(motion().state() == State::kFresh || motion().state() == State::kFailed, 60000);
}

void TestMotion::twoSelectedThingsAreAllowedToCollide() {
  openSample();
  const auto robot = world()->childNamed(world::kRootObject, "robot"),
             fixture = world()->childNamed(world::kRootObject, "fixture");
  window_->selection().select({robot});
  window_->actions().refresh();
  QVERIFY(!action("edit.allow-collisions")->isEnabled() &&
          action("edit.allow-collisions")->toolTip().contains(QStringLiteral("exactly two")));
  window_->selection().select({robot, fixture});
  run("edit.allow-collisions");
  window_->actions().refresh();
  QVERIFY(!action("edit.allow-collisions")->isEnabled());
  QVERIFY(action("edit.check-collisions")->text().contains(QStringLiteral("robot and fixture")));
  run("edit.check-collisions");
  // Right where one looks for it: on the two, and by its name.
  Q_EMIT window_->viewHost().contextMenuRequested(QPoint(10, 10));
  bool found = false;
  for (auto* menu : window_->findChildren<QMenu*>())
    if (menu->isVisible()) {
      found = menu->actions().contains(action("edit.allow-collisions"));
      menu->close();
    }
  QVERIFY(found);
  for (const QString& typed : {QStringLiteral("rule"), QStringLiteral("collision")}) {
    ui::CommandPalette palette(window_->actions(), window_.get());
    palette.findChild<QLineEdit*>()->setText(typed);
    const auto* list = palette.findChild<QListWidget*>();
    bool listed = false;
    // So many actions have the word in their names.
    for (int row = 0; row < std::min(list->count(), 9); ++row)
      listed = listed || list->item(row)->data(Qt::UserRole) == QStringLiteral("edit.allow-collisions");
    QVERIFY2(listed, qPrintable(typed));
  }
}

// What else goes with a deletion is said: nobody looks for it.
void TestMotion::aDeletionSaysThatRulesGoWithIt() {
  openSample();
  const auto robot = world()->childNamed(world::kRootObject, "robot"),
             fixture = world()->childNamed(world::kRootObject, "fixture");
  window_->selection().select({robot, fixture});
  run("edit.allow-collisions");
  const int rules = world()->collisionSettings().collision_rules_size();
  window_->selection().select({fixture});
  run("edit.delete");
  const int left = world()->collisionSettings().collision_rules_size();
  QVERIFY(left < rules);
  const QString text = rules - left == 1 ? QStringLiteral("1 collision rule went too, which named what was deleted")
                                         : QStringLiteral("%1 collision rules went too").arg(rules - left);
  QVERIFY2(said().startsWith(text), qPrintable(said()));
  QTest::qWait(50);
  QVERIFY2(said().startsWith(text), qPrintable(said()));
  // Nothing is said of rules that did not go.
  run("edit.undo");
  QCOMPARE(world()->collisionSettings().collision_rules_size(), rules);
  run("add.box");
  run("edit.delete");
  QTest::qWait(50);
  QVERIFY2(!said().contains(QStringLiteral("rule")), qPrintable(said()));
}

void TestMotion::aFailureReplacesWhatWasSaidBefore() {
  openSample();
  planTo(QStringLiteral("home"), 0, State::kFresh);
  QVERIFY2(said().startsWith(QStringLiteral("Motion planned")), qPrintable(said()));
  planTo(QStringLiteral("behind_fixture"), 1, State::kFailed);
  QVERIFY2(said().startsWith(QStringLiteral("No path: ")), qPrintable(said()));
}

void TestMotion::whatWasSaidEndsWithTheNextChange() {
  run("add.box");
  run("edit.undo");
  QTRY_VERIFY2(said().startsWith(QStringLiteral("Undone")), qPrintable(said()));
  run("add.sphere");
  QTRY_VERIFY2(!said().contains(QStringLiteral("Undone")), qPrintable(said()));
  window_->say(QStringLiteral("told"));
  QCOMPARE(said(), QStringLiteral("told"));
  run("view.fit");
  QVERIFY(said() != QStringLiteral("told"));
}

void TestMotion::theRobotChosenStaysWhenAnotherComes() {
  openSample();
  const QString chosen = motion().robotBox()->currentText();
  const int robots = motion().robotBox()->count();
  window_->selection().select({world()->childNamed(world::kRootObject, "robot")});
  run("edit.duplicate");
  QTRY_VERIFY(motion().robotBox()->count() > robots);
  QCOMPARE(motion().robotBox()->currentText(), chosen);
}

void TestMotion::theReportIsOfTheRobotShown() {
  openSample();
  planTo(QStringLiteral("behind_fixture"), 1, State::kFailed);
  const QString told = motion().reportText();
  window_->selection().select({world()->childNamed(world::kRootObject, "robot")});
  const int robots = motion().robotBox()->count();
  run("edit.duplicate");
  QTRY_VERIFY(motion().robotBox()->count() > robots);
  const int first = motion().robotBox()->currentIndex();
  // The copy is another obstacle, so back to the world that was planned for is not what counts here.
  motion().robotBox()->setCurrentIndex(first == 0 ? 1 : 0);
  QVERIFY2(motion().reportText().startsWith(QStringLiteral("No motion of ")), qPrintable(motion().reportText()));
  QVERIFY(!link(QStringLiteral("Exclude this pair"))->isVisible() && !link(QStringLiteral("Plan again"))->isVisible());
  motion().robotBox()->setCurrentIndex(first);
  QVERIFY2(motion().reportText().contains(told.section(QLatin1Char('\n'), 0, 0)), qPrintable(motion().reportText()));
}

int main(int argc, char** argv) { return runWindowTest<TestMotion>(argc, argv); }
#include "test_motion.moc"
