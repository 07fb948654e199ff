// SPDX-License-Identifier: Apache-2.0
// Two sides that changed a world, made one.
#include "worlds.h"

using namespace ww;
using namespace ww::test;
using difference::Merged;
using difference::MergeOptions;
using difference::Side;
using world::kRootObject;

namespace {

Merged merged(const world::World& base, const world::World& ours, const world::World& theirs,
              const MergeOptions& options = {}) {
  auto out = difference::merge(base, ours, theirs, store(), options);
  if (!out.ok()) qFatal("%s", out.status().line().c_str());
  const Status sound = world::checkInvariants(out->world);
  if (!sound.ok()) qFatal("%s", sound.line().c_str());
  return std::move(out).value();
}

MergeOptions choice(const std::string& key, Side side) {
  MergeOptions out;
  out.choices[key] = side;
  return out;
}

Vec3 placeOf(const Merged& m, const char* object) { return m.world.rootT(m.world.aliasNamed(object)).p; }

// What is told of the whole of a node; empty: it is no conflict.
std::string conflictOf(const Merged& m, const std::string& name) {
  for (const difference::Conflict& conflict : m.conflicts)
    if (conflict.theirs.key == name + "#node") return textOf(conflict, difference::differenceVoice());
  return {};
}

const session::WorldRule kFirstRule{true, 0};

std::string programText(const world::World& w, const char* name) {
  for (const auto& program : w.data().record->programs())
    if (program.name() == name) return program.ShortDebugString();
  return {};
}

const std::string kWait = "steps { wait { seconds: 1 } } ", kMove = "steps { move { configuration: \"home\" } } ",
                  kSignal = "steps { set_signal { signal: \"grip\" on: true } } ";

world::World withSteps(const world::World& w, const std::string& steps) {
  return withProgram(w, "name: \"pick\" " + steps);
}

}  // namespace

class TestMerge : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void oneSideAloneIsTaken();
  void changesOfTwoThingsAreBothTaken();
  void changesOfTwoPropertiesOfOneThingAreBothTaken();
  void theSameChangeOnBothSidesIsOne();
  void twoChangesOfOneThingAreAConflict();
  void aConflictIsSettledByWhatIsSaid();
  void oneItemIsSettledOtherwiseThanTheRest();
  void aChangeCanBeLeftOutByItsKey();
  void keysThatAreNoItemsAreTold();
  void whatOneRemovedAndTheOtherChangedIsAConflict();
  void whatWasChangedOfWhatIsGoneIsTold();
  void whereBothMovedItToIsTold();
  void whatBothAddedByOneNameIsOneThing();
  void whatBothAddedUnderOneIdAreTwoThings();
  void whatBothAddedByOneNameToOtherParentsAreTwoThings();
  void rulesAreMergedOneByOne();
  void configurationsAreMergedOneByOne();
  void stepsAreMergedOneByOne();
  void stepsAddedByBothAtOnePlaceAreAConflict();
  void programsThatBothAddedAreListed();
  void filesWithoutACommonStartAreMergedByName();
  void whereAllHasAnotherNameIdsTell();
};

void TestMerge::oneSideAloneIsTaken() {
  const world::World w = cell(), changed = moved(w, "tool", 0.5);
  const Merged theirs = merged(w, w, changed), ours = merged(w, changed, w);
  QCOMPARE(world::contentHash(theirs.world), world::contentHash(changed));
  QCOMPARE(world::contentHash(ours.world), world::contentHash(changed));
  QCOMPARE(theirs.taken.size(), std::size_t{1});
  QVERIFY(theirs.conflicts.empty() && ours.conflicts.empty() && ours.taken.empty());
}

void TestMerge::changesOfTwoThingsAreBothTaken() {
  const world::World w = cell();
  const Merged m = merged(w, moved(w, "tool", 0.5), moved(w, "part", 0.25));
  QCOMPARE(world::contentHash(m.world), world::contentHash(moved(moved(w, "tool", 0.5), "part", 0.25)));
  QVERIFY(m.conflicts.empty());
}

