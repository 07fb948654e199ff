// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QtTest>

#include "core/base/failure.h"
#include "core/collision/check.h"
#include "core/jobs/runner.h"
#include "core/session/session.h"
#include "core/usecase/odd_edits.h"
#include "core/usecase/rules/rule_lint.h"
#include "core/usecase/rules/rule_list.h"
#include "core/usecase/rules/rule_matrix.h"
#include "core/usecase/rules/rule_samples.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "rule_findings.h"
#include "rule_text.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::usecase;
using collision::Scene;
using ww::test::codes;
using ww::test::found;
using ww::test::lint;
using ww::test::RuleCell;
using ww::test::with;

class TestRuleTools : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void faultsAreFoundAndRepaired_data();
  void faultsAreFoundAndRepaired();
  void aSoundWorldHasNoFindings();
  void theNearestNameTakesThePlace();
  void namesInAnObjectsRulesAreLookedAt();
  void whatCouldTouchStaysOutOfAnExclusion();
  void aContactAtRestIsExcludedOrAllowedNearer();
  void allRepairsAreOneStep();
  void aStoryIsComplete();
  void aStoryOfObjectsIsOfTheNearestPair();
  void postulatesFollowFromPostures();
  void proposalsAreTheSameForASeed();
  void samplingStops();
  void cellsTellWhatIsDone();
  void anOpenObjectShowsItsLinks();
  void threeHundredObjectsCostWhatIsSeen();
  void paintingIsOneStep();
};

void TestRuleTools::faultsAreFoundAndRepaired_data() {
  QTest::addColumn<QString>("rules");
  QTest::addColumn<QString>("code");
  QTest::addColumn<int>("left");  // rules, after the repair
  QTest::newRow("unknown") << "nobody_at_all|part:x"
                           << "unknown-reference" << 0;
  QTest::newRow("unknown beside another") << "nobody_at_all,table|part:x"
                                          << "unknown-reference" << 1;
  QTest::newRow("matches nothing") << "part|part:x"
                                   << "never-matches" << 0;
  QTest::newRow("hidden by an exclusion") << "part|table:x;part|table:0.02"
                                          << "never-decides" << 1;
  QTest::newRow("twice") << "part|table:x;table|part:x"
                         << "never-decides" << 1;
  QTest::newRow("above the minimum margin") << "min:0.001;part|table:0.02"
                                            << "never-decides" << 0;
  QTest::newRow("above another margin") << "part|table:0.01;table|part:0.02"
                                        << "never-decides" << 1;
  QTest::newRow("absurd margin") << "part|table:5"
                                 << "absurd-margin" << 1;
  QTest::newRow("absurd minimum") << "min:5"
                                  << "absurd-margin" << 0;
  QTest::newRow("margin beyond millimetres") << "part|table:1e30"
                                             << "absurd-margin" << 1;
  QTest::newRow("minimum beyond millimetres") << "min:1e300"
                                              << "absurd-margin" << 0;
  QTest::newRow("negative margin") << "part|table:-0.01"
                                   << "bad-margin" << 0;
  QTest::newRow("negative minimum") << "min:-0.01"
                                    << "bad-minimum-margin" << 0;
  QTest::newRow("neither excludes nor asks for a margin") << "part|table:nothing"
                                                          << "no-action" << 0;
  QTest::newRow("excludes what can touch") << "arm|table:x"
                                           << "excludes-what-touches" << 0;
}

void TestRuleTools::faultsAreFoundAndRepaired() {
  QFETCH(QString, rules);
  QFETCH(QString, code);
  QFETCH(int, left);
  RuleCell cell;
  if (code == "excludes-what-touches") cell.addBox("shelf", {0.2, 0.2, 0.2}, Pose::translation(0.5, 0, 0.7));
  cell.rules(code == "excludes-what-touches" ? "arm|shelf:x" : rules.toStdString());
  auto findings = lint(cell.world);
  const auto it = std::ranges::find(findings, code.toStdString(), [](const RuleFinding& f) { return f.told.code; });
  QVERIFY2(it != findings.end(), qPrintable(code));
  QVERIFY(!it->told.message.empty() && !plain(it->repair.label).empty());
  const world::World after = with(cell, repairAll(cell.world, {&*it, 1}));
  QCOMPARE(after.collisionSettings().collision_rules_size(), left);
  for (const std::string& still : codes(lint(after))) QVERIFY2(still != code.toStdString(), still.c_str());
}

