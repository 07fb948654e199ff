// SPDX-License-Identifier: Apache-2.0
// The panel Collisions: rules made, changed, switched, reordered and deleted in their list.
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QScrollBar>

#include "tests/gui/editor/rules_test.h"

using namespace ww;
using namespace ww::editor;
using ui::RuleDo;

class TestRulePanel : public RulesTest {
  Q_OBJECT
 private Q_SLOTS:
  void init() { open(QSize(1280, 800)); }
  void theWorkspaceHasThePanel();
  void aRuleIsMadeOfWhatIsSelected();
  void sidesAreTypedWithAMargin();
  void aNameThatIsNotThereIsSaid();
  void sidesAreDroppedFromTheTree();
  void aRuleIsChangedInItsFields();
  void aRuleIsSwitchedByKey();
  void severalRulesAreChangedAtOnce();
  void marginsStayWithTheirRules();
  void rulesAreDuplicatedAndDeletedByKey();
  void onlyOwnExclusionsAreMoved();
  void ownRulesAreMadeAndChanged();
  void whatHoldsForAllIsAtTheTop();
  void rulesAreFilteredAndSorted();
  void eachRuleTellsWhatItDecides();
  void placesThatAreOthersByNowAreRefused();
  void sidesAreReadInANarrowPanel();
};

// ---- where it is

void TestRulePanel::theWorkspaceHasThePanel() {
  press(Qt::Key_3, Qt::AltModifier);
  QTRY_VERIFY(isSeen("collisions"));
  QCOMPARE(panel().pages().mid(0, 3), (QStringList{"rules", "findings", "explain"}));
  press(Qt::Key_F5);
  QTRY_VERIFY(!isSeen("collisions"));
  press(Qt::Key_F5);
  QTRY_VERIFY(isSeen("collisions"));
}

// ---- making

void TestRulePanel::aRuleIsMadeOfWhatIsSelected() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  window_->selection().select({one, two});
  run("rules.new");
  QTRY_VERIFY(isSeen("collisions") && editor().isDrafting());
  QCOMPARE(editor().left()->edit()->text(), QStringLiteral("one"));
  QCOMPARE(editor().right()->edit()->text(), QStringLiteral("two"));
  QTest::mouseClick(editor().addButton(), Qt::LeftButton);
  QTRY_COMPARE(listed(), QStringList{"one|two|Not checked|"});
  QVERIFY(!editor().isDrafting());
  QCOMPARE(rules().chosen().size(), std::size_t{1});  // it is the one that can be changed next
  run("edit.undo");
  QTRY_VERIFY(listed().isEmpty());
  run("edit.redo");
  QTRY_COMPARE(listed().size(), 1);
}

void TestRulePanel::sidesAreTypedWithAMargin() {
  box("one", 0);
  box("two", 3);
  showPanel();
  rules().list()->setFocus();
  key(Qt::Key_Insert);
  QTRY_VERIFY(editor().isDrafting());
  type(editor().left()->edit(), "one, two");
  editor().action()->setFocus();
  QTest::keyClick(editor().action(), Qt::Key_Down);
  QTRY_VERIFY(editor().margin()->isVisible());
  type(editor().margin()->edit(), "20");
  QTest::mouseClick(editor().addButton(), Qt::LeftButton);
  QTRY_COMPARE(listed().size(), 1);
  QVERIFY2(listed().front().startsWith(QStringLiteral("one, two|anything|Kept apart|20")),
           qPrintable(listed().front()));
}

void TestRulePanel::aNameThatIsNotThereIsSaid() {
  box("one", 0);
  showPanel();
  const auto before = steps();
  rules().newRule();
  type(editor().left()->edit(), "onne");
  QTRY_VERIFY(editor().left()->errorLabel()->isVisible());
  QVERIFY2(editor().left()->errorLabel()->text().contains(QStringLiteral("one")),
           qPrintable(editor().left()->errorLabel()->text()));
  QTest::mouseClick(editor().addButton(), Qt::LeftButton);
  QCOMPARE(steps(), before);
  // Neither is one about everything made by mistake.
  type(editor().left()->edit(), "");
  QTest::mouseClick(editor().addButton(), Qt::LeftButton);
  QVERIFY(editor().left()->errorLabel()->isVisible());
  QCOMPARE(steps(), before);
}

void TestRulePanel::sidesAreDroppedFromTheTree() {
  const ObjectId one = box("one", 0);
  showPanel();
  rules().newRule();
  auto* model = window_->findChild<ui::ScenePanel*>()->model();
  const std::unique_ptr<QMimeData> data(model->mimeData({model->indexOf(one)}));
  auto* edit = editor().right()->edit();
  QDragEnterEvent enter(QPoint(4, 4), Qt::MoveAction, data.get(), Qt::LeftButton, {});
  QApplication::sendEvent(edit, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(4, 4), Qt::MoveAction, data.get(), Qt::LeftButton, {});
  QApplication::sendEvent(edit, &drop);
  QCOMPARE(edit->text(), QStringLiteral("one"));
}