void TestMerge::changesOfTwoPropertiesOfOneThingAreBothTaken() {
  const world::World w = cell();
  const auto renamed = [](const world::World& in) {
    return edited(in, session::renameObject(in.aliasNamed("tool"), "hook", true));
  };
  const Merged m = merged(w, moved(w, "tool", 0.5), renamed(w));
  QCOMPARE(world::contentHash(m.world), world::contentHash(renamed(moved(w, "tool", 0.5))));
}

void TestMerge::theSameChangeOnBothSidesIsOne() {
  const world::World w = cell(), changed = moved(w, "tool", 0.5);
  const Merged m = merged(w, changed, moved(changed, "part", 0.1));
  QVERIFY(m.conflicts.empty());
  QCOMPARE(m.taken.size(), std::size_t{1});
  QCOMPARE(m.taken.front().key, std::string("part#place"));
}

void TestMerge::twoChangesOfOneThingAreAConflict() {
  const world::World w = cell();
  const Merged m = merged(w, moved(w, "tool", 0.5), moved(w, "tool", 0.25));
  QCOMPARE(m.conflicts.size(), std::size_t{1});
  QCOMPARE(m.open(), std::size_t{1});
  const difference::Conflict& conflict = m.conflicts.front();
  QVERIFY(conflict.taken == Side::kOurs && !conflict.is_chosen);
  QCOMPARE(textOf(conflict, difference::differenceVoice()),
           std::string("tool#place: ours moved 500 mm, to (500 mm, 0 mm, 0 mm); theirs moved 250 mm, to (250 mm, 0 mm, "
                       "0 mm); taken: ours"));
  QCOMPARE(placeOf(m, "tool").x(), 0.5);
}

void TestMerge::aConflictIsSettledByWhatIsSaid() {
  const world::World w = cell(), ours = moved(w, "tool", 0.5), theirs = moved(w, "tool", 0.25);
  MergeOptions all;
  for (const Side side : {Side::kOurs, Side::kTheirs}) {
    all.all = side;
    for (const MergeOptions& options : {all, choice("tool#place", side)}) {
      const Merged m = merged(w, ours, theirs, options);
      QCOMPARE(m.open(), std::size_t{0});
      QCOMPARE(m.conflicts.size(), std::size_t{1});
      QVERIFY(m.conflicts.front().is_chosen && m.conflicts.front().taken == side);
      QCOMPARE(placeOf(m, "tool").x(), side == Side::kOurs ? 0.5 : 0.25);
    }
  }
}

void TestMerge::oneItemIsSettledOtherwiseThanTheRest() {
  const world::World w = cell();
  MergeOptions options = choice("part#place", Side::kOurs);
  options.all = Side::kTheirs;
  const Merged m =
      merged(w, moved(moved(w, "tool", 0.5), "part", 0.5), moved(moved(w, "tool", 0.25), "part", 0.25), options);
  QCOMPARE(m.open(), std::size_t{0});
  QCOMPARE(placeOf(m, "tool").x(), 0.25);
  QCOMPARE(placeOf(m, "part").x(), 0.5);
}

void TestMerge::aChangeCanBeLeftOutByItsKey() {
  const world::World w = cell();
  const Merged m = merged(w, w, moved(moved(w, "tool", 0.5), "part", 0.5), choice("tool#place", Side::kOurs));
  QCOMPARE(world::contentHash(m.world), world::contentHash(moved(w, "part", 0.5)));
  QVERIFY(m.conflicts.empty());
}

void TestMerge::keysThatAreNoItemsAreTold() {
  const world::World w = cell();
  const Merged m = merged(w, w, moved(w, "tool", 0.5), choice("tol#place", Side::kOurs));
  QCOMPARE(m.unknown, std::vector<std::string>{"tol#place"});
}

