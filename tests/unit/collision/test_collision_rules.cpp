// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "cell.h"
#include "core/collision/rules/rule_words.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

using namespace ww;
using namespace ww::collision;
using ww::test::Cell;

namespace {

struct Three : Cell {
  Three() {
    arm = addArm("arm", 6);
    addBox("table", {1, 1, 0.1}, Pose::translation(0, 0, -1));
    addBox("part", {0.1, 0.1, 0.1}, Pose::translation(1, 0, 0));
  }
  EntityId link(int i) const { return entity("arm", fmt::format("link_{}", i)); }
  EntityId body(const std::string& name) const { return entity(name, "body"); }
  Explanation explain(EntityId a, EntityId b) const { return RuleSet::ofWorld(world).explain(a, b); }
  ObjectId arm;
};

// A side of a rule.
std::string object(const std::string& side, const std::string& name) {
  return fmt::format("{} {{ object {{ by_name {{ object_name: \"{}\" }} }} }} ", side, name);
}
std::string rule(const std::string& sides, double margin) {
  return fmt::format("collision_rules {{ {} collision_action {{ margin {{ hard_margin: {} }} }} }} ", sides, margin);
}
std::string exclusion(const std::string& sides) {
  return fmt::format("collision_rules {{ {} collision_action {{ is_excluded: true }} }} ", sides);
}

}  // namespace

class TestCollisionRules : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void noRuleIsMarginZero();
  void smallestMarginHoldsInAnyOrder();
  void minimumMarginIsARuleOfAll();
  void exclusionBeatsMargins();
  void sidesAreInterchangeable();
  void emptyRightIsEverythingElse();
  void entityRuleConcernsThatEntity();
  void disabledSwitchesAllOff();
  void lastObjectExclusionHolds();
  void objectRuleCanCheckAdjacentLinks();
  void objectMarginsJoinTheMinimum();
  void unknownReferenceIsLintInAWorldAndAnErrorInARequest();
  void differingPairsAreListed();
  void sentencesNameThePairsAndTheRule();
};

void TestCollisionRules::noRuleIsMarginZero() {
  const Three c;
  const auto why = c.explain(c.link(3), c.body("table"));
  QVERIFY(!why.excluded);
  QCOMPARE(why.margin_m, 0.0);
  QCOMPARE(why.key(), std::string("default"));
}

void TestCollisionRules::smallestMarginHoldsInAnyOrder() {
  Three c;
  const auto both = object("left", "arm") + object("right", "table");
  for (const auto& text : {rule(both, 0.05) + rule(both, 0.02), rule(both, 0.02) + rule(both, 0.05)}) {
    c.setRules(text);
    const auto why = c.explain(c.link(3), c.body("table"));
    QCOMPARE(why.margin_m, 0.02);
    QCOMPARE(why.matching, (std::vector<int>{0, 1}));
    QCOMPARE(why.won_by, text.find("0.02") < text.find("0.05") ? 0 : 1);
  }
}

void TestCollisionRules::minimumMarginIsARuleOfAll() {
  Three c;
  c.setRules("minimum_margin: 0.03 " + rule(object("left", "arm") + object("right", "table"), 0.05));
  QCOMPARE(c.explain(c.link(3), c.body("table")).margin_m, 0.03);
  QCOMPARE(c.explain(c.link(3), c.body("table")).key(), std::string("minimum_margin"));
  QCOMPARE(c.explain(c.body("part"), c.body("table")).margin_m, 0.03);
}

void TestCollisionRules::exclusionBeatsMargins() {
  Three c;
  const auto both = object("left", "arm") + object("right", "table");
  c.setRules(rule(both, 0.0) + exclusion(both) + rule(both, 0.1));
  const auto why = c.explain(c.body("table"), c.link(2));
  QVERIFY(why.excluded);
  QCOMPARE(why.won_by, 1);
  QCOMPARE(why.matching.size(), 3u);
  QCOMPARE(plain(ruleSentence("a", "b", why)), std::string("a is not checked against b (rule 1)"));
}

void TestCollisionRules::sidesAreInterchangeable() {
  Three c;
  c.setRules(exclusion(object("left", "table") + object("right", "part")));
  QVERIFY(c.explain(c.body("part"), c.body("table")).excluded);
  QVERIFY(c.explain(c.body("table"), c.body("part")).excluded);
  QVERIFY(!c.explain(c.body("table"), c.link(1)).excluded);
}

void TestCollisionRules::emptyRightIsEverythingElse() {
  Three c;
  c.setRules(exclusion(object("left", "arm")));
  QVERIFY(c.explain(c.link(3), c.body("table")).excluded);
  QVERIFY(!c.explain(c.body("part"), c.body("table")).excluded);
  QVERIFY(!c.explain(c.link(1), c.link(3)).excluded);  // the arm itself is not "else"
}

void TestCollisionRules::entityRuleConcernsThatEntity() {
  Three c;
  c.setRules(exclusion(
      fmt::format("left {{ entity {{ id: \"{}\" }} }} {}", world::toWire(c.link(6)), object("right", "part"))));
  QVERIFY(c.explain(c.link(6), c.body("part")).excluded);
  QVERIFY(!c.explain(c.link(5), c.body("part")).excluded);
}

void TestCollisionRules::disabledSwitchesAllOff() {
  Three c;
  c.setRules("disable_collision_checking: true minimum_margin: 0.1");
  QVERIFY(c.explain(c.link(6), c.body("part")).excluded);
  QCOMPARE(c.explain(c.link(6), c.body("part")).key(), std::string("disabled"));
}

