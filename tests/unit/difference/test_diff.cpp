// SPDX-License-Identifier: Apache-2.0
// What is said of each kind of change.
#include <numbers>

#include "worlds.h"

using namespace ww;
using namespace ww::test;
using world::kRootObject;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

struct ChangeCase {
  const char* name;
  world::World (*change)(const world::World& w);
  const char* text;
};

ObjectId arm(const world::World& w) { return w.aliasNamed("arm"); }
ObjectId table(const world::World& w) { return w.aliasNamed("table"); }
const session::WorldRule kFirstRule{true, 0}, kSecondRule{true, 1};

const ChangeCase kCases[] = {
    {"moved and turned",
     [](const world::World& w) {
       const Pose pose{Vec3(0.0032, 0, 0), Quat(Eigen::AngleAxisd(0.4 * kDegree, Vec3::UnitZ()))};
       return edited(w, session::setPose(w.aliasNamed("tool"), kRootObject, pose));
     },
     "tool: moved 3.2 mm, 0.4 deg\n"},
    {"far", [](const world::World& w) { return moved(w, "tool", 2.5); }, "tool: moved 2.5 m\n"},
    {"renamed",
     [](const world::World& w) { return edited(w, session::renameObject(w.aliasNamed("tool"), "gripper", true)); },
     "tool: renamed from tool to gripper\n"},
    {"global name",
     [](const world::World& w) { return edited(w, session::renameObject(w.aliasNamed("tool"), "tool", false)); },
     "tool: its name now holds beside its siblings only\n"},
    {"on another object",
     [](const world::World& w) { return edited(w, session::reparentObject(w.aliasNamed("tool"), arm(w), {})); },
     "tool: now on arm instead of root\n"},
    {"attached",
     [](const world::World& w) { return edited(w, session::reparentObjectToFrame(w.aliasNamed("tool"), gripOf(w))); },
     "tool: now attached to table/grip"},
    {"object added", [](const world::World& w) { return edited(w, box(kRootObject, "lamp")); }, "lamp: added\n"},
    {"object removed",
     [](const world::World& w) { return edited(w, session::deleteObject(w.aliasNamed("tool"), false)); },
     "tool: removed\n"},
    {"joint position", [](const world::World& w) { return edited(w, session::setJoint(arm(w), "joint_3", 0.1)); },
     "arm:joint_3: position 0 deg to 5.73 deg\n"},
    {"limits of its own",
     [](const world::World& w) { return edited(w, session::setJointLimits(arm(w), "joint_1", -1, 1)); },
     "arm:joint_1: limits of the application set\n"},
    {"configuration",
     [](const world::World& w) {
       return edited(w, session::setNamedConfiguration(arm(w), "home", JointVector::Zero(3)));
     },
     "arm: configuration home added\n"},
    {"entity renamed",
     [](const world::World& w) {
       return edited(w, session::renameEntity(w.object(arm(w))->entityNamed("link_3")->id, "wrist"));
     },
     "arm:link_3: renamed from link_3 to wrist\n"},
    {"frame moved",
     [](const world::World& w) {
       return edited(w, session::setPose(gripOf(w), table(w), Pose::translation(0, 0, 0.2)));
     },
     "frame table/grip: moved 100 mm\n"},
    {"frame added", [](const world::World& w) { return edited(w, session::createFrame(arm(w), {}, "tip", Pose())); },
     "frame arm/tip: added\n"},
    {"frame removed", [](const world::World& w) { return edited(w, session::deleteFrame(gripOf(w), false)); },
     "frame table/grip: removed\n"},
    {"attachment frame", [](const world::World& w) { return edited(w, session::setAttachmentFrame(gripOf(w), true)); },
     "frame table/grip: now an attachment frame\n"},
    {"margin of a rule",
     [](const world::World& w) {
       return edited(w, session::setRuleActions(w, std::span(&kFirstRule, 1), false, 0.002));
     },
     "the world: margin between table and arm 0 mm to 2 mm\n"},
    {"rule excludes",
     [](const world::World& w) { return edited(w, session::setRuleActions(w, std::span(&kFirstRule, 1), true, 0)); },
     "the world: rule between table and arm: not checked instead of margin 0 mm\n"},
    {"rule off",
     [](const world::World& w) { return edited(w, session::switchRules(w, std::span(&kFirstRule, 1), false)); },
     "the world: rule between table and arm switched off\n"},
    {"rule removed", [](const world::World& w) { return edited(w, session::removeCollisionRule(w, 0)); },
     "the world: rule between table and arm removed: margin 0 mm\n"},
    {"rule added",
     [](const world::World& w) {
       return edited(w, session::addCollisionRule(w, {{{w.aliasNamed("tool"), {}}}, {}, true, 0}));
     },
     "the world: rule between tool and all else added: not checked\n"},
    {"rule added and off",
     [](const world::World& w) {
       const world::World more = edited(w, session::addCollisionRule(w, {{{w.aliasNamed("tool"), {}}}, {}, true, 0}));
       return edited(more, session::switchRules(more, std::span(&kSecondRule, 1), false));
     },
     "the world: rule between tool and all else added: not checked; rule between tool and all else switched off\n"},
    {"minimum margin", [](const world::World& w) { return edited(w, session::setMinimumMargin(w, 0.005)); },
     "the world: margin between all bodies 0 mm to 5 mm\n"},
    {"checking off", [](const world::World& w) { return edited(w, session::switchChecking(w, false)); },
     "the world: collision checking switched off\n"},
    {"mass",
     [](const world::World& w) {
       return updated(w,
                      "update_entity_properties { entity { reference { by_name { object_name: \"tool\" } } "
                      "entity_filter { include_base_entity: true } } physics_component { mass_kg: 2.5 } }");
     },
     "mass 1 kg to 2.5 kg\n"},
    {"payload",
     [](const world::World& w) {
       return updated(w,
                      "update_kinematic_object_properties { object { by_name { object_name: \"arm\" } } "
                      "mounted_payload { mass_kg: 0.7 } }");
     },
     "arm: payload of 0.7 kg set\n"},
    {"user data",
     [](const world::World& w) {
       return updated(w,
                      "update_object_properties { object { by_name { object_name: \"tool\" } } user_data { policy: "
                      "POLICY_INSERT user_data { key: \"maker\" value { value: \"x\" } } } }");
     },
     "tool: user data maker added\n"},
};

}  // namespace