void TestMerge::whatOneRemovedAndTheOtherChangedIsAConflict() {
  const world::World w = cell();
  const world::World gone = edited(w, session::deleteObject(w.aliasNamed("tool"), false));
  const world::World changed = edited(w, session::createFrame(w.aliasNamed("tool"), {}, "tip", Pose()));
  for (const bool ours_removed : {true, false}) {
    const Merged m = ours_removed ? merged(w, gone, changed) : merged(w, changed, gone);
    QVERIFY(m.open() >= 1);
    QCOMPARE(bool(m.world.aliasNamed("tool")), !ours_removed);
    MergeOptions theirs;
    theirs.all = Side::kTheirs;
    const Merged other = ours_removed ? merged(w, gone, changed, theirs) : merged(w, changed, gone, theirs);
    QCOMPARE(other.open(), std::size_t{0});
    QCOMPARE(world::contentHash(other.world), world::contentHash(ours_removed ? changed : gone));
  }
  // Without a change it goes.
  QCOMPARE(world::contentHash(merged(w, w, gone).world), world::contentHash(gone));
}

// By how much, and of which part of it.
void TestMerge::whatWasChangedOfWhatIsGoneIsTold() {
  const world::World w = cell();
  const Pose turned = Pose::fromRpy(Vec3(0.0032, 0, 0), 0, 0, 0.4 * 3.14159265358979323846 / 180);
  const auto gone = [&](const char* name) { return edited(w, session::deleteObject(w.aliasNamed(name), true)); };
  const auto wordsFor = [&](const char* name, const world::World& changed) {
    const Merged m = merged(w, gone(name), changed), other = merged(w, changed, gone(name));
    const std::string text = conflictOf(m, name), back = conflictOf(other, name);
    if (text.empty() || back.empty()) return std::string("no conflict");
    const auto at = text.find("; theirs ") + 9, end = text.find("; taken");
    const std::string words = text.substr(at, end - at);
    return back.find("ours " + words + "; theirs removed") != std::string::npos ? words : text + " / " + back;
  };
  const ObjectId tool = w.aliasNamed("tool"), arm = w.aliasNamed("arm");
  QCOMPARE(wordsFor("tool", edited(w, session::setPose(tool, world::kRootObject, turned))),
           std::string("moved 3.2 mm, 0.4 deg"));
  QCOMPARE(wordsFor("tool", edited(w, session::renameObject(tool, "gripper", true))),
           std::string("renamed from tool to gripper"));
  QCOMPARE(wordsFor("tool", edited(w, session::createFrame(tool, {}, "tip", Pose()))), std::string("tool/tip: added"));
  const std::string two = wordsFor("arm", edited(moved(w, "arm", 0.5), session::createFrame(arm, {}, "tip", Pose())));
  QVERIFY2(two.find("moved 500 mm") == 0 && two.find("arm/tip: added") != std::string::npos, two.c_str());
  // Of a program by its steps.
  const world::World none = edited(w, session::deleteProgram("pick"));
  const Merged steps = merged(w, none, withSteps(w, kWait + kMove));
  QCOMPARE(steps.open(), std::size_t{1});
  WW_TOLD(textOf(steps.conflicts.front(), difference::differenceVoice()), "theirs step 3 removed");
}