void TestRuleTools::aSoundWorldHasNoFindings() {
  RuleCell cell;
  cell.rules("min:0.01;part|table:x;arm|part:0.005");
  const auto findings = lint(cell.world);
  QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().told.message.c_str());
}

void TestRuleTools::theNearestNameTakesThePlace() {
  RuleCell cell;
  cell.rules("tabel|part:x");
  const auto findings = lint(cell.world);
  QCOMPARE(codes(findings), std::vector<std::string>{"unknown-reference"});
  QVERIFY2(findings[0].told.hint.find("did you mean 'table'") != std::string::npos, findings[0].told.hint.c_str());
  QCOMPARE(plain(findings[0].repair.label), std::string("Name table in collision rule 0"));
  // Whoever checks or plans by such rules is told, too.
  const Diagnostics told = worldNotes(cell.world);
  QVERIFY(told.size() == 1 && told[0].message.find("rule 0 names something that is not there") == 0);
  const world::World after = with(cell, repairAll(cell.world, findings));
  QVERIFY(collision::RuleSet::ofWorld(after).explain(cell.at("table"), cell.at("part")).excluded);
  QVERIFY(lint(after).empty());
}

void TestRuleTools::namesInAnObjectsRulesAreLookedAt() {
  RuleCell cell;
  cell.setObjectRules(cell.arm, R"(exclusion_rules { is_excluded: true entity_pair {
      left_entity { entity_name: "link_4" } right_entity { entity_name: "link_6" } } }
    exclusion_rules { is_excluded: true entity_pair {
      left_entity { entity_name: "link_1" } right_entity { entity_name: "linc_3" } } })");
  const auto findings = lint(cell.world);
  QCOMPARE(codes(findings), std::vector<std::string>{"unknown-reference"});
  QCOMPARE(findings[0].rule.object, cell.arm);
  const world::World after = with(cell, repairAll(cell.world, findings));
  QCOMPARE(collision::RuleSet::ofWorld(after).explain(cell.at("arm:link_1"), cell.at("arm:link_3")).key(),
           std::string("object_exclusion:1"));
}

// The base stands in its plinth on purpose; the arm can run into it.
void TestRuleTools::whatCouldTouchStaysOutOfAnExclusion() {
  RuleCell cell;
  cell.addBox("plinth", {1.2, 1.2, 0.1}, Pose::translation(0, 0, 0));
  cell.rules("arm|plinth:x");
  const auto findings = lint(cell.world);
  const RuleFinding* touch = found(findings, RuleFault::kCouldTouch);
  QVERIFY(touch);
  QVERIFY(touch->a && touch->b);
  const world::World after = with(cell, repairAll(cell.world, {touch, 1}));
  const auto rules = collision::RuleSet::ofWorld(after);
  const EntityId plinth = cell.at("plinth");
  QVERIFY(rules.explain(cell.at("arm:base"), plinth).excluded);
  QVERIFY(!rules.explain(cell.at("arm:link_6"), plinth).excluded);
  QVERIFY(collision::checkWorld(after).empty());
  QVERIFY(!found(lint(after), RuleFault::kCouldTouch));
}

void TestRuleTools::aContactAtRestIsExcludedOrAllowedNearer() {
  RuleCell cell;
  cell.addBox("box", {0.1, 0.1, 0.1}, Pose::translation(0.2, 0, -0.92));  // 0.02 m deep in the table
  cell.rules("arm|part:0.05");
  const auto findings = lint(cell.world);
  QCOMPARE(codes(findings), (std::vector<std::string>{"contact-at-rest", "contact-at-rest"}));
  for (const RuleFinding& f : findings) {
    const bool near = plain(f.repair.label).find("as near as") != std::string::npos;
    QCOMPARE(near, f.a == cell.at("arm:link_6"));
    const world::World after = with(cell, repairAll(cell.world, {&f, 1}));
    const auto why = collision::RuleSet::ofWorld(after).explain(f.a, f.b);
    QCOMPARE(why.excluded, !near);
    QCOMPARE(collision::checkWorld(after).size(), std::size_t{1});
  }
}

void TestRuleTools::allRepairsAreOneStep() {
  RuleCell cell;
  cell.rules("min:5;tabel|part:x;part|table:0.02;part|part:0.1;arm|table:7");
  const auto findings = lint(cell.world);
  QVERIFY(findings.size() >= 4);
  session::WorldSession session(cell.world, cell.store);
  session::CommitRequest request;
  request.label = "Repair";
  request.edits = repairAll(cell.world, findings);
  QVERIFY(session.commit(request).ok());
  QCOMPARE(session.history().entries.size(), std::size_t{1});
  const auto& settings = session.snapshot().world->collisionSettings();
  QCOMPARE(settings.minimum_margin(), 0.005);
  QVERIFY(session.undo().ok());
  QCOMPARE(contentHash(*session.snapshot().world), contentHash(cell.world));
}

