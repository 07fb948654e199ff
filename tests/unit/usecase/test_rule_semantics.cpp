// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/collision/check.h"
#include "core/planning/plan.h"
#include "core/planning/wire.h"
#include "core/usecase/rules/rule_story.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "rule_text.h"

using namespace ww;
using namespace ww::collision;
using ww::test::RuleCell;

namespace {

struct RuleCase {
  const char* rules;  // of the world, and of the arm (rule_text.h; empty: as the arm comes)
  const char* own;
  const char* a;
  const char* b;
  const char* key;      // what decides
  double margin = 0.0;  // metres; below 0: the pair is excluded
};
constexpr double kOut = -1.0;
constexpr const char *kTip = "arm:link_6", *kPart = "part", *kTable = "table", *kBase = "arm:base", *k1 = "arm:link_1",
                     *k2 = "arm:link_2", *k3 = "arm:link_3", *k4 = "arm:link_4";

const RuleCase kCases[] = {
    // margins of the world: the smallest of all that match, whatever the order or how narrow they are
    {"", "", kTip, kPart, "default"},
    {"arm|part:0.05", "", kTip, kPart, "0", 0.05},
    {"part|arm:0.05", "", kTip, kPart, "0", 0.05},
    {"arm|part:0.05;arm|part:0.02", "", kTip, kPart, "1", 0.02},
    {"arm|part:0.02;arm|part:0.05", "", kTip, kPart, "0", 0.02},
    {"arm|part:0.02;arm|part:0.02", "", kTip, kPart, "0", 0.02},
    {"arm|part:0", "", kTip, kPart, "0", 0.0},
    {"arm|part:0.05;arm|part:0", "", kTip, kPart, "1", 0.0},
    {"arm|:0.05", "", kTip, kPart, "0", 0.05},
    {"part|:0.05", "", kTip, kPart, "0", 0.05},
    {"table|:0.05", "", kTip, kPart, "default"},
    {"arm|table:0.05", "", kTip, kPart, "default"},
    {"arm:link_6|part:0.05", "", kTip, kPart, "0", 0.05},
    {"arm:link_5|part:0.05", "", kTip, kPart, "default"},
    {"arm:link_6|part:body:0.05", "", kTip, kPart, "0", 0.05},
    {"arm:link_6|:0.05", "", kTip, kPart, "0", 0.05},
    {"arm:link_5|:0.05", "", kTip, kPart, "default"},
    {"arm,table|part:0.05", "", kTip, kPart, "0", 0.05},
    {"table,part|arm:0.05", "", kTip, kPart, "0", 0.05},
    {"table|arm,part:0.05", "", kTip, kPart, "default"},
    {"arm:link_1,arm:link_6|table,part:0.05", "", kTip, kPart, "0", 0.05},
    {"arm:link_6|part:0.05;arm|part:0.02", "", kTip, kPart, "1", 0.02},
    {"arm|part:0.05;arm:link_6|part:0.02", "", kTip, kPart, "1", 0.02},
    {"arm*|part:0.05", "", kTip, kPart, "0", 0.05},
    {"arm^|part:0.05", "", kTip, kPart, "default"},
    {"arm$|part:0.05", "", kTip, kPart, "0", 0.05},
    // the minimum margin is one more of them
    {"min:0.05", "", kTip, kPart, "minimum_margin", 0.05},
    {"min:0", "", kTip, kPart, "minimum_margin", 0.0},
    {"min:0.02;arm|part:0.05", "", kTip, kPart, "minimum_margin", 0.02},
    {"min:0.05;arm|part:0.02", "", kTip, kPart, "0", 0.02},
    {"min:0.05;arm|part:0.05", "", kTip, kPart, "minimum_margin", 0.05},
    {"min:0.05;arm|table:0.02", "", kTip, kPart, "minimum_margin", 0.05},
    {"min:0.05;arm:link_6|:0", "", kTip, kPart, "0", 0.0},
    {"min:0.05", "", kTable, kPart, "minimum_margin", 0.05},
    // an exclusion beats every margin
    {"arm|part:x", "", kTip, kPart, "0", kOut},
    {"part|arm:x", "", kTip, kPart, "0", kOut},
    {"arm|part:0;arm|part:x", "", kTip, kPart, "1", kOut},
    {"arm|part:x;arm|part:0", "", kTip, kPart, "0", kOut},
    {"arm|part:x;arm|part:x", "", kTip, kPart, "0", kOut},
    {"min:0.05;arm|part:x", "", kTip, kPart, "0", kOut},
    {"arm|:x", "", kTip, kPart, "0", kOut},
    {"part|:x", "", kTip, kPart, "0", kOut},
    {"table|:x", "", kTip, kPart, "default"},
    {"arm:link_6|part:x", "", kTip, kPart, "0", kOut},
    {"arm:link_5|part:x", "", kTip, kPart, "default"},
    {"arm:link_6|:x", "", kTip, kPart, "0", kOut},
    {"arm|table:x", "", kTip, kPart, "default"},
    {"arm|table,part:x", "", kTip, kPart, "0", kOut},
    {"arm|arm:x", "", kTip, kPart, "default"},
    {"arm$|part:x", "", kTip, kPart, "0", kOut},
    {"arm^|part:x", "", kTip, kPart, "default"},
    {"arm:link_6|part:0;min:0;arm|:x", "", kTip, kPart, "1", kOut},
    // the switch
    {"off", "", kTip, kPart, "disabled", kOut},
    {"off;arm|part:0.05", "", kTip, kPart, "disabled", kOut},
    {"off;min:0.05", "", kTip, kPart, "disabled", kOut},
    {"off;arm|part:x", "", kTip, kPart, "disabled", kOut},
    {"off", "", k2, k3, "disabled", kOut},
    // what stands
    {"part|table:x", "", kPart, kTable, "0", kOut},
    {"arm|:x", "", kPart, kTable, "default"},
    {"table|:0.05", "", kPart, kTable, "0", 0.05},
    {"part|:x", "", kPart, kTable, "0", kOut},
    // within the arm: "anything else" is not itself, and neighbours touch by construction
    {"", "", k2, k3, "adjacent", kOut},
    {"", "", k1, k3, "default"},
    {"", "", kBase, k1, "adjacent", kOut},
    {"", "", kBase, k2, "default"},
    {"", "", k4, kTip, "object_exclusion:0", kOut},
    {"", "-", k4, kTip, "default"},
    {"arm|:x", "", k1, k3, "default"},
    {"arm|arm:x", "", k1, k3, "0", kOut},
    {"arm|arm:0.01", "", k1, k3, "0", 0.01},
    {"arm:link_1|:x", "", k1, k3, "0", kOut},
    {"arm:link_1|:x", "", k2, k3, "adjacent", kOut},
    {"min:0.01", "", k1, k3, "minimum_margin", 0.01},
    {"min:0.01", "", k2, k3, "adjacent", kOut},
    {"arm|arm:0.01", "", k2, k3, "adjacent", kOut},
    {"arm|arm:x", "", k2, k3, "0", kOut},
    // the arm's own exclusions: the last that matches holds, before any margin
    {"", "link_1|link_3:x", k1, k3, "object_exclusion:0", kOut},
    {"", "link_3|link_1:x", k1, k3, "object_exclusion:0", kOut},
    {"", "link_1|:x", k1, k3, "object_exclusion:0", kOut},
    {"", "|:x", k1, k3, "object_exclusion:0", kOut},
    {"", "|:x;link_1|link_3:c", k1, k3, "default"},
    {"", "link_1|link_3:c;|:x", k1, k3, "object_exclusion:1", kOut},
    {"", "link_1|link_3:x;link_3|link_1:c", k1, k3, "default"},
    {"", "link_2|link_3:c", k2, k3, "default"},
    {"", "|:c", k2, k3, "default"},
    {"", "link_1|:x", kTip, kPart, "default"},
    {"", "|:x", kTip, kPart, "default"},
    // its own margins: the smallest, together with those of the world
    {"", "link_1|link_3:0.02", k1, k3, "object_margin:0", 0.02},
    {"", "|:0.02;link_1|:0.01", k1, k3, "object_margin:1", 0.01},
    {"", "|:0.01;link_1|:0.02", k1, k3, "object_margin:0", 0.01},
    {"", "|:0.02;base|:0.01;base|link_2:0.03", kBase, k2, "object_margin:1", 0.01},
    {"", "|:0.02", k2, k3, "adjacent", kOut},
    {"", "|:0.02;link_2|link_3:c", k2, k3, "object_margin:0", 0.02},
    {"", "|:0.02", kTip, kPart, "default"},
    {"min:0.005", "|:0.02", k1, k3, "minimum_margin", 0.005},
    {"min:0.05", "|:0.02", k1, k3, "object_margin:0", 0.02},
    {"arm|arm:0.01", "|:0.02", k1, k3, "0", 0.01},
    {"arm|arm:0.05", "|:0.02", k1, k3, "object_margin:0", 0.02},
    {"arm|arm:x", "link_1|link_3:c", k1, k3, "0", kOut},
    {"arm|arm:x", "link_1|link_3:x", k1, k3, "0", kOut},
    {"min:0.05", "link_1|link_3:x", k1, k3, "object_exclusion:0", kOut},
};

RuleCell cellOf(const RuleCase& c) {
  RuleCell cell;
  cell.rules(c.rules);
  if (*c.own) cell.own(c.own);
  return cell;
}

// What moves with the arm, and its base, against all else.
bool collidesByRules(const world::World& world, ObjectId arm) {
  const RuleSet rules = RuleSet::ofWorld(world);
  const auto bodies = bodiesOf(world);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (world.owner(bodies[i])->object != arm && world.owner(bodies[j])->object != arm) continue;
      const Explanation why = rules.explain(bodies[i], bodies[j]);
      const auto d = distance(world, bodies[i], bodies[j]);
      const double limit = why.margin_m > 0.0 ? why.margin_m : -kTouchDepth;
      if (!why.excluded && d.ok() && d->distance_m < limit) return true;
    }
  }
  return false;
}

}  // namespace