class TestDiff : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aWorldIsTheSameAsItself();
  void whatIsSaidOfAChange_data();
  void whatIsSaidOfAChange();
  void theOtherWayRoundItIsToldBackwards();
  void limitsAreToldWithTheirFigures();
  void stepsAreToldByTheirNumbers_data();
  void stepsAreToldByTheirNumbers();
  void oneLineTellsAllOfOneThing();
  void worldsBuiltApartAreMatchedByName();
  void whatTwoAddedUnderOneIdAreTwoThings();
  void whatTwoAddedByOneNameToOtherParentsAreTwoThings();
  void itemsAreDataToo();
  void whatIsLookedAtIsNoDifference();
  void aGeometryIsNothingBesideItself();
};

void TestDiff::aWorldIsTheSameAsItself() {
  const world::World w = cell();
  for (const world::World& other : {w, cell()}) {
    const difference::Difference found = difference::diff(w, other);
    QVERIFY(found.same && found.items.empty());
  }
}

void TestDiff::whatIsSaidOfAChange_data() {
  QTest::addColumn<int>("at");
  for (int i = 0; i < static_cast<int>(std::size(kCases)); ++i) QTest::newRow(kCases[i].name) << i;
}

void TestDiff::whatIsSaidOfAChange() {
  QFETCH(int, at);
  const world::World w = cell(), changed = kCases[at].change(w);
  const difference::Difference found = difference::diff(w, changed);
  QVERIFY(!found.same);
  WW_TOLD(told(w, changed), kCases[at].text);
  // Nothing else is said.
  QVERIFY2(told(w, changed).find('\n') + 1 == told(w, changed).size(), told(w, changed).c_str());
}

void TestDiff::theOtherWayRoundItIsToldBackwards() {
  const world::World w = cell();
  WW_TOLD(told(edited(w, box(kRootObject, "lamp")), w), "lamp: removed\n");
  WW_TOLD(told(edited(w, session::setJoint(arm(w), "joint_3", 0.1)), w), "position 5.73 deg to 0 deg");
  WW_TOLD(told(edited(w, session::switchRules(w, std::span(&kFirstRule, 1), false)), w), "switched on");
}

void TestDiff::limitsAreToldWithTheirFigures() {
  const world::World a = edited(cell(), session::setJointLimits(arm(cell()), "joint_1", -1, 1));
  const world::World b = edited(a, session::setJointLimits(arm(a), "joint_1", -0.5, 1));
  WW_TOLD(told(a, b), "of the application: range -57.3 deg ... 57.3 deg to -28.65 deg ... 57.3 deg");
}

