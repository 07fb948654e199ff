// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "core/collision/rules/rules.h"
#include "core/project/project.h"
#include "core/session/rule_builders.h"
#include "core/session/session.h"
#include "core/usecase/rules/rule_list.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "rule_text.h"

using namespace ww;
using namespace ww::session;
using ww::test::RuleCell;

namespace {

// "link_1|link_3:x;|:0.02"
std::string ownText(const world::World& world, ObjectId object) {
  std::string text;
  for (const OwnRule& rule : ownRules(*world.peek(object))) {
    text += text.empty() ? "" : ";";
    text += rule.left + "|" + rule.right + ":";
    text += rule.is_margin ? fmt::format("{}", rule.margin) : rule.is_excluded ? "x" : "c";
  }
  return text;
}

struct Desk {
  explicit Desk(const RuleCell& cell) : session(cell.world, cell.store), arm(cell.arm) {}
  world::WorldPtr world() const { return session.snapshot().world; }
  Status commit(const EditsPtr& edits) {
    CommitRequest request;
    request.label = "Change";
    request.edits = edits;
    return session.commit(request).status();
  }
  // What decides about the pair, and the margin.
  std::string key(EntityId a, EntityId b) const { return collision::RuleSet::ofWorld(*world()).explain(a, b).key(); }
  int rules() const { return world()->collisionSettings().collision_rules_size(); }
  WorldSession session;
  ObjectId arm;
};

}  // namespace

class TestRuleEdits : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void policiesOfObjects_data();
  void policiesOfObjects();
  void namesThatAreNotThereAreRefused();
  void ownExclusionsAreReordered();
  void aRuleOfAnObjectFollowsItsEntitysName();
  void aRuleIsSwitchedOffAndOn();
  void switchedOffRulesStayInTheFile();
  void whatIsDeletedGoesFromSwitchedOffRules();
  void aRuleAboutWhatIsGoneHindersNoOther();
  void severalRulesAreChangedInOneStep();
  void theListTellsAll();
};

void TestRuleEdits::policiesOfObjects_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<int>("policy");
  QTest::addColumn<QString>("rule");
  QTest::addColumn<QString>("after");
  const auto row = [](const char* before, RulePolicy policy, const char* rule, const char* after) {
    QTest::addRow("%s + %d %s", before, static_cast<int>(policy), rule)
        << QString(before) << static_cast<int>(policy) << QString(rule) << QString(after);
  };
  using P = RulePolicy;
  row("", P::kAppend, "base|link_2:x", "base|link_2:x");
  row("base|link_2:x", P::kAppend, "base|link_2:x", "base|link_2:x;base|link_2:x");
  row("base|link_2:x", P::kAppend, "|:0.02", "base|link_2:x;|:0.02");
  row("base|link_2:x;|link_1:x", P::kReplaceOrAppend, "link_2|base:c", "link_2|base:c;|link_1:x");
  row("base|link_2:x;|:x;link_2|base:x", P::kReplaceOrAppend, "base|link_2:c", "base|link_2:c;|:x;base|link_2:c");
  row("|link_1:x", P::kReplaceOrAppend, "|:x", "|link_1:x;|:x");
  row("|link_1:x", P::kReplaceOrAppend, "link_1|:c", "link_1|:c");
  row("|:0.02", P::kReplaceOrAppend, "|:0.01", "|:0.01");
  row("|:x", P::kReplaceOrAppend, "|:0.01", "|:x;|:0.01");
  row("base|link_2:x;|:x;link_2|base:c;|:0.02", P::kRemove, "link_2|base:x", "|:x;|:0.02");
  row("base|link_2:x", P::kRemove, "|:x", "base|link_2:x");
  row("|:x;|:0.02", P::kRemove, "|:0", "|:x");
  row("base|link_2:x;|:x;|:0.02", P::kClearAndReplace, "link_1|link_3:x", "link_1|link_3:x;|:0.02");
  row("base|link_2:x;|:0.02;|link_1:0.03", P::kClearAndReplace, "|:0.01", "base|link_2:x;|:0.01");
  row("base|link_2:x;|:0.02", P::kClearAll, "", "");
  row("", P::kClearAll, "", "");
}