// As far, and to the other side: only where it stands tells them apart.
void TestMerge::whereBothMovedItToIsTold() {
  const world::World w = cell();
  const auto textFor = [&](const Pose& ours, const Pose& theirs) {
    const auto put = [&](const Pose& pose) {
      return edited(w, session::setPose(w.aliasNamed("part"), kRootObject, pose));
    };
    const Merged m = merged(w, put(ours), put(theirs));
    return m.conflicts.size() == 1 ? textOf(m.conflicts.front(), difference::differenceVoice()) : std::string();
  };
  const world::World base = edited(w, session::setPose(w.aliasNamed("part"), kRootObject, Pose()));
  const Merged m =
      merged(base, edited(base, session::setPose(w.aliasNamed("part"), kRootObject, Pose::translation(0.1, 0, 0))),
             edited(base, session::setPose(w.aliasNamed("part"), kRootObject, Pose::translation(-0.1, 0, 0))));
  QCOMPARE(m.conflicts.size(), std::size_t{1});
  QCOMPARE(
      textOf(m.conflicts.front(), difference::differenceVoice()),
      std::string("part#place: ours moved 100 mm, to (100 mm, 0 mm, 0 mm); theirs moved 100 mm, to (-100 mm, 0 mm, "
                  "0 mm); taken: ours"));
  const std::string turned = textFor(Pose::fromRpy({1, 2, 3}, 0, 0, 0.5), Pose::fromRpy({1, 2, 3}, 0, 0, -0.5));
  QVERIFY2(turned.find("to roll 0 deg, pitch 0 deg, yaw 28.65 deg; theirs") != std::string::npos, turned.c_str());
  QVERIFY2(turned.find("yaw -28.65 deg; taken") != std::string::npos, turned.c_str());
  const std::string both = textFor(Pose::fromRpy({1, 2, 3}, 0, 0, 0.5), Pose::fromRpy({1, 2, 4}, 0, 0, -0.5));
  QVERIFY2(both.find("to (1 m, 2 m, 4 m) with roll 0 deg, pitch 0 deg, yaw -28.65 deg") != std::string::npos,
           both.c_str());
}

void TestMerge::whatBothAddedByOneNameIsOneThing() {
  const world::World w = cell();
  const world::World ours = edited(w, box(kRootObject, "lamp"));
  const world::World theirs = edited(moved(w, "part", 0.1), box(kRootObject, "lamp"));
  const Merged same = merged(w, ours, theirs);
  QVERIFY(same.conflicts.empty());
  QCOMPARE(same.world.objectCount(), w.objectCount() + 1);
  const Merged other = merged(w, ours, edited(w, box(kRootObject, "lamp", Pose::translation(1, 0, 0))));
  QCOMPARE(other.open(), std::size_t{1});
  QCOMPARE(textOf(other.conflicts.front(), difference::differenceVoice()),
           std::string("lamp#place: both added it; from ours to theirs: moved 1 m; taken: ours"));
}

void TestMerge::whatBothAddedUnderOneIdAreTwoThings() {
  const world::World w = cell();
  const world::World ours = edited(w, box(kRootObject, "lamp"));
  world::World theirs = edited(w, box(kRootObject, "fan", Pose::translation(1, 0, 0)));
  theirs = edited(theirs, session::addCollisionRule(theirs, {{{theirs.aliasNamed("fan"), {}}}, {}, true, 0}));
  const Merged m = merged(w, ours, theirs);
  QVERIFY(m.conflicts.empty());
  QVERIFY(m.world.aliasNamed("lamp") && m.world.aliasNamed("fan"));
  QCOMPARE(m.world.aliasNamed("lamp"), ours.aliasNamed("lamp"));
  QCOMPARE(placeOf(m, "fan").x(), 1.0);
  // What names it names it still.
  const auto& rule = m.world.collisionSettings().collision_rules(1);
  QCOMPARE(rule.left(0).object().id(), world::toWire(m.world.aliasNamed("fan")));
  QVERIFY(m.world.nextId() > m.world.aliasNamed("fan").value);
}

