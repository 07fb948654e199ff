// SPDX-License-Identifier: Apache-2.0
// The panel Collisions: what is odd about rules is repaired, and why a pair is checked or not is asked and changed in
// the window.
#include <QListView>

#include "tests/gui/editor/rules_test.h"
#include "ui/models/problems_model.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/rules_section.h"

using namespace ww;
using namespace ww::editor;

class TestCollisionWhy : public RulesTest {
  Q_OBJECT
 private Q_SLOTS:
  void init() { open(QSize(1280, 800)); }
  void findingsAreRepaired();
  void aPairTellsWhyItIsIgnored();
  void aContactTellsWhyItIsOne();
  void propertiesLeadToTheRules();
};

// ---- findings

void TestCollisionWhy::findingsAreRepaired() {
  const ObjectId one = box("one", 0), two = box("two", 3);
  rule(one, two, true);
  rule(one, two, false, 0.02);   // never decides
  rule(one, one, false, 500.0);  // absurd, and about nothing
  showPanel();
  run("rules.findings");
  QTRY_COMPARE(panel().page(), QStringLiteral("findings"));
  auto& findings = panel().findings();
  QTRY_VERIFY(findings.count() >= 2);
  QVERIFY(panel().tabs()->tabText(1).contains(QString::number(findings.count())));
  const QString first = findings.texts().front();
  const int before = findings.count();
  QVERIFY(findings.repairButton(0)->isEnabled());
  QTest::mouseClick(findings.repairButton(0), Qt::LeftButton);
  QTRY_VERIFY2(findings.count() < before && !findings.texts().contains(first),
               qPrintable(findings.texts().join(QLatin1Char('\n'))));
  const auto steps_before = steps();
  QTRY_VERIFY(findings.allButton()->isEnabled());
  QTest::mouseClick(findings.allButton(), Qt::LeftButton);
  QTRY_COMPARE(findings.count(), 0);
  QCOMPARE(steps(), steps_before + 1);
  QTRY_VERIFY(findings.note()->text().contains(QStringLiteral("Nothing is odd")));
  run("edit.undo");
  QTRY_VERIFY(findings.count() > 0);
  // What it is about can be shown.
  QTest::mouseClick(findings.showButton(0), Qt::LeftButton);
  QTRY_COMPARE(panel().page(), QStringLiteral("rules"));
  QCOMPARE(rules().chosen().size(), std::size_t{1});
}

// ---- why

// Why is this not red, which rule is it, how do I change it: asked by the menu, answered and done in the panel.
void TestCollisionWhy::aPairTellsWhyItIsIgnored() {
  const ObjectId one = box("one", 0), two = box("two", 0.6);
  rule(one, two, true);
  rule(one, two, false, 0.02);
  window_->selection().select({one, two});
  window_->actions().refresh();
  QVERIFY2(action("rules.explain")->text().contains(QStringLiteral("one")),
           qPrintable(action("rules.explain")->text()));
  run("rules.explain");
  auto& why = panel().explainer();
  QTRY_VERIFY(isSeen("collisions") && why.isVisible());
  QTRY_VERIFY2(why.verdict()->text().contains(QStringLiteral("one")) && says().size() == 2,
               qPrintable(why.verdict()->text()));
  QVERIFY2(says().front().contains(QStringLiteral("rule 0")), qPrintable(says().front()));
  QVERIFY(why.says()->topLevelItem(0)->font(0).bold() && !why.says()->topLevelItem(1)->font(0).bold());
  QVERIFY(!why.why()->text().isEmpty() && why.distance()->text().contains(QStringLiteral("overlap")));
  // Both nearest points stand in the view, as long as the page does.
  QTRY_VERIFY(!window_->viewHost().view()->marks().measures(ui::scene::MeasureOf::kPair).empty());
  // To the rule, and back.
  QVERIFY(why.ruleButton()->isVisible() && !why.excludeButton()->isVisible());
  QTest::mouseClick(why.ruleButton(), Qt::LeftButton);
  QTRY_COMPARE(panel().page(), QStringLiteral("rules"));
  QCOMPARE(rules().chosen().front().index, 0);
  QTRY_VERIFY(window_->viewHost().view()->marks().measures(ui::scene::MeasureOf::kPair).empty());
  panel().showPage(QStringLiteral("explain"));
  // One click has them checked again.
  QTRY_VERIFY(why.switchButton()->isVisible());
  QTest::mouseClick(why.switchButton(), Qt::LeftButton);
  QTRY_VERIFY2(why.verdict()->text().contains(QStringLiteral("collide now")), qPrintable(why.verdict()->text()));
  QVERIFY(why.excludeButton()->isVisible());
  run("edit.undo");
  QTRY_VERIFY(why.checkButton()->isVisible() && !why.excludeButton()->isVisible());
  QTest::mouseClick(why.checkButton(), Qt::LeftButton);
  QTRY_VERIFY(why.excludeButton()->isVisible());
  // Apart by more: the smallest margin holds, so a larger one would do nothing. That is said instead.
  const auto before = steps();
  type(why.margin()->edit(), "50");
  QTest::mouseClick(why.apartButton(), Qt::LeftButton);
  QVERIFY(why.margin()->hasError());
  QCOMPARE(steps(), before);
  type(why.margin()->edit(), "10");
  QTest::mouseClick(why.apartButton(), Qt::LeftButton);
  QTRY_COMPARE(says().size(), 2);
  QCOMPARE(steps(), before + 1);
  QTRY_VERIFY2(why.verdict()->text().contains(QStringLiteral("collide now")), qPrintable(why.verdict()->text()));
  // Other two are selected: the answer follows.
  const ObjectId far = box("far", 9);
  window_->selection().select({one, far});
  QTRY_VERIFY(why.verdict()->text().contains(QStringLiteral("far")));
}