void TestRuleEdits::policiesOfObjects() {
  QFETCH(QString, before);
  QFETCH(int, policy);
  QFETCH(QString, rule);
  QFETCH(QString, after);
  RuleCell cell, wanted;
  cell.own(before.isEmpty() ? "-" : before.toStdString());
  wanted.own(rule.isEmpty() ? "-" : rule.toStdString());
  const auto rules = ownRules(*wanted.world.peek(wanted.arm));
  const OwnRuleUpdate update{static_cast<RulePolicy>(policy), rules.empty() ? OwnRule{} : rules.front()};
  Desk desk(cell);
  const std::string hash = contentHash(*desk.world());
  QVERIFY(desk.commit(updateOwnRules(desk.arm, {&update, 1})).ok());
  QCOMPARE(ownText(*desk.world(), desk.arm), after.toStdString());
  if (!desk.session.canUndo()) return;
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(contentHash(*desk.world()), hash);
}

void TestRuleEdits::namesThatAreNotThereAreRefused() {
  Desk desk((RuleCell()));
  const std::string before = ownText(*desk.world(), desk.arm);
  const OwnRuleUpdate wrong{RulePolicy::kAppend, {"link_1", "linc_3", false, true, 0.0}};
  const Status status = desk.commit(updateOwnRules(desk.arm, {&wrong, 1}));
  QCOMPARE(status.code, Code::kInvalidArgument);
  QVERIFY2(status.hint.find("link_3") != std::string::npos, status.hint.c_str());
  const OwnRuleUpdate negative{RulePolicy::kAppend, {"", "", true, false, -0.01}};
  QCOMPARE(desk.commit(updateOwnRules(desk.arm, {&negative, 1})).code, Code::kInvalidArgument);
  QCOMPARE(ownText(*desk.world(), desk.arm), before);
  // What names something that is gone can be taken out all the same.
  const OwnRuleUpdate out{RulePolicy::kRemove, {"link_1", "linc_3", false, true, 0.0}};
  QVERIFY(desk.commit(updateOwnRules(desk.arm, {&out, 1})).ok());
}

void TestRuleEdits::ownExclusionsAreReordered() {
  RuleCell cell;
  cell.own("link_1|link_3:x;link_1|:c;|:0.02");
  const EntityId a = cell.at("arm:link_1"), b = cell.at("arm:link_3");
  Desk desk(cell);
  QCOMPARE(desk.key(a, b), std::string("object_margin:0"));
  QVERIFY(desk.commit(moveOwnExclusion(*desk.world(), desk.arm, 0, 1)).ok());
  QCOMPARE(ownText(*desk.world(), desk.arm), std::string("link_1|:c;link_1|link_3:x;|:0.02"));
  QCOMPARE(desk.key(a, b), std::string("object_exclusion:1"));
  QVERIFY(desk.commit(removeOwnRule(*desk.world(), desk.arm, false, 1)).ok());
  QCOMPARE(ownText(*desk.world(), desk.arm), std::string("link_1|:c;|:0.02"));
}

void TestRuleEdits::aRuleOfAnObjectFollowsItsEntitysName() {
  RuleCell cell;
  cell.own("link_1|link_3:x;|link_3:0.02");
  Desk desk(cell);
  QVERIFY(desk.commit(renameEntity(cell.at("arm:link_3"), "elbow")).ok());
  QCOMPARE(ownText(*desk.world(), desk.arm), std::string("link_1|elbow:x;|elbow:0.02"));
  QCOMPARE(desk.key(cell.at("arm:link_1"), cell.at("arm:link_3")), std::string("object_exclusion:0"));
}