void TestMerge::whatBothAddedByOneNameToOtherParentsAreTwoThings() {
  const world::World w = cell();
  const ObjectId table = w.aliasNamed("table"), tool = w.aliasNamed("tool");
  const world::World ours = edited(w, session::createFrame(table, {}, "grasp", Pose::translation(1, 0, 0)));
  const world::World theirs = edited(w, session::createFrame(tool, {}, "grasp", Pose::translation(2, 0, 0)));
  QCOMPARE(ours.frameNamed(table, "grasp"), theirs.frameNamed(tool, "grasp"));
  for (const auto& [a, b] : {std::pair{&ours, &theirs}, std::pair{&theirs, &ours}}) {
    const Merged m = merged(w, *a, *b);
    QVERIFY(m.conflicts.empty());
    QCOMPARE(m.world.frameCount(), w.frameCount() + 2);
    QCOMPARE(m.world.peek(m.world.frameNamed(table, "grasp"))->parent_t_this.p.x(), 1.0);
    QCOMPARE(m.world.peek(m.world.frameNamed(tool, "grasp"))->parent_t_this.p.x(), 2.0);
  }
  // The same of objects whose names hold beside their siblings only.
  const auto bolt = [&](ObjectId parent, double x) {
    return edited(w, session::createFromSceneObject(parent, {}, "bolt", makeArm(2), Pose::translation(x, 0, 0)));
  };
  const auto local = [](const world::World& of) {
    return edited(of, session::renameObject(of.aliasNamed("bolt"), "bolt", false));
  };
  const Merged m = merged(w, local(bolt(table, 1)), local(bolt(tool, 2)));
  QVERIFY(m.conflicts.empty());
  QVERIFY(m.world.childNamed(table, "bolt") && m.world.childNamed(tool, "bolt"));
  QCOMPARE(m.world.objectCount(), w.objectCount() + 2);
}

void TestMerge::rulesAreMergedOneByOne() {
  const world::World w = cell();
  const world::World ours = edited(w, session::addCollisionRule(w, {{{w.aliasNamed("tool"), {}}}, {}, true, 0}));
  const world::World theirs = edited(w, session::setRuleActions(w, std::span(&kFirstRule, 1), false, 0.002));
  const Merged m = merged(w, ours, theirs);
  QVERIFY(m.conflicts.empty());
  QCOMPARE(m.world.collisionSettings().collision_rules_size(), 2);
  QCOMPARE(m.world.collisionSettings().collision_rules(0).collision_action().margin().hard_margin(), 0.002F);
  const Merged two = merged(w, edited(w, session::setRuleActions(w, std::span(&kFirstRule, 1), true, 0)), theirs);
  QCOMPARE(two.open(), std::size_t{1});
  QVERIFY(two.world.collisionSettings().collision_rules(0).collision_action().is_excluded());
}

void TestMerge::configurationsAreMergedOneByOne() {
  const world::World w = cell();
  const ObjectId arm = w.aliasNamed("arm");
  const auto with = [&](const char* name, double value) {
    return edited(w, session::setNamedConfiguration(arm, name, JointVector::Constant(3, value)));
  };
  const Merged m = merged(w, with("home", 0.1), with("away", 0.2));
  QVERIFY(m.conflicts.empty());
  QCOMPARE(m.world.object(arm)->configurations.size(), std::size_t{2});
  const Merged two = merged(w, with("home", 0.1), with("home", 0.2));
  QCOMPARE(two.open(), std::size_t{1});
  QCOMPARE(two.conflicts.front().theirs.key, std::string("arm#configuration/home"));
}

void TestMerge::stepsAreMergedOneByOne() {
  const world::World w = cell();
  const world::World ours = withSteps(w, "steps { wait { seconds: 5 } } " + kMove + kSignal);
  const world::World theirs =
      withSteps(w, kWait + "steps { move { configuration: \"home\" motion_type: LINEAR } } " + kSignal + kWait);
  const Merged m = merged(w, ours, theirs);
  QVERIFY(m.conflicts.empty());
  QCOMPARE(programText(m.world, "pick"), programOf("name: \"pick\" steps { wait { seconds: 5 } } "
                                                   "steps { move { configuration: \"home\" motion_type: LINEAR } } " +
                                                   kSignal + kWait)
                                             .ShortDebugString());
  const Merged two = merged(w, ours, withSteps(w, "steps { wait { seconds: 7 } } " + kMove + kSignal));
  QCOMPARE(two.open(), std::size_t{1});
  QCOMPARE(two.conflicts.front().theirs.key, std::string("program:pick#step/1"));
  // A step that one removed and the other left.
  const Merged less = merged(w, ours, withSteps(w, kWait + kSignal));
  QVERIFY(less.conflicts.empty());
  QCOMPARE(programText(less.world, "pick"),
           programOf("name: \"pick\" steps { wait { seconds: 5 } } " + kSignal).ShortDebugString());
}