void TestDiff::stepsAreToldByTheirNumbers_data() {
  const std::string wait = "steps { wait { seconds: 1 } } ", move = "steps { move { configuration: \"home\" } } ",
                    signal = "steps { set_signal { signal: \"grip\" on: true } } ";
  QTest::addColumn<QString>("steps");
  QTest::addColumn<QString>("text");
  const auto add = [](const char* name, const std::string& steps, const char* text) {
    QTest::newRow(name) << QString::fromStdString(steps) << text;
  };
  add("linear", wait + "steps { move { configuration: \"home\" motion_type: LINEAR } } " + signal,
      "step 2 now LINEAR\n");
  add("speed", wait + "steps { move { configuration: \"home\" speed: 0.5 } } " + signal, "step 2: speed 1 to 0.5\n");
  add("target", wait + "steps { move { configuration: \"away\" } } " + signal, "step 2 goes to away instead of home\n");
  add("wait", "steps { wait { seconds: 2 } } " + move + signal, "step 1: waits 2 s instead of 1 s\n");
  add("removed", wait + signal, "step 2 removed: ANY to home\n");
  add("added", wait + move + "steps { call { program: \"other\" } } " + signal, "step 3 added: call other\n");
  add("off", wait + move + "steps { off: true set_signal { signal: \"grip\" on: true } } ", "step 3 switched off\n");
  const std::string locked =
      "steps { locked { motion { times: 0 positions: 0 velocities: 0 accelerations: 0 } joints: \"joint_1\" } "
      "move { configuration: \"home\" } } ";
  add("locked", wait + locked + signal, "step 2 locked\n");
  add("comment", "comment: \"new\" " + wait + move + signal, "comment changed\n");
}

void TestDiff::stepsAreToldByTheirNumbers() {
  QFETCH(QString, steps);
  QFETCH(QString, text);
  const world::World w = withProgram(cell(), "name: \"other\"");
  const std::string said = told(w, withProgram(w, "name: \"pick\" " + steps.toStdString()));
  QCOMPARE(QString::fromStdString(said), QStringLiteral("program pick: ") + text);
}

void TestDiff::oneLineTellsAllOfOneThing() {
  const world::World w = cell();
  const world::World both = edited(moved(w, "tool", 0.0032), session::renameObject(w.aliasNamed("tool"), "hook", true));
  QCOMPARE(told(w, both), std::string("tool: renamed from tool to hook; moved 3.2 mm\n"));
}

void TestDiff::worldsBuiltApartAreMatchedByName() {
  world::World a = edited(world::World(), box(kRootObject, "left"));
  a = edited(a, box(kRootObject, "right"));
  world::World b = edited(world::World(), box(kRootObject, "right"));
  b = edited(b, box(kRootObject, "left"));
  QVERIFY(world::contentHash(a) != world::contentHash(b));
  QVERIFY(difference::diff(a, b).same);
  QCOMPARE(told(a, moved(b, "left", 0.001)), std::string("left: moved 1 mm\n"));
}

void TestDiff::whatTwoAddedUnderOneIdAreTwoThings() {
  const world::World w = cell(), a = edited(w, box(kRootObject, "lamp")), b = edited(w, box(kRootObject, "fan"));
  QCOMPARE(a.aliasNamed("lamp").value, b.aliasNamed("fan").value);
  const std::string said = told(a, b);
  WW_TOLD(said, "lamp: removed\n");
  WW_TOLD(said, "fan: added\n");
}