class TestRuleSemantics : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void whatDecides_data() { rows(); }
  void whatDecides();
  void theServiceAnswersAlike_data() { rows(); }
  void theServiceAnswersAlike();
  void theStoryNamesWhatDecides_data() { rows(); }
  void theStoryNamesWhatDecides();

 private:
  static void rows() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const RuleCase& c : kCases) {
      QTest::addRow("%d: %s / %s, %s - %s", index, c.rules, c.own, c.a, c.b) << index;
      ++index;
    }
    QVERIFY(index >= 80);
  }
  static const RuleCase& current() {
    QFETCH(int, index);
    return kCases[index];
  }
};

void TestRuleSemantics::whatDecides() {
  const RuleCase& c = current();
  const RuleCell cell = cellOf(c);
  const RuleSet rules = RuleSet::ofWorld(cell.world);
  for (const Explanation& why :
       {rules.explain(cell.at(c.a), cell.at(c.b)), rules.explain(cell.at(c.b), cell.at(c.a))}) {
    QCOMPARE(why.key(), std::string(c.key));
    QCOMPARE(why.excluded, c.margin < 0.0);
    QCOMPARE(why.margin_m, std::max(0.0, c.margin));
  }
  // Settings of a request mean the same.
  RuleCell bare;
  if (*c.own) bare.own(c.own);
  const auto asked = RuleSet::make(bare.world, bare.settings(c.rules));
  QVERIFY(asked.ok());
  QCOMPARE(asked->explain(bare.at(c.a), bare.at(c.b)).key(), std::string(c.key));
}