void TestMerge::stepsAddedByBothAtOnePlaceAreAConflict() {
  const world::World w = cell();
  const std::string five = "steps { wait { seconds: 5 } } ", on = "steps { set_signal { signal: \"x\" on: true } } ";
  const Merged m = merged(w, withSteps(w, kWait + five + kMove + kSignal), withSteps(w, kWait + on + kMove + kSignal));
  QCOMPARE(m.open(), std::size_t{1});
  QVERIFY(m.conflicts.front().reason.has_value());
  QCOMPARE(programText(m.world, "pick"),
           programOf("name: \"pick\" " + kWait + five + kMove + kSignal).ShortDebugString());
  // The same step put there by both is one.
  const Merged same =
      merged(w, withSteps(w, kWait + five + kMove + kSignal), withSteps(w, kWait + five + kMove + kSignal));
  QVERIFY(same.conflicts.empty());
  // At other places nobody is in the way.
  const Merged apart =
      merged(w, withSteps(w, five + kWait + kMove + kSignal), withSteps(w, kWait + kMove + on + kSignal));
  QVERIFY(apart.conflicts.empty());
  QCOMPARE(programText(apart.world, "pick"),
           programOf("name: \"pick\" " + five + kWait + kMove + on + kSignal).ShortDebugString());
}

void TestMerge::programsThatBothAddedAreListed() {
  const world::World w = cell();
  const Merged m = merged(w, withProgram(w, "name: \"a\""), withProgram(w, "name: \"b\""));
  QVERIFY(m.conflicts.empty());
  QCOMPARE(m.world.data().record->programs_size(), 3);
  // By one name: the same is one, and of two others ours stays whole.
  const world::World ours = withProgram(w, "name: \"a\" " + kWait + kSignal);
  QVERIFY(merged(w, ours, withProgram(w, "name: \"a\" " + kWait + kSignal)).conflicts.empty());
  const Merged two = merged(w, ours, withProgram(w, "name: \"a\" " + kWait + kMove + kSignal));
  QCOMPARE(two.open(), std::size_t{1});
  QCOMPARE(world::contentHash(two.world), world::contentHash(ours));
}

void TestMerge::filesWithoutACommonStartAreMergedByName() {
  const world::World none, ours = edited(none, box(kRootObject, "left"));
  world::World theirs = edited(none, box(kRootObject, "right"));
  theirs = edited(theirs, box(kRootObject, "left"));
  const Merged m = merged(none, ours, theirs);
  QVERIFY(m.conflicts.empty());
  QCOMPARE(m.world.objectCount(), std::size_t{3});
}

void TestMerge::whereAllHasAnotherNameIdsTell() {
  const world::World base = edited(world::World(), box(world::kRootObject, "crate"));
  const ObjectId crate = base.aliasNamed("crate");
  world::World theirs = edited(base, session::renameObject(crate, "bin", true));
  theirs = edited(theirs, session::renameEntity(base.peek(crate)->entities[0]->id, "shell"));
  const auto merged = difference::merge(base, base, theirs, store());
  QVERIFY2(merged.ok(), merged.status().line().c_str());
  QVERIFY(merged->conflicts.empty());
  QVERIFY(merged->world.peek(crate) != nullptr);
  QCOMPARE(world::contentHash(merged->world), world::contentHash(theirs));
}

QTEST_GUILESS_MAIN(TestMerge)
#include "test_merge.moc"