// ---- changing

void TestRulePanel::aRuleIsChangedInItsFields() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  box("far", 9);
  rule(one, two, true);
  showPanel();
  QTRY_COMPARE(listed().size(), 1);
  choose(0);
  key(Qt::Key_F2);
  QTRY_VERIFY(editor().left()->edit()->hasFocus());
  type(editor().right()->edit(), "far");
  QTRY_COMPARE(listed(), QStringList{"one|far|Not checked|"});
  // Taken from the selection.
  window_->selection().select({two});
  QTest::mouseClick(editor().left()->takeButton(), Qt::LeftButton);
  QTRY_COMPARE(listed(), QStringList{"two|far|Not checked|"});
  run("edit.undo");
  QTRY_COMPARE(listed(), QStringList{"one|far|Not checked|"});
  run("edit.undo");
  QTRY_COMPARE(listed(), QStringList{"one|two|Not checked|"});
}

void TestRulePanel::aRuleIsSwitchedByKey() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  rule(one, two, true);
  rule(one, two, false, 0.02);
  showPanel();
  QTRY_COMPARE(listed().size(), 2);
  choose(0);
  key(Qt::Key_Space);
  QTRY_COMPARE(listed().size(), 2);
  QTRY_VERIFY(std::ranges::count(rules().model()->list().rows, false, &usecase::RuleRow::enabled) == 1);
  // It is still the one that is chosen, though it stands elsewhere now.
  QCOMPARE(rules().chosen().size(), std::size_t{1});
  QVERIFY(rules().chosen().front().home == usecase::RuleHome::kSwitchedOff);
  key(Qt::Key_Space);
  QTRY_VERIFY(std::ranges::all_of(rules().model()->list().rows, &usecase::RuleRow::enabled));
  QCOMPARE(rules().chosen().front().index, 0);
  run("edit.undo");
  QTRY_VERIFY(std::ranges::count(rules().model()->list().rows, false, &usecase::RuleRow::enabled) == 1);
}

void TestRulePanel::severalRulesAreChangedAtOnce() {
  const ObjectId one = box("one", 0), two = box("two", 3), far = box("far", 9);
  rule(one, two, true);
  rule(one, far, true);
  rule(two, far, true);
  showPanel();
  QTRY_COMPARE(listed().size(), 3);
  const auto before = steps();
  choose(0);
  rules().list()->selectAll();
  QTRY_COMPARE(rules().chosen().size(), std::size_t{3});
  editor().action()->setFocus();
  QTest::keyClick(editor().action(), Qt::Key_Down);
  QTRY_COMPARE(listed().filter(QStringLiteral("|Checked|")).size(), 3);
  QCOMPARE(steps(), before + 1);
  QCOMPARE(rules().chosen().size(), std::size_t{3});
  type(editor().margin()->edit(), "10");
  QTRY_COMPARE(listed().filter(QStringLiteral("|Kept apart|10")).size(), 3);
  QCOMPARE(steps(), before + 2);
  run("edit.undo");
  QTRY_COMPARE(listed().filter(QStringLiteral("|Checked|")).size(), 3);
  run("edit.undo");
  QTRY_COMPARE(listed().filter(QStringLiteral("|Not checked|")).size(), 3);
}

void TestRulePanel::marginsStayWithTheirRules() {
  const ObjectId one = box("one", 0), two = box("two", 3), far = box("far", 9);
  rule(one, two, false, 0.005);
  rule(one, far, false, 0.02);
  showPanel();
  QTRY_COMPARE(listed().size(), 2);
  // One that cannot be is not that of the next rule.
  choose(0);
  QTRY_COMPARE(editor().margin()->value(), 0.005);
  type(editor().margin()->edit(), "-5");
  QVERIFY(editor().margin()->hasError());
  choose(1);
  QTRY_COMPARE(editor().margin()->value(), 0.02);
  QVERIFY(!editor().margin()->hasError() && !editor().margin()->isTyped());
  // The same entry chosen again.
  const auto choose_margin = [this] {
    auto* action = editor().action();
    action->setCurrentIndex(action->findText(QStringLiteral("Checked, kept apart by")));
    Q_EMIT action->activated(action->currentIndex());
    QTest::qWait(50);
  };
  const auto before = steps();
  rules().list()->selectAll();
  QTRY_VERIFY(editor().margin()->isMixed());
  choose_margin();
  QCOMPARE(steps(), before);
  // Of rules of other kinds, too.
  rule(two, far, true);
  QTRY_COMPARE(listed().size(), 3);
  rules().list()->selectAll();
  QTRY_COMPARE(rules().chosen().size(), std::size_t{3});
  choose_margin();
  QTRY_COMPARE(listed().filter(QStringLiteral("|Checked|")).size(), 1);
  QCOMPARE(listed().filter(QStringLiteral("|Kept apart|5")).size(), 1);
  QCOMPARE(listed().filter(QStringLiteral("|Kept apart|20")).size(), 1);
}

