// SPDX-License-Identifier: Apache-2.0
// The rules that an object has of its own, and what else decides within a robot.
#include <QtTest>

#include "core/base/failure.h"
#include "core/collision/check.h"
#include "core/session/rule_builders.h"
#include "core/usecase/rules/held_overlaps.h"
#include "core/usecase/rules/toggle_notes.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "rule_findings.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::usecase;
using ww::test::codes;
using ww::test::lint;
using ww::test::RuleCell;
using ww::test::with;

class TestOwnRules : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void rulesOfAnObjectAreLookedAt_data();
  void rulesOfAnObjectAreLookedAt();
  void repairsOfOneRuleJoin();
  void whatIsMountedIsToldWithItsLinks();
  void whatTogglingLeavesUncheckedIsTold();
};

void TestOwnRules::rulesOfAnObjectAreLookedAt_data() {
  QTest::addColumn<QString>("own");
  QTest::addColumn<QString>("code");
  QTest::addColumn<int>("rule");  // that is told of, by its index
  QTest::addColumn<int>("left");  // rules, after the repair
  QTest::newRow("about one body") << "link_4|link_6:x;base|base:x"
                                  << "never-matches" << 1 << 1;
  QTest::newRow("a later one holds") << "link_4|link_6:x;link_6|link_4:x"
                                     << "never-decides" << 0 << 1;
  QTest::newRow("a smaller margin holds") << "link_1|link_3:0.02;link_3|link_1:0.01"
                                          << "never-decides" << 0 << 1;
  QTest::newRow("a margin of what is excluded") << "link_4|link_6:x;link_4|link_6:0.01"
                                                << "never-decides" << 0 << 1;
  QTest::newRow("a margin of neighbours") << "link_2|link_3:0.01"
                                          << "never-decides" << 0 << 0;
  QTest::newRow("absurd margin") << "link_1|link_5:5"
                                 << "absurd-margin" << 0 << 1;
  QTest::newRow("margin beyond millimetres") << "link_1|link_5:1e30"
                                             << "absurd-margin" << 0 << 1;
  QTest::newRow("excludes what can touch") << "link_4|link_6:x;link_1|link_6:x"
                                           << "excludes-what-touches" << 1 << 1;
}

void TestOwnRules::rulesOfAnObjectAreLookedAt() {
  QFETCH(QString, own);
  QFETCH(QString, code);
  QFETCH(int, rule);
  QFETCH(int, left);
  RuleCell cell;
  cell.own(own.toStdString());
  const auto findings = lint(cell.world);
  const auto it = std::ranges::find(findings, code.toStdString(), [](const RuleFinding& f) { return f.told.code; });
  QVERIFY2(it != findings.end(), qPrintable(code));
  QCOMPARE(it->rule.object, cell.arm);
  QCOMPARE(it->rule.index, rule);
  QVERIFY(!it->told.message.empty() && !plain(it->repair.label).empty());
  const world::World after = with(cell, repairAll(cell.world, {&*it, 1}));
  QCOMPARE(session::ownRules(*after.peek(cell.arm)).size(), static_cast<std::size_t>(left));
  for (const std::string& still : codes(lint(after))) QVERIFY2(still != code.toStdString(), still.c_str());
}

// Two names of one rule are repaired as one, and what the other rules say stays.
void TestOwnRules::repairsOfOneRuleJoin() {
  RuleCell cell;
  cell.setObjectRules(cell.arm, R"(exclusion_rules { is_excluded: true entity_pair {
      left_entity { entity_name: "linc_4" } right_entity { entity_name: "linc_6" } } }
    exclusion_rules { is_excluded: true entity_pair {
      left_entity { entity_name: "base" } right_entity { entity_name: "link_2" } } }
    exclusion_rules { is_excluded: true entity_pair {
      left_entity { entity_name: "link_2" } right_entity { entity_name: "base" } } })");
  auto findings = lint(cell.world);
  // What the broken rule lets touch at rest, and what the others hide, is told as well.
  std::erase_if(findings, [](const RuleFinding& f) {
    return f.fault == RuleFault::kCouldTouch || f.fault == RuleFault::kAtRest;
  });
  QCOMPARE(codes(findings), (std::vector<std::string>{"unknown-reference", "unknown-reference", "never-decides"}));
  const world::World after = with(cell, repairAll(cell.world, findings));
  const auto rules = session::ownRules(*after.peek(cell.arm));
  QCOMPARE(rules.size(), std::size_t{2});
  QCOMPARE(rules[0].left + "|" + rules[0].right, std::string("link_4|link_6"));
  QCOMPARE(rules[1].left + "|" + rules[1].right, std::string("link_2|base"));
}

// What stands in the link that carries it is told, with what it meets beside; one rule ends it.
void TestOwnRules::whatIsMountedIsToldWithItsLinks() {
  RuleCell cell;
  cell.addBox("tool", {0.05, 0.05, 0.05}, Pose::translation(0, 0, 0.05), cell.arm, cell.at("arm:link_6"));
  cell.addBox("crate", {1, 1, 0.2}, Pose::translation(0, 0, -1));  // in the table, which carries nothing
  const auto notes = heldNotes(cell.world, collision::checkWorld(cell.world));
  QCOMPARE(notes.size(), std::size_t{1});
  for (const char* name : {"'tool' overlaps", "'arm:link_6'", "'arm:link_5'", "of 'arm'"})
    QVERIFY2(notes[0].message.find(name) != std::string::npos, notes[0].message.c_str());
  const std::vector<EntityId> links{cell.at("arm:link_6"), cell.at("arm:link_5")};
  const world::World after = with(cell, excludeHeld(cell.world, cell.id("tool"), links));
  QVERIFY(heldNotes(after, collision::checkWorld(after)).empty());
  QVERIFY(!collision::RuleSet::ofWorld(after).explain(cell.at("tool"), cell.at("arm:link_1")).excluded);
}

void TestOwnRules::whatTogglingLeavesUncheckedIsTold() {
  RuleCell cell;
  cell.own("link_1|link_3:x");
  const auto notesOf = [&](const std::string& a, const std::string& b) {
    worldwright::v1::Edits edits;
    auto& toggle = *edits.add_edits()->mutable_world_update()->mutable_toggle_collisions();
    toggle.set_toggle_mode(intrinsic_proto::world::TOGGLE_MODE_ENABLE);
    for (const auto& [ref, name] : {std::pair(toggle.mutable_object_a(), a), {toggle.mutable_object_b(), b}}) {
      ref->mutable_reference()->mutable_by_name()->set_object_name("arm");
      if (name.empty()) ref->mutable_entity_filter()->set_include_all_entities(true);
      else ref->mutable_entity_filter()->add_entity_names(name);
    }
    const auto after = world::apply(cell.world, edits, *cell.store);
    return after.ok() ? toggleNotes(*after, edits) : Diagnostics(9);
  };
  const auto own = notesOf("link_1", "link_3"), joint = notesOf("link_2", "link_3"), all = notesOf("", "");
  QCOMPARE(own.size() + joint.size() + all.size(), std::size_t{3});
  QVERIFY2(own[0].message.find("exclusion rule 0 of the object") != std::string::npos, own[0].message.c_str());
  QVERIFY2(joint[0].message.find("two sides of one joint") != std::string::npos, joint[0].message.c_str());
  QVERIFY2(all[0].message.find("1 pair that was to be checked is still not") == 0, all[0].message.c_str());
  QVERIFY(notesOf("link_1", "link_5").empty());
}

QTEST_GUILESS_MAIN(TestOwnRules)
#include "test_own_rules.moc"
