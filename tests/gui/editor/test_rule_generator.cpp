// SPDX-License-Identifier: Apache-2.0
// Collision rules generated from postures: offered for what was imported, tried in the background, applied as one step.
#include <QDialog>
#include <QScrollBar>
#include <QTreeView>

#include "app/editor/generator_offer.h"
#include "core/collision/rules/rules.h"
#include "core/session/rule_builders.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/rules/rule_generator_panel.h"

using namespace ww;
using namespace ww::editor;
using Model = ui::RuleGeneratorModel;

namespace {

// Three bars one behind the other; the last can fold back on the first.
const char kFolder[] =
    "<robot name='folder'>"
    "<link name='base'><collision><geometry><box size='0.2 0.2 0.1'/></geometry></collision></link>"
    "<link name='upper'><collision><origin xyz='0 0 0.25'/><geometry><box size='0.05 0.05 0.3'/></geometry></collision>"
    "</link>"
    "<link name='fore'><collision><origin xyz='0 0 0.25'/><geometry><box size='0.05 0.05 0.3'/></geometry></collision>"
    "</link>"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
    "<joint name='elbow' type='revolute'><parent link='upper'/><child link='fore'/><origin xyz='0 0 0.5'/>"
    "<axis xyz='0 1 0'/><limit lower='-0.5' upper='0.5' effort='1' velocity='1'/></joint></robot>";

}  // namespace

class TestRuleGenerator : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theSampleArmIsTriedAndRulesAreApplied();
  void onlyWhatIsTickedIsApplied();
  void theSameSeedTriesTheSame();
  void itCanBeCancelled();
  void theSelectedRobotComesFirst();
  void itFollowsTheWorld();
  void anImportedRobotIsOfferedOnce();
  void oneOfferStandsAtATime();
  void whoHasRulesIsNotAsked();
  void neverIsKept();
  void aRobotOfTheCorpusGetsRules();

 private:
  GeneratorOffer& offer() { return window_->generatorOffer(); }
  ui::RuleGeneratorPanel& panel() { return *window_->findChild<ui::RuleGeneratorPanel*>(); }
  std::size_t steps() { return window_->bridge().session().history().position; }
  ObjectId arm() { return world()->find("arm6"); }
  void addArm() {
    window_->addSampleObject(QStringLiteral("arm6"));
    QTRY_VERIFY_WITH_TIMEOUT(arm(), 60000);
    offer().open(arm());
    QTRY_VERIFY(panel().isVisible() && panel().startButton()->isEnabled());
  }
  void tryPostures(int samples) {
    panel().samplesBox()->setValue(samples);
    QTest::mouseClick(panel().startButton(), Qt::LeftButton);
    QVERIFY(panel().isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), 120000);
    QVERIFY2(panel().pairs()->proposal().has_value(), qPrintable(panel().told()));
  }
  // Pairs that would be left out anew.
  int changes() { return static_cast<int>(panel().pairs()->chosen().pairs.size()); }
  int excludedPairs(ObjectId robot) {
    const auto rules = collision::RuleSet::ofWorld(*world());
    const auto bodies = collision::bodiesOf(*world(), robot);
    int count = 0;
    for (const EntityId a : bodies)
      for (const EntityId b : bodies) count += a < b && rules.explain(a, b).excluded ? 1 : 0;
    return count;
  }
  // The first group that has something to choose.
  QModelIndex openGroup() {
    auto* model = panel().pairs();
    for (int row = 0; row < model->rowCount(); ++row)
      if (model->changes(model->index(row, 0))) return model->index(row, 0);
    return {};
  }
  void clearRules() {
    const session::OwnRuleUpdate all[] = {{session::RulePolicy::kClearAll, {}}};
    (void)window_->bridge().commit(QStringLiteral("clear"), session::updateOwnRules(arm(), all));
  }
  void importFile(const QString& file) {
    window_->openFiles({file});
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
    const std::size_t before = world()->objectCount();
    wizard()->importButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > before && !wizard(), 60000);
  }
};