void TestRuleSemantics::theServiceAnswersAlike() {
  const RuleCase& c = current();
  const RuleCell cell = cellOf(c);
  intrinsic_proto::motion_planning::v1::CheckCollisionsRequest request;
  request.mutable_robot_reference()->mutable_object_id()->mutable_by_name()->set_object_name("arm");
  for (int i = 0; i < 6; ++i) {
    if (i == 0) request.add_waypoint();
    request.mutable_waypoint(0)->add_joints(0.0);
  }
  *request.mutable_collision_settings() = cell.world.collisionSettings();
  const auto answer = planning::checkCollisions(cell.world, request, {});
  QVERIFY2(answer.ok(), answer.ok() ? "" : answer.status().title.c_str());
  QCOMPARE(answer->has_collision(), collidesByRules(cell.world, cell.arm));
  const bool of_the_tip = c.a == kTip && c.b == kPart && !*c.own;
  if (of_the_tip) QCOMPARE(answer->has_collision(), c.margin > 0.03);
}

void TestRuleSemantics::theStoryNamesWhatDecides() {
  const RuleCase& c = current();
  const RuleCell cell = cellOf(c);
  const auto says = usecase::saysAbout(cell.world, RuleSet::ofWorld(cell.world), cell.at(c.a), cell.at(c.b));
  const auto deciding = std::ranges::count_if(says, &usecase::Say::decides);
  QCOMPARE(deciding, std::string(c.key) == "default" ? 0 : 1);
  for (const usecase::Say& say : says) {
    QVERIFY(!plain(say.what).empty() && plain(say.what).find('{') == std::string::npos);
    QVERIFY(!plain(say.outcome).empty());
    QCOMPARE(plain(say.outcome).rfind("decides", 0) == 0, say.decides);
    if (say.decides) QCOMPARE(&say, &says.front());
  }
}

QTEST_GUILESS_MAIN(TestRuleSemantics)
#include "test_rule_semantics.moc"