void TestRuleEdits::aRuleIsSwitchedOffAndOn() {
  RuleCell cell;
  cell.rules("arm|table:0.01;arm|part:x;arm|part:0.05");
  const EntityId tip = cell.at("arm:link_6"), part = cell.at("part");
  Desk desk(cell);
  const std::string hash = contentHash(*desk.world());
  const WorldRule off[] = {{true, 1}};
  QVERIFY(desk.commit(switchRules(*desk.world(), off, false)).ok());
  QCOMPARE(desk.key(tip, part), std::string("1"));  // the margin, which stood behind it
  // Clients see the others alone.
  QCOMPARE(desk.rules(), 2);
  const auto list = usecase::ruleList(*desk.world());
  QCOMPARE(list.rows.size(), std::size_t{4});  // with the arm's own
  QVERIFY(!list.rows[2].enabled && list.rows[2].excludes);
  QCOMPARE(list.rows[2].right.names, std::vector<std::string>{"part"});
  const std::string hash_off = contentHash(*desk.world());
  QVERIFY(hash_off != hash);
  const WorldRule on[] = {{false, 0}};
  QVERIFY(desk.commit(switchRules(*desk.world(), on, true)).ok());
  QCOMPARE(contentHash(*desk.world()), hash);
  QCOMPARE(desk.key(tip, part), std::string("1"));
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(contentHash(*desk.world()), hash_off);
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(contentHash(*desk.world()), hash);
  QVERIFY(desk.session.redo().ok());
  QCOMPARE(contentHash(*desk.world()), hash_off);
  // One that is off is changed and removed, too, though no check is another for it.
  QVERIFY(desk.commit(setRuleActions(*desk.world(), on, false, 0.03)).ok());
  QCOMPARE(usecase::ruleList(*desk.world()).rows[2].margin_m, 0.03);
  QVERIFY(desk.commit(removeRules(*desk.world(), on)).ok());
  QCOMPARE(usecase::ruleList(*desk.world()).rows.size(), std::size_t{3});
  QVERIFY(desk.session.undo().ok());
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(contentHash(*desk.world()), hash_off);
}

void TestRuleEdits::switchedOffRulesStayInTheFile() {
  RuleCell cell;
  cell.rules("arm|part:x;arm|table:0.01");
  Desk desk(cell);
  const WorldRule off[] = {{true, 0}};
  QVERIFY(desk.commit(switchRules(*desk.world(), off, false)).ok());
  const QTemporaryDir folder;
  const std::string path = folder.filePath("cell.wright").toStdString();
  QVERIFY(project::save(project::systemVfs(), path, *desk.world(), *cell.store).ok());
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), path, store);
  QVERIFY(loaded.ok());
  QCOMPARE(contentHash(loaded->world), contentHash(*desk.world()));
  const auto list = usecase::ruleList(loaded->world);
  QVERIFY(!list.rows[1].enabled);
  QCOMPARE(list.rows[1].left.names, std::vector<std::string>{"arm"});
}

void TestRuleEdits::whatIsDeletedGoesFromSwitchedOffRules() {
  RuleCell cell;
  cell.rules("arm|part:x;arm|part,table:x");
  Desk desk(cell);
  const WorldRule off[] = {{true, 0}, {true, 1}};
  QVERIFY(desk.commit(switchRules(*desk.world(), off, false)).ok());
  QCOMPARE(desk.rules(), 0);
  QVERIFY(desk.commit(deleteObject(cell.id("part"), true)).ok());
  const auto list = usecase::ruleList(*desk.world());
  QVERIFY(!list.rows[0].enabled && list.rows[1].enabled);  // the second is the arm's own
  QCOMPARE(list.rows[0].right.names, std::vector<std::string>{"table"});
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(usecase::ruleList(*desk.world()).rows[0].right.names, std::vector<std::string>{"part"});
}