void TestRulePanel::rulesAreDuplicatedAndDeletedByKey() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  window_->selection().select({one});  // which the keys do not mean
  rule(one, two, true);
  showPanel();
  QTRY_COMPARE(listed().size(), 1);
  choose(0);
  key(Qt::Key_D, Qt::ControlModifier);
  QTRY_COMPARE(listed(), (QStringList{"one|two|Not checked|", "one|two|Not checked|"}));
  choose(1);
  key(Qt::Key_Delete);
  QTRY_COMPARE(listed().size(), 1);
  QVERIFY(world()->object(one));
  run("edit.undo");
  QTRY_COMPARE(listed().size(), 2);
  run("edit.undo");
  QTRY_COMPARE(listed().size(), 1);
}

// ---- objects' own rules

void TestRulePanel::onlyOwnExclusionsAreMoved() {
  openSample();
  const auto object = world()->object(robot());
  std::vector<std::string> links;
  for (const auto& entity : object->entities)
    if (!entity->collision.empty() && !entity->name.empty()) links.push_back(entity->name);
  QVERIFY(links.size() >= 3);
  const std::vector<session::OwnRuleUpdate> own{
      {session::RulePolicy::kClearAll, {}},
      {session::RulePolicy::kAppend, {links[0], links[1], false, true, 0.0}},
      {session::RulePolicy::kAppend, {links[0], links[2], false, false, 0.0}}};
  QVERIFY(window_->bridge().commit(QStringLiteral("own"), session::updateOwnRules(robot(), own)));
  showPanel();
  const QString first = QString::fromStdString(links[0] + "|" + links[1]) + QStringLiteral("|Not checked|");
  const QString second = QString::fromStdString(links[0] + "|" + links[2]) + QStringLiteral("|Checked all the same|");
  QTRY_VERIFY2(listed().contains(first) && listed().contains(second), qPrintable(listed().join(QLatin1Char('\n'))));
  QVERIFY(listed().indexOf(first) < listed().indexOf(second));
  choose(static_cast<int>(listed().indexOf(second)));
  QVERIFY(rules().button(RuleDo::kUp)->isEnabled() && !rules().button(RuleDo::kDown)->isEnabled());
  key(Qt::Key_Up, Qt::AltModifier);
  QTRY_VERIFY(listed().indexOf(second) < listed().indexOf(first));
  QCOMPARE(rules().chosen().front().index, 0);
  run("edit.undo");
  QTRY_VERIFY(listed().indexOf(first) < listed().indexOf(second));
  // The order of the world's rules means nothing: they stay.
  rule(robot(), world()->childNamed(world::kRootObject, "table"), true);
  QTRY_COMPARE(shownRules().front().data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
  choose(0);
  QVERIFY(!rules().button(RuleDo::kUp)->isEnabled() && !rules().button(RuleDo::kDown)->isEnabled());
}

void TestRulePanel::ownRulesAreMadeAndChanged() {
  openSample();
  const auto object = world()->object(robot());
  std::vector<std::string> links;
  for (const auto& entity : object->entities)
    if (!entity->collision.empty() && !entity->name.empty()) links.push_back(entity->name);
  window_->bridge().commit(
      QStringLiteral("own"),
      session::updateOwnRules(robot(), std::vector<session::OwnRuleUpdate>{{session::RulePolicy::kClearAll, {}}}));
  showPanel();
  rules().newRule(robot());
  type(editor().left()->edit(), "no_such_link");
  QTRY_VERIFY(editor().left()->errorLabel()->isVisible());
  type(editor().left()->edit(), links[0].c_str());
  type(editor().right()->edit(), links[2].c_str());
  QTest::mouseClick(editor().addButton(), Qt::LeftButton);
  const QString made = QString::fromStdString(links[0] + "|" + links[2]) + QStringLiteral("|Not checked|");
  QTRY_VERIFY2(listed().contains(made), qPrintable(listed().join(QLatin1Char('\n'))));
  QCOMPARE(session::ownRules(*world()->peek(robot())).size(), std::size_t{1});
  type(editor().right()->edit(), links[1].c_str());
  QTRY_COMPARE(session::ownRules(*world()->peek(robot())).front().right, links[1]);
  key(Qt::Key_Delete);
  QTRY_VERIFY(session::ownRules(*world()->peek(robot())).empty());
}

// ---- what holds for all

void TestRulePanel::whatHoldsForAllIsAtTheTop() {
  box("one", 0);
  box("two", 3);
  showPanel();
  QTRY_VERIFY(rules().checking()->isChecked());
  QTest::mouseClick(rules().checking(), Qt::LeftButton, {}, QPoint(8, rules().checking()->height() / 2));
  QTRY_VERIFY(!rules().model()->list().checking);
  QTRY_VERIFY(rules().status()->text().contains(QStringLiteral("switched off")));
  run("edit.undo");
  QTRY_VERIFY(rules().checking()->isChecked() && rules().model()->list().checking);
  type(rules().minimumMargin()->edit(), "5");
  QTRY_VERIFY(std::abs(rules().model()->list().minimum_margin.value_or(0.0) - 0.005) < 1e-12);
  QTest::mouseClick(rules().noMarginButton(), Qt::LeftButton);
  QTRY_VERIFY(!rules().model()->list().minimum_margin);
  run("edit.undo");
  QTRY_VERIFY(std::abs(rules().model()->list().minimum_margin.value_or(0.0) - 0.005) < 1e-12);
}

void TestRulePanel::rulesAreFilteredAndSorted() {
  const ObjectId one = box("one", 0), two = box("two", 3), far = box("far", 9);
  rule(one, two, false, 0.03);
  rule(one, far, false, 0.01);
  rule(two, far, true);
  showPanel();
  QTRY_COMPARE(listed().size(), 3);
  QTest::keyClicks(rules().filter(), QStringLiteral("two far"));
  QTRY_COMPARE(listed(), QStringList{"two|far|Not checked|"});
  rules().filter()->clear();
  window_->selection().select({one});
  rules().showOnly(ui::RulesPanel::Show::kSelection);
  QTRY_COMPARE(listed().filter(QStringLiteral("one")).size(), 2);
  QCOMPARE(listed().size(), 2);
  rules().showOnly(ui::RulesPanel::Show::kAll);
  auto* header = rules().list()->header();
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                    QPoint(header->sectionViewportPosition(RulesModel::kMargin) + 8, header->height() / 2));
  QTRY_VERIFY(listed().size() == 3 && listed()[1].startsWith(QStringLiteral("one|far")) &&
              listed()[2].startsWith(QStringLiteral("one|two")));
}