void TestRuleTools::aStoryIsComplete() {
  RuleCell cell;
  cell.rules("min:0.04;arm|part:0.05;arm:link_6|:0.02;table|:x");
  const PairStory story = storyOf(Scene::make(cell.world), cell.at("arm:link_6"), cell.at("part"));
  QCOMPARE(story.says.size(), std::size_t{3});
  QVERIFY(story.says[0].decides);
  QCOMPARE(plain(story.says[0].what), std::string("rule 1 asks for 0.02 m"));
  QVERIFY(plain(story.why).find("smallest margin") != std::string::npos);
  QCOMPARE(plain(story.says[1].what), std::string("rule 0 asks for 0.05 m"));
  QCOMPARE(plain(story.says[2].what), std::string("the minimum margin asks for 0.04 m"));
  QCOMPARE(story.effective.margin_m, 0.02);
  QVERIFY(story.now);
  QVERIFY(std::abs(story.now->distance_m - 0.03005) < 1e-6);
  QVERIFY(std::abs((story.now->point_a - story.now->point_b).norm() - story.now->distance_m) < 1e-6);
  QVERIFY(!story.collides);
  cell.rules("min:0.04");
  QVERIFY(storyOf(Scene::make(cell.world), cell.at("arm:link_6"), cell.at("part")).collides);
  // Links: what joins them, and the arm's own rules.
  cell.own("link_2|link_3:x;|:c");
  const PairStory links = storyOf(Scene::make(cell.world), cell.at("arm:link_2"), cell.at("arm:link_3"));
  QCOMPARE(links.says.size(), std::size_t{4});
  QVERIFY(!links.effective.excluded);
  QVERIFY(links.collides);
}

void TestRuleTools::aStoryOfObjectsIsOfTheNearestPair() {
  RuleCell cell;
  cell.rules("arm:link_1|part:x");
  const auto story = storyOf(Scene::make(cell.world), world::NodeRef(cell.arm), world::NodeRef(cell.id("part")));
  QVERIFY(story.ok());
  QCOMPARE(story->nearest.a, cell.at("arm:link_6"));
  QCOMPARE(story->pairs, std::size_t{7});
  QCOMPARE(story->checked, std::size_t{6});
  QVERIFY(plain(story->nearest.why).find("only an overlap counts") != std::string::npos);
}

void TestRuleTools::postulatesFollowFromPostures() {
  RuleCell cell;
  cell.own("-");
  // A tool that rides on the last link and stands in it.
  cell.addBox("tool", {0.05, 0.05, 0.05}, Pose::translation(0, 0, 0.05), cell.arm, cell.at("arm:link_6"));
  const Scene scene = Scene::make(cell.world);
  const auto proposal = proposeRules(scene, {cell.arm, 300, 7, {}, {}});
  QVERIFY(proposal.ok());
  QCOMPARE(proposal->samples, 300);
  const auto pair = [&](const std::string& a, const std::string& b) {
    const auto key = std::minmax({cell.at(a), cell.at(b)});
    return *std::ranges::find_if(proposal->pairs,
                                 [&](const RulePair& p) { return p.a == key.first && p.b == key.second; });
  };
  QCOMPARE(pair("arm:link_2", "arm:link_3").kind, PairKind::kAdjacent);
  QVERIFY(!pair("arm:link_2", "arm:link_3").changes());  // not checked as it is
  QCOMPARE(pair("arm:link_4", "arm:link_6").kind, PairKind::kAlways);
  QCOMPARE(pair("arm:link_4", "arm:link_6").touched, 300);
  QCOMPARE(pair("arm:base", "arm:link_2").kind, PairKind::kNever);
  QCOMPARE(pair("arm:link_6", "tool").kind, PairKind::kRigid);
  QCOMPARE(pair("arm:link_1", "arm:link_6").kind, PairKind::kSometimes);
  QVERIFY(!pair("arm:link_1", "arm:link_6").is_excluded_then);
  QVERIFY(plain(reasonOf(pair("arm:link_4", "arm:link_6"), 300)).find("300") != std::string::npos);
  const world::World after = with(cell, editsOf(cell.world, *proposal));
  const auto rules = collision::RuleSet::ofWorld(after);
  for (const RulePair& p : proposal->pairs) QCOMPARE(rules.explain(p.a, p.b).excluded, p.is_excluded_then);
  // Applied, there is nothing left to change.
  const auto again = proposeRules(Scene::make(after), {cell.arm, 300, 7, {}, {}});
  QCOMPARE(again->newExclusions(), std::size_t{0});
  QCOMPARE(editsOf(after, *again)->edits_size(), 0);
}