// A link is told what concerns it; an object what concerns its links, as a whole only where all are alike.
void TestCollisionRules::sentencesNameThePairsAndTheRule() {
  Three c;
  const auto about = [&c](world::NodeRef node) {
    std::vector<std::string> out;
    for (const Phrase& sentence : ruleSentences(c.world, node, 1000).sentences) out.push_back(plain(sentence));
    return out;
  };
  const auto has = [&](world::NodeRef node, const std::string& sentence) {
    return std::ranges::count(about(node), sentence) == 1;
  };
  QVERIFY(about(c.entity("part", "body")).empty());
  c.setRules(
      exclusion("left { object { by_name { object_name: \"part\" } } } right { object { by_name { object_name: "
                "\"table\" } } } ") +
      rule(fmt::format("left {{ entity {{ id: \"{}\" }} }} ", world::toWire(c.link(6))) + object("right", "table"),
           0.02) +
      exclusion(object("left", "arm") + object("right", "part")));
  QVERIFY(has(c.body("table"), "table:body is not checked against part:body (rule 0)"));
  QVERIFY(has(c.arm, "arm:link_6 is kept 0.02 m from table:body (rule 1)"));
  QVERIFY(has(c.arm, "arm is not checked against part:body (rule 2)"));
  QVERIFY(has(c.arm, "neighbouring links of arm are not checked against each other (the two sides of one joint)"));
  QVERIFY(has(c.link(6), "arm:link_6 is kept 0.02 m from table:body (rule 1)"));
  QVERIFY(has(c.link(5), "arm:link_5 is not checked against part:body (rule 2)"));
  QVERIFY(has(c.link(5), "arm:link_5 is not checked against arm:link_6 (the two sides of one joint)"));
  for (const std::string& sentence : about(c.link(5)))
    QVERIFY2(sentence.find("rule 1") == std::string::npos, sentence.c_str());
  QVERIFY(!ruleSentences(c.world, c.arm, 3).complete);
  c.setRules("disable_collision_checking: true");
  QCOMPARE(about(c.arm), std::vector<std::string>{"nothing is checked: collision checking is switched off"});
}

std::string pair(const std::string& a, const std::string& b) {
  return fmt::format("entity_pair {{ left_entity {{ entity_name: \"{}\" }} right_entity {{ entity_name: \"{}\" }} }}",
                     a, b);
}

void TestCollisionRules::lastObjectExclusionHolds() {
  Three c;
  c.setObjectRules(c.arm,
                   fmt::format("exclusion_rules {{ {} is_excluded: true }} exclusion_rules {{ {} is_excluded: false }}",
                               pair("link_1", ""), pair("link_4", "link_1")));
  QVERIFY(c.explain(c.link(1), c.link(3)).excluded);
  QCOMPARE(c.explain(c.link(1), c.link(3)).key(), std::string("object_exclusion:0"));
  QVERIFY(!c.explain(c.link(1), c.link(4)).excluded);
  QVERIFY(!c.explain(c.link(1), c.body("table")).excluded);  // within the object only
}

void TestCollisionRules::objectRuleCanCheckAdjacentLinks() {
  Three c;
  QVERIFY(c.explain(c.link(2), c.link(3)).excluded);
  c.setObjectRules(c.arm, fmt::format("exclusion_rules {{ {} is_excluded: false }}", pair("link_3", "link_2")));
  QVERIFY(!c.explain(c.link(2), c.link(3)).excluded);
}

void TestCollisionRules::objectMarginsJoinTheMinimum() {
  Three c;
  c.setObjectRules(c.arm, fmt::format("margin_rules {{ {} hard_margin: 0.02 }} margin_rules {{ {} hard_margin: 0.01 }}",
                                      pair("", ""), pair("link_1", "")));
  QCOMPARE(c.explain(c.link(1), c.link(4)).margin_m, 0.01);
  QCOMPARE(c.explain(c.link(2), c.link(4)).margin_m, 0.02);
  QCOMPARE(c.explain(c.link(2), c.body("part")).margin_m, 0.0);
  c.setRules("minimum_margin: 0.005");
  QCOMPARE(c.explain(c.link(1), c.link(4)).margin_m, 0.005);
}

void TestCollisionRules::unknownReferenceIsLintInAWorldAndAnErrorInARequest() {
  Three c;
  const std::string text = exclusion(object("left", "nobody")) + exclusion(object("left", "part"));
  c.setRules(text);
  const auto rules = RuleSet::ofWorld(c.world);
  QVERIFY(!rules.lint().empty());
  QCOMPARE(rules.lint().front().code, std::string("unknown-reference"));
  QVERIFY(rules.explain(c.body("part"), c.body("table")).excluded);
  intrinsic_proto::world::CollisionSettings settings;
  QVERIFY(google::protobuf::TextFormat::ParseFromString(text, &settings));
  QCOMPARE(RuleSet::make(c.world, settings).status().code, Code::kNotFound);
  settings.clear_collision_rules();
  settings.set_minimum_margin(-1);
  QCOMPARE(RuleSet::make(c.world, settings).status().code, Code::kInvalidArgument);
}

void TestCollisionRules::differingPairsAreListed() {
  Three c;
  c.setRules(exclusion(object("left", "part") + object("right", "table")));
  int by_rule = 0;
  for (const auto& pair : pairsThatDiffer(c.world, RuleSet::ofWorld(c.world)))
    by_rule += pair.why.source == RuleSource::kWorldExclusion;
  QCOMPARE(by_rule, 1);
}

QTEST_GUILESS_MAIN(TestCollisionRules)
#include "test_collision_rules.moc"