void TestCollisionWhy::aContactTellsWhyItIsOne() {
  box("one", 0);
  box("two", 0.6);
  window_->docks().show(QStringLiteral("problems"));
  auto& problems = window_->docks().problems();
  QTRY_COMPARE_WITH_TIMEOUT(problems.list()->model()->rowCount(), 1, 20000);
  QTRY_VERIFY(problems.whyButton()->isVisible());
  QTest::mouseClick(problems.whyButton(), Qt::LeftButton);
  QTRY_COMPARE(panel().page(), QStringLiteral("explain"));
  QTRY_VERIFY2(panel().explainer().verdict()->text().contains(QStringLiteral("two")),
               qPrintable(panel().explainer().verdict()->text()));
  QVERIFY(!panel().explainer().why()->text().isEmpty());
  // With the panel open, a click on the chip goes to the pair and tells of it there.
  ui::Chip* chip = nullptr;
  for (auto* found : window_->findChildren<ui::Chip*>())
    if (found->property("about").toString() == QLatin1String("collisions")) chip = found;
  panel().showPage(QStringLiteral("rules"));
  QTest::mouseClick(chip, Qt::LeftButton);
  QTRY_COMPARE(panel().page(), QStringLiteral("explain"));
  QVERIFY(isSeen("collisions"));
  // And so does its menu, whatever is open.
  window_->docks().fold(QStringLiteral("collisions"));
  QTRY_VERIFY(!isSeen("collisions"));
  QVERIFY(chip->contextMenuPolicy() == Qt::ActionsContextMenu && !chip->actions().isEmpty());
  chip->actions().front()->trigger();
  QTRY_VERIFY(isSeen("collisions"));
  QCOMPARE(panel().page(), QStringLiteral("explain"));
  QTRY_VERIFY(panel().explainer().excludeButton()->isVisible());
  QTest::mouseClick(panel().explainer().excludeButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(problems.list()->model()->rowCount(), 0, 20000);
}

void TestCollisionWhy::propertiesLeadToTheRules() {
  const ObjectId one = box("one", 0), two = box("two", 3), far = box("far", 9);
  rule(one, two, true);
  rule(two, far, true);
  window_->docks().show(QStringLiteral("properties"));
  window_->selection().select({one});
  const auto link = [this]() -> QPushButton* {
    auto* section = window_->docks().properties().findChild<ui::RulesSection*>();
    return section ? section->findChild<QPushButton*>(QStringLiteral("smallLink")) : nullptr;
  };
  QTRY_VERIFY(link());
  link()->click();
  QTRY_VERIFY(isSeen("collisions"));
  QTRY_COMPARE(listed(), QStringList{"one|two|Not checked|"});
}

int main(int argc, char** argv) { return runWindowTest<TestCollisionWhy>(argc, argv); }
#include "test_collision_why.moc"