void TestRuleGenerator::theSampleArmIsTriedAndRulesAreApplied() {
  addArm();
  QVERIFY2(panel().told().contains(QStringLiteral("postures")), qPrintable(panel().told()));
  QVERIFY(!panel().applyButton()->isEnabled() && !panel().cancelButton()->isVisible());
  clearRules();
  const std::size_t before = steps();
  const int excluded = excludedPairs(arm());
  tryPostures(300);
  QCOMPARE(steps(), before);  // trying changes nothing
  const int found = changes();
  QVERIFY(found > 0);
  QVERIFY2(
      panel().told().contains(QString::number(found)) && panel().told().contains(QStringLiteral("would be left out")),
      qPrintable(panel().told()));
  // By kind, with the count of postures, what is now and what would be.
  auto* model = panel().pairs();
  const QModelIndex group = openGroup();
  QVERIFY(group.isValid() && panel().tree()->isExpanded(group));
  QVERIFY(group.data().toString().contains(QString::number(model->rowCount(group))));
  QCOMPARE(group.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
  QModelIndex pair;
  for (int row = 0; row < model->rowCount(group) && !pair.isValid(); ++row)
    if (model->index(row, 0, group).data(Qt::CheckStateRole).isValid()) pair = model->index(row, 0, group);
  QVERIFY(pair.isValid());
  QVERIFY(pair.data().toString().contains(QStringLiteral("arm6:")));
  QVERIFY(pair.siblingAtColumn(Model::kTouched).data().toString().endsWith(QStringLiteral("of 300")));
  QCOMPARE(pair.siblingAtColumn(Model::kNow).data().toString(), QStringLiteral("checked"));
  QCOMPARE(pair.siblingAtColumn(Model::kThen).data().toString(), QStringLiteral("not checked"));
  QTest::mouseClick(panel().applyButton(), Qt::LeftButton);
  QCOMPARE(steps(), before + 1);
  QCOMPARE(excludedPairs(arm()), excluded + found);
  QTest::qWait(100);
  QVERIFY2(panel().told().contains(QStringLiteral("one step")), qPrintable(panel().told()));
  QVERIFY(!panel().applyButton()->isEnabled());
  // Undone, it is offered again.
  run("edit.undo");
  QCOMPARE(excludedPairs(arm()), excluded);
  QTRY_COMPARE(changes(), found);
  QVERIFY(panel().applyButton()->isEnabled());
}

void TestRuleGenerator::onlyWhatIsTickedIsApplied() {
  addArm();
  clearRules();
  tryPostures(200);
  const int found = changes(), excluded = excludedPairs(arm());
  auto* model = panel().pairs();
  const QModelIndex group = openGroup();
  QModelIndex pair;
  for (int row = 0; row < model->rowCount(group) && !pair.isValid(); ++row)
    if (model->index(row, 0, group).data(Qt::CheckStateRole).isValid()) pair = model->index(row, 0, group);
  const usecase::RulePair left = *model->pairAt(pair);
  panel().tree()->scrollTo(pair);
  panel().tree()->setCurrentIndex(pair);
  QTest::keyClick(panel().tree(), Qt::Key_Space);
  QCOMPARE(pair.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
  QCOMPARE(pair.siblingAtColumn(Model::kThen).data().toString(), QStringLiteral("checked"));
  QCOMPARE(changes(), found - 1);
  QVERIFY(group.data(Qt::CheckStateRole).toInt() != int(Qt::Checked));
  // Return shows them in the view.
  QTest::keyClick(panel().tree(), Qt::Key_Return);
  const std::vector<world::NodeRef> both{left.a, left.b};
  QCOMPARE(window_->selection().nodes(), both);
  QTest::mouseClick(panel().applyButton(), Qt::LeftButton);
  QCOMPARE(excludedPairs(arm()), excluded + found - 1);
  QVERIFY(!collision::RuleSet::ofWorld(*world()).explain(left.a, left.b).excluded);
  // A group at once.
  run("edit.undo");
  QTRY_COMPARE(changes(), found - 1);
  QVERIFY(model->setData(group, Qt::Checked, Qt::CheckStateRole));
  QCOMPARE(changes(), found);
}

void TestRuleGenerator::theSameSeedTriesTheSame() {
  addArm();
  clearRules();
  const auto counts = [this](int seed) {
    panel().seedBox()->setValue(seed);
    tryPostures(100);
    std::vector<int> out;
    for (const auto& pair : panel().pairs()->proposal()->pairs) out.push_back(pair.touched);
    return out;
  };
  const auto first = counts(7);
  QCOMPARE(counts(7), first);
}

void TestRuleGenerator::itCanBeCancelled() {
  addArm();
  const std::size_t before = steps();
  panel().samplesBox()->setValue(panel().samplesBox()->maximum());
  QTest::mouseClick(panel().startButton(), Qt::LeftButton);
  QVERIFY(!panel().startButton()->isEnabled() && !panel().robotBox()->isEnabled());
  QTRY_VERIFY(panel().progressBar()->isVisible() && panel().cancelButton()->isVisible());
  // The window goes on meanwhile.
  QVERIFY(window_->bridge().commit(QStringLiteral("move"),
                                   session::setPose(arm(), world::kRootObject, Pose::translation(1, 0, 0))));
  QTest::qWait(300);
  QVERIFY(panel().isRunning());
  QTest::mouseClick(panel().cancelButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!panel().isRunning(), 10000);
  QVERIFY2(panel().told().startsWith(QStringLiteral("Cancelled")), qPrintable(panel().told()));
  QCOMPARE(steps(), before + 1);
  QVERIFY(panel().startButton()->isEnabled() && !panel().applyButton()->isEnabled());
  QVERIFY(!panel().pairs()->proposal());
}

void TestRuleGenerator::theSelectedRobotComesFirst() {
  addArm();
  window_->addSampleObject(QStringLiteral("arm7"));
  QTRY_VERIFY_WITH_TIMEOUT(world()->find("arm7"), 60000);
  window_->selection().select({world()->find("arm7")});
  QTRY_COMPARE(panel().robotBox()->currentText(), QStringLiteral("arm7"));
  window_->selection().select({arm()});
  QTRY_COMPARE(panel().robotBox()->currentText(), QStringLiteral("arm6"));
  QCOMPARE(panel().robotBox()->count(), 2);
}

void TestRuleGenerator::itFollowsTheWorld() {
  addArm();
  clearRules();
  tryPostures(100);
  const int found = changes();
  const usecase::RulePair first = panel().pairs()->chosen().pairs.front();
  // Excluded by somebody else, it is no change any more.
  const session::RuleSide a{arm(), first.a}, b{arm(), first.b};
  QVERIFY(window_->bridge().commit(QStringLiteral("exclude"), session::excludePair(*world(), a, b)));
  QTRY_COMPARE(changes(), found - 1);
  // Gone, there is nothing left to apply.
  QVERIFY(window_->bridge().commit(QStringLiteral("delete"), session::deleteObject(arm(), true)));
  QTRY_VERIFY(!panel().pairs()->proposal());
  QVERIFY(!panel().applyButton()->isEnabled());
  QTRY_COMPARE(panel().robotBox()->count(), 0);
  QVERIFY(!panel().startButton()->isEnabled());
}

// ---- the offer

void TestRuleGenerator::anImportedRobotIsOfferedOnce() {
  window_->notifications().setPace(100.0);
  importFile(write(QStringLiteral("folder.urdf"), kFolder));
  const ObjectId robot = world()->find("folder");
  QVERIFY(robot && GeneratorOffer::needsRules(*world(), robot));
  QTRY_VERIFY(noticeButton(QStringLiteral("Generate rules")));
  QTest::mouseClick(noticeButton(QStringLiteral("Generate rules")), Qt::LeftButton);
  QTRY_VERIFY(panel().isVisible());
  QCOMPARE(panel().robot(), robot);
  tryPostures(200);
  // The last bar folds back by half a radian: it never meets the base.
  const auto& pairs = panel().pairs()->proposal()->pairs;
  const auto changed = std::find_if(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.changes(); });
  QVERIFY(changed != pairs.end());
  QCOMPARE(changed->kind, usecase::PairKind::kNever);
  QTest::mouseClick(panel().applyButton(), Qt::LeftButton);
  QVERIFY(!session::ownRules(*world()->object(robot)).empty());
  QVERIFY(!GeneratorOffer::needsRules(*world(), robot));
}

void TestRuleGenerator::oneOfferStandsAtATime() {
  window_->notifications().setPace(100.0);
  importFile(write(QStringLiteral("folder.urdf"), kFolder));
  const auto offers = [this] { return noticeTexts().filter(QStringLiteral("has no collision rules")); };
  QTRY_COMPARE(offers().size(), 1);
  importFile(write(QStringLiteral("second.urdf"), QByteArray(kFolder).replace("folder", "second")));
  QTRY_VERIFY2(offers().size() == 1 && offers().front().startsWith(QStringLiteral("second")),
               qPrintable(offers().join(QLatin1Char('|'))));
}

void TestRuleGenerator::whoHasRulesIsNotAsked() {
  window_->notifications().setPace(100.0);
  importFile(write(QStringLiteral("box.stl"), stlBox(100.0)));
  QTest::qWait(300);
  QVERIFY(!noticeButton(QStringLiteral("Generate rules")));
  window_->addSampleObject(QStringLiteral("arm6"));
  QTRY_VERIFY_WITH_TIMEOUT(arm(), 60000);
  const auto bodies = collision::bodiesOf(*world(), arm());
  QVERIFY(bodies.size() > 3);
  const session::OwnRule rule{world()->entity(bodies[0])->name, world()->entity(bodies[3])->name, false, true, 0.0};
  clearRules();
  QVERIFY(GeneratorOffer::needsRules(*world(), arm()));
  const session::OwnRuleUpdate add[] = {{session::RulePolicy::kAppend, rule}};
  QVERIFY(window_->bridge().commit(QStringLiteral("rule"), session::updateOwnRules(arm(), add)));
  QVERIFY(!GeneratorOffer::needsRules(*world(), arm()));
  clearRules();
  QVERIFY(window_->bridge().commit(QStringLiteral("exclude"),
                                   session::excludePair(*world(), {arm(), bodies[0]}, {arm(), bodies[3]})));
  QVERIFY(!GeneratorOffer::needsRules(*world(), arm()));
}

void TestRuleGenerator::neverIsKept() {
  window_->notifications().setPace(100.0);
  const QString file = write(QStringLiteral("folder.urdf"), kFolder);
  importFile(file);
  QTRY_VERIFY(noticeButton(QStringLiteral("Never offer this")));
  QTest::mouseClick(noticeButton(QStringLiteral("Never offer this")), Qt::LeftButton);
  QVERIFY(!GeneratorOffer::isWanted());
  QTRY_VERIFY(!noticeButton(QStringLiteral("Generate rules")));
  importFile(file);
  QTest::qWait(500);
  QVERIFY(!noticeButton(QStringLiteral("Generate rules")));
}

void TestRuleGenerator::aRobotOfTheCorpusGetsRules() {
  if (qEnvironmentVariableIsEmpty("WORLDWRIGHT_SHARED")) QSKIP("WORLDWRIGHT_SHARED names no folder with robots");
  window_->notifications().setPace(100.0);
  importFile(qEnvironmentVariable("WORLDWRIGHT_SHARED") +
             QStringLiteral("/corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/kuka/"
                            "kuka_kr10_support/urdf/kr10r900_2.urdf"));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Generate rules")), 20000);
  QTest::mouseClick(noticeButton(QStringLiteral("Generate rules")), Qt::LeftButton);
  QTRY_VERIFY(panel().isVisible() && panel().startButton()->isEnabled());
  const ObjectId robot = panel().robot();
  const int excluded = excludedPairs(robot);
  tryPostures(200);
  const int found = changes();
  qInfo("%s", qPrintable(panel().told()));
  QVERIFY(found > 0);
  const std::size_t before = steps();
  QTest::mouseClick(panel().applyButton(), Qt::LeftButton);
  QCOMPARE(steps(), before + 1);
  QCOMPARE(excludedPairs(robot), excluded + found);
  run("edit.undo");
  QCOMPARE(excludedPairs(robot), excluded);
}

int main(int argc, char** argv) { return runWindowTest<TestRuleGenerator>(argc, argv); }
#include "test_rule_generator.moc"