void TestRuleTools::proposalsAreTheSameForASeed() {
  const RuleCell cell;
  const Scene scene = Scene::make(cell.world);
  const auto counts = [&](std::uint64_t seed) { return sampleTouches(scene, {cell.arm, 100, seed, {}, {}})->touched; };
  QVERIFY(counts(3) == counts(3));
  QVERIFY(counts(3) != counts(4));
}

void TestRuleTools::samplingStops() {
  const RuleCell cell;
  std::stop_source stop;
  stop.request_stop();
  const auto state = std::make_shared<ProgressState>();
  const Scene scene = Scene::make(cell.world);
  QCOMPARE(sampleTouches(scene, {cell.arm, 1000000, 1, stop.get_token(), {}}).status().code, Code::kCancelled);
  QVERIFY(sampleTouches(scene, {cell.arm, 20, 1, {}, Progress(state)}).ok());
  QCOMPARE(state->fraction(), 1.0);
  QVERIFY(!sampleTouches(scene, {cell.id("part"), 20, 1, {}, {}}).ok());
  // As a job: it ends as cancelled, soon, and not as failed.
  jobs::JobRunner runner;
  const auto job = runner.run<RuleProposal>("rules", [&](std::stop_token token, const Progress& progress) {
    return proposeRules(scene, {cell.arm, 100'000'000, 1, token, progress});
  });
  QTRY_VERIFY(job.info().fraction > 0.0);
  job.cancel();
  QVERIFY(job.waitFor(std::chrono::seconds(5)));
  QCOMPARE(job.info().state, jobs::JobState::kCancelled);
}

void TestRuleTools::cellsTellWhatIsDone() {
  RuleCell cell;
  cell.rules("part|table:x;arm:link_6|part:0.02");
  cell.own("link_1|link_3:x");
  RuleMatrix matrix(cell.world, collision::RuleSet::ofWorld(cell.world));
  QCOMPARE(matrix.size(), std::size_t{3});  // arm, part, table
  QCOMPARE(matrix.name(1), std::string("part"));
  QCOMPARE(matrix.cell(1, 2).sign, CellSign::kExcluded);
  QCOMPARE(matrix.cell(2, 1).sign, CellSign::kExcluded);
  QCOMPARE(plain(matrix.cell(1, 2).reason), std::string("part:body is not checked against table:body (rule 0)"));
  QCOMPARE(matrix.cell(0, 1).sign, CellSign::kMixed);
  QCOMPARE(matrix.cell(0, 1).most_margin_m, 0.02);
  QCOMPARE(matrix.cell(0, 2).sign, CellSign::kChecked);
  QCOMPARE(matrix.cell(0, 2).checked, std::size_t{7});
  QCOMPARE(matrix.cell(1, 1).sign, CellSign::kNothing);
  QCOMPARE(matrix.cell(0, 0).sign, CellSign::kMixed);
  matrix.setOpen(cell.arm, true);
  const auto at = [&](const std::string& link) {
    for (std::size_t i = 0; i < matrix.size(); ++i)
      if (matrix.name(i) == link) return i;
    return matrix.size();
  };
  QCOMPARE(matrix.cell(at("link_1"), at("link_3")).sign, CellSign::kOwnRule);
  QCOMPARE(matrix.cell(at("link_1"), at("link_2")).sign, CellSign::kAdjacent);
  QCOMPARE(matrix.cell(at("link_1"), at("link_4")).sign, CellSign::kChecked);
  QCOMPARE(matrix.cell(at("link_6"), at("part")).sign, CellSign::kMargin);
  QCOMPARE(matrix.cell(at("link_1"), at("link_1")).sign, CellSign::kNothing);
}