void TestRulePanel::eachRuleTellsWhatItDecides() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  rule(one, two, true);
  rule(one, two, false, 0.02);
  showPanel();
  const auto pairs = [this](int number) {
    return shownRules().value(number).siblingAtColumn(RulesModel::kPairs).data().toString();
  };
  QTRY_COMPARE(pairs(0), QStringLiteral("1"));
  QTRY_COMPARE(pairs(1), QStringLiteral("0"));
  QTRY_VERIFY2(rules().status()->text().startsWith(QStringLiteral("0 of 1 pairs")),
               qPrintable(rules().status()->text()));
  choose(0);
  key(Qt::Key_Space);
  QTRY_COMPARE(pairs(0), QStringLiteral("1"));  // the margin decides now
  QTRY_COMPARE(pairs(1), QStringLiteral("off"));
}

// Somebody else was quicker: what stands at the place now is another rule.
void TestRulePanel::placesThatAreOthersByNowAreRefused() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  rule(one, two, true);
  const auto seen = world();
  rule(one, two, false, 0.02);
  QSignalSpy failed(&window_->bridge(), &ui::SessionBridge::failed);
  const auto before = steps();
  QVERIFY(!ui::removeRules(window_->bridge(), *seen, {{usecase::RuleHome::kWorldExclusion, 0, {}}}));
  QCOMPARE(failed.count(), 1);
  QCOMPARE(steps(), before);
}

// As at 200 % of a usual screen: what a rule is about stays, what it decides is seen with more room again.
void TestRulePanel::sidesAreReadInANarrowPanel() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  rule(one, two, false, 0.02);
  showPanel();
  QTRY_COMPARE(listed().size(), 1);
  auto* list = rules().list();
  window_->resize(1600, 900);
  QTRY_VERIFY(!list->isColumnHidden(RulesModel::kPairs) && !list->isColumnHidden(RulesModel::kMargin));
  window_->resize(960, 640);
  QTRY_VERIFY2(list->columnWidth(RulesModel::kLeft) >= 100,
               qPrintable(QString::number(list->columnWidth(RulesModel::kLeft))));
  QVERIFY(list->columnWidth(RulesModel::kRight) >= 100 && !list->isColumnHidden(RulesModel::kAction));
  QTRY_VERIFY(!list->horizontalScrollBar()->isVisible());
  window_->resize(1600, 900);
  QTRY_VERIFY(!list->isColumnHidden(RulesModel::kPairs) && !list->isColumnHidden(RulesModel::kMargin));
}

int main(int argc, char** argv) { return runWindowTest<TestRulePanel>(argc, argv); }
#include "test_rule_panel.moc"