void TestDiff::whatTwoAddedByOneNameToOtherParentsAreTwoThings() {
  const world::World w = moved(cell(), "tool", 3);
  const ObjectId table = w.aliasNamed("table"), tool = w.aliasNamed("tool");
  const world::World a = edited(w, session::createFrame(table, {}, "grasp", Pose::translation(1, 0, 0)));
  const world::World b = edited(w, session::createFrame(tool, {}, "grasp", Pose::translation(1, 0, 0)));
  WW_TOLD(told(a, b), "frame table/grasp: removed\n");
  WW_TOLD(told(a, b), "frame tool/grasp: added\n");
  // Both can be had.
  difference::MergeOptions keeps;
  for (const difference::Item& item : difference::diff(a, b).items)
    if (item.kind == "removed") keeps.choices[item.key] = difference::Side::kOurs;
  QCOMPARE(keeps.choices.size(), std::size_t{1});
  const auto applied = difference::applied(a, b, store(), keeps);
  QVERIFY(applied.ok() && applied->unknown.empty());
  QVERIFY(applied->world.frameNamed(table, "grasp") && applied->world.frameNamed(tool, "grasp"));
  // Merged either way they are in both worlds, with the ids exchanged.
  const auto ab = difference::merge(w, a, b, store()), ba = difference::merge(w, b, a, store());
  QVERIFY(ab.ok() && ba.ok());
  QVERIFY2(difference::diff(ab->world, ba->world).same, told(ab->world, ba->world).c_str());
  // The same of two names on one parent.
  const world::World lamp = edited(w, box(kRootObject, "lamp")), fan = edited(w, box(kRootObject, "fan"));
  const auto lf = difference::merge(w, lamp, fan, store()), fl = difference::merge(w, fan, lamp, store());
  QVERIFY(lf.ok() && fl.ok());
  QVERIFY2(difference::diff(lf->world, fl->world).same, told(lf->world, fl->world).c_str());
  // What was hung elsewhere is one thing: where it is has not changed, or both knew it before.
  const FrameId grasp = a.frameNamed(table, "grasp");
  const world::World hung = edited(a, session::reparentFrame(grasp, tool, {}));
  WW_TOLD(told(a, hung), "frame table/grasp: now on tool instead of table");
  const world::World later = edited(a, session::createFrame(tool, {}, "tip", Pose()));
  const world::World both = edited(edited(later, session::reparentFrame(grasp, tool, {})),
                                   session::setPose(grasp, tool, Pose::translation(0, 0, 1)));
  WW_TOLD(told(later, both), "now on tool instead of table");
  // So is what was renamed as well, and the newest of all that went along with what it was hung on.
  const std::string renamed = told(later, edited(both, session::renameFrame(grasp, "grab")));
  WW_TOLD(renamed, "now on tool instead of table");
  QVERIFY2(renamed.find("removed") == std::string::npos && renamed.find("added") == std::string::npos, renamed.c_str());
  const std::string carried = told(a, moved(hung, "tool", 5));
  WW_TOLD(carried, "frame table/grasp: now on tool instead of table");
  QVERIFY2(carried.find("removed") == std::string::npos, carried.c_str());
}

void TestDiff::itemsAreDataToo() {
  const world::World w = cell();
  const auto items = difference::diff(w, moved(w, "tool", 0.5)).items;
  QCOMPARE(items.size(), std::size_t{1});
  const difference::Item& item = items.front();
  QCOMPARE(item.key, std::string("tool#place"));
  QCOMPARE(item.kind, std::string("place"));
  QVERIFY(item.subject.category == difference::Category::kObject);
  QCOMPARE(item.subject.id, w.aliasNamed("tool").value);
  QVERIFY(item.before && item.after);
  const auto& after = static_cast<const worldwright::v1::ObjectRecord&>(*item.after);
  QCOMPARE(after.parent_entity_t_this().position().x(), 0.5);
  QVERIFY(after.name().empty());
}

void TestDiff::whatIsLookedAtIsNoDifference() {
  // The counter of ids goes on without a trace in what the world is.
  const world::World w = cell(), added = edited(w, box(kRootObject, "lamp"));
  const world::World back = edited(added, session::deleteObject(added.aliasNamed("lamp"), false));
  QVERIFY(back.nextId() > w.nextId());
  QVERIFY(difference::diff(w, back).same);
}

// The first link of the arm has none: without the geometries nothing is left of the difference but its name and mass.
void TestDiff::aGeometryIsNothingBesideItself() {
  const world::World a =
      edited(world::World(), session::createFromSceneObject(kRootObject, {}, "thing", makeArm(1), {}));
  const world::World none = edited(a, session::deleteObject(a.aliasNamed("thing"), true));
  const world::World b = edited(none, box(kRootObject, "thing"));
  difference::MergeOptions left;
  for (const difference::Item& item : difference::diff(a, b).items) {
    QVERIFY2(!(item.kind == "other" && item.subject.category == difference::Category::kEntity), item.key.c_str());
    if (item.kind == "geometry") left.choices[item.key] = difference::Side::kOurs;
  }
  QVERIFY(left.choices.size() == 2);
  const auto without = difference::applied(a, b, store(), left);
  QVERIFY2(without.ok(), without.status().line().c_str());
  const std::string told_left = told(a, without->world);
  QVERIFY2(told_left.find("geometry") == std::string::npos, told_left.c_str());
}

QTEST_GUILESS_MAIN(TestDiff)
#include "test_diff.moc"