void TestRuleTools::anOpenObjectShowsItsLinks() {
  RuleCell cell;
  RuleMatrix matrix(cell.world, collision::RuleSet::ofWorld(cell.world));
  QVERIFY(matrix.row(0).can_open && !matrix.row(0).is_open && !matrix.row(1).can_open);
  matrix.setOpen(cell.arm, true);
  QCOMPARE(matrix.size(), std::size_t{10});
  QCOMPARE(matrix.row(1).entity, cell.at("arm:base"));
  cell.rules("part|table:x");
  matrix.update(cell.world, collision::RuleSet::ofWorld(cell.world));
  QCOMPARE(matrix.size(), std::size_t{10});
  QCOMPARE(matrix.cell(8, 9).sign, CellSign::kExcluded);
  matrix.setOpen(cell.arm, false);
  QCOMPARE(matrix.size(), std::size_t{3});
}

// What a scroll shows is worked out, and once; of objects that rules name as wholes one pair each.
void TestRuleTools::threeHundredObjectsCostWhatIsSeen() {
  RuleCell cell;
  for (int i = 0; i < 298; ++i)
    cell.addBox(fmt::format("box_{:03}", i), {0.1, 0.1, 0.1}, Pose::translation(0.3 * i, 5, 0));
  cell.rules("min:0.01;arm|box_001,box_002:x;box_003|:0.005;arm:link_6|part:0.02");
  RuleMatrix matrix(cell.world, collision::RuleSet::ofWorld(cell.world));
  QCOMPARE(matrix.size(), std::size_t{301});
  QCOMPARE(matrix.pairsLookedAt(), std::uint64_t{0});
  QElapsedTimer timer;
  timer.start();
  constexpr std::size_t kSeen = 40;
  for (std::size_t r = 200; r < 200 + kSeen; ++r)
    for (std::size_t c = 240; c < 240 + kSeen; ++c) matrix.cell(r, c);
  const std::uint64_t seen = matrix.pairsLookedAt();
  QVERIFY2(seen <= kSeen * kSeen, std::to_string(seen).c_str());
  for (std::size_t r = 200; r < 200 + kSeen; ++r)
    for (std::size_t c = 240; c < 240 + kSeen; ++c) matrix.cell(r, c);
  QCOMPARE(matrix.pairsLookedAt(), seen);
  qInfo("%d cells twice: %lld us", static_cast<int>(kSeen * kSeen), timer.nsecsElapsed() / 1000);
  // An object of seven bodies that a rule names a link of: each of its pairs, not those of others.
  matrix.cell(0, 100);
  QCOMPARE(matrix.pairsLookedAt(), seen + 7);
}

void TestRuleTools::paintingIsOneStep() {
  RuleCell cell;
  const session::RuleSide arm{cell.arm, {}}, part{cell.id("part"), {}}, table{cell.id("table"), {}};
  const session::RuleSide two{cell.arm, cell.at("arm:link_2")}, three{cell.arm, cell.at("arm:link_3")};
  const auto key = [](const world::World& world, EntityId a, EntityId b) {
    return collision::RuleSet::ofWorld(world).explain(a, b).key();
  };
  const Stroke strokes[] = {{arm, part}, {part, table}};
  const auto paint = [&](std::span<const Stroke> cells, Brush brush, double margin = 0.0) {
    return paintCells(cell.world, collision::RuleSet::ofWorld(cell.world), cells, brush, margin);
  };
  cell.world = with(cell, paint(strokes, Brush::kExclude));
  QCOMPARE(key(cell.world, cell.at("arm:link_6"), cell.at("part")), std::string("0"));
  QCOMPARE(key(cell.world, cell.at("table"), cell.at("part")), std::string("1"));
  QCOMPARE(paint(strokes, Brush::kExclude)->edits_size(), 0);
  cell.world = with(cell, paint(strokes, Brush::kCheck));
  QCOMPARE(cell.world.collisionSettings().collision_rules_size(), 0);
  cell.world = with(cell, paint(strokes, Brush::kMargin, 0.02));
  QCOMPARE(collision::RuleSet::ofWorld(cell.world).explain(cell.at("table"), cell.at("part")).margin_m, 0.02);
  QCOMPARE(paint(strokes, Brush::kMargin, 0.02)->edits_size(), 0);
  // Neighbours are checked by a rule of the object; excluded again by one of the world.
  const Stroke links[] = {{two, three}};
  cell.world = with(cell, paint(links, Brush::kCheck));
  QCOMPARE(key(cell.world, cell.at("arm:link_2"), cell.at("arm:link_3")), std::string("default"));
  cell.world = with(cell, paint(links, Brush::kExclude));
  QVERIFY(collision::RuleSet::ofWorld(cell.world).explain(cell.at("arm:link_2"), cell.at("arm:link_3")).excluded);
}

QTEST_GUILESS_MAIN(TestRuleTools)
#include "test_rule_tools.moc"