void TestRuleEdits::aRuleAboutWhatIsGoneHindersNoOther() {
  RuleCell cell;
  cell.rules("nobody|part:x;arm|part:0.05");
  Desk desk(cell);
  const WorldRule second[] = {{true, 1}};
  const Status changed = desk.commit(setRuleActions(*desk.world(), second, false, 0.02));
  QVERIFY2(changed.ok(), changed.title.c_str());
  QCOMPARE(desk.key(cell.at("arm:link_6"), cell.at("part")), std::string("1"));
  const WorldRule first[] = {{true, 0}};
  QVERIFY(desk.commit(switchRules(*desk.world(), first, false)).ok());
  QCOMPARE(desk.rules(), 1);
  // A client cannot bring a new one of that kind in.
  const EditsPtr fresh = [&] {
    RuleCell other;
    other.rules("nobody|table:x");
    return clearMinimumMargin(other.world);
  }();
  QCOMPARE(desk.commit(fresh).code, Code::kNotFound);
}

void TestRuleEdits::severalRulesAreChangedInOneStep() {
  RuleCell cell;
  cell.rules("arm|table:0.01;arm|part:x;part|table:0.05");
  Desk desk(cell);
  const WorldRule two[] = {{true, 0}, {true, 2}};
  QVERIFY(desk.commit(setRuleActions(*desk.world(), two, false, 0.02)).ok());
  const auto margin = [&](int i) {
    return usecase::ruleList(*desk.world()).rows[static_cast<std::size_t>(i)].margin_m;
  };
  QCOMPARE(margin(0), 0.02);
  QCOMPARE(margin(2), 0.02);
  QVERIFY(desk.commit(duplicateRules(*desk.world(), two)).ok());
  QCOMPARE(desk.rules(), 5);
  QCOMPARE(margin(1), 0.02);
  QVERIFY(usecase::ruleList(*desk.world()).rows[2].excludes);
  const WorldRule copies[] = {{true, 1}, {true, 4}};
  QVERIFY(desk.commit(removeRules(*desk.world(), copies)).ok());
  QCOMPARE(desk.rules(), 3);
  QVERIFY(desk.commit(switchChecking(*desk.world(), false)).ok());
  QCOMPARE(desk.key(cell.at("part"), cell.at("table")), std::string("disabled"));
  QVERIFY(desk.session.undo().ok());
  QCOMPARE(desk.key(cell.at("part"), cell.at("table")), std::string("2"));
}

void TestRuleEdits::theListTellsAll() {
  RuleCell cell;
  cell.rules("min:0.001;arm|:x;arm:link_6,gone|part:0.02");
  cell.own("link_1|link_3:x;link_2|link_3:c");
  const auto rules = collision::RuleSet::ofWorld(cell.world);
  const auto list = usecase::ruleList(cell.world, usecase::tallyOf(cell.world, rules));
  QCOMPARE(list.minimum_margin.value_or(-1.0), 0.001);
  QVERIFY(list.checking && list.counted);
  QCOMPARE(list.rows.size(), std::size_t{4});
  QVERIFY(list.rows[0].right.any && list.rows[0].excludes);
  QCOMPARE(list.rows[0].decides, std::size_t{14});  // seven bodies, two objects
  QCOMPARE(list.rows[1].matches, std::size_t{1});
  QCOMPARE(list.rows[1].decides, std::size_t{0});
  QCOMPARE(list.rows[1].left.missing, std::size_t{1});
  QCOMPARE(list.rows[1].left.names, (std::vector<std::string>{"arm:link_6", "gone"}));
  QCOMPARE(list.rows[2].rule.object, cell.arm);
  QCOMPARE(list.rows[2].decides, std::size_t{1});
  QCOMPARE(list.rows[3].rule.home, usecase::RuleHome::kObjectCheck);
  QCOMPARE(list.rows[3].decides, std::size_t{1});
  QVERIFY(list.rows[3].isOrdered() && !list.rows[0].isOrdered());
  QCOMPARE(plain(usecase::actionWords(list.rows[1])), std::string("0.02 m apart"));
  QCOMPARE(plain(usecase::sideWords(list.rows[0].right)), std::string("anything"));
}

QTEST_GUILESS_MAIN(TestRuleEdits)
#include "test_rule_edits.moc"
