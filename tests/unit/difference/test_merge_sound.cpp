// SPDX-License-Identifier: Apache-2.0
// What two sides did goes well by itself and not together: a conflict, and a sound world all the same.
#include "worlds.h"

using namespace ww;
using namespace ww::test;
using difference::Merged;
using difference::MergeOptions;
using difference::Side;
using world::kRootObject;

namespace {

struct Sides {
  world::World base, ours, theirs;
};

struct ClashCase {
  const char* name;
  Sides (*make)();
  const char* reason;      // part of what is said
  bool theirs_is_settled;  // by the choice of theirs
};

world::World under(const world::World& w, const char* object, const char* parent) {
  return edited(w, session::reparentObject(w.aliasNamed(object), w.aliasNamed(parent), {}));
}

world::World without(const world::World& w, const char* object) {
  return edited(w, session::deleteObject(w.aliasNamed(object), true));
}

const ClashCase kClashes[] = {
    {"a child of what ours removed",
     [] {
       const world::World w = cell();
       return Sides{w, without(w, "tool"), edited(w, box(w.aliasNamed("tool"), "lamp"))};
     },
     "needs", true},
    {"a child of what theirs removed",
     [] {
       const world::World w = cell();
       return Sides{w, edited(w, box(w.aliasNamed("tool"), "lamp")), without(w, "tool")};
     },
     "needs", true},
    {"a circle",
     [] {
       const world::World w = cell();
       return Sides{w, under(w, "tool", "arm"), under(w, "arm", "tool")};
     },
     "would hang on itself", true},
    {"two of one name",
     [] {
       const world::World w = cell();
       return Sides{w, edited(w, session::renameObject(w.aliasNamed("tool"), "lamp", true)),
                    edited(w, session::renameObject(w.aliasNamed("arm"), "lamp", true))};
     },
     "two would be called", true},
    {"a rule about what ours removed",
     [] {
       const world::World w = cell();
       return Sides{w, without(w, "tool"),
                    edited(w, session::addCollisionRule(w, {{{w.aliasNamed("tool"), {}}}, {}, true, 0}))};
     },
     "names", true},
    {"a rule about what theirs removed",
     [] {
       const world::World w = cell();
       return Sides{w, edited(w, session::addCollisionRule(w, {{{w.aliasNamed("tool"), {}}}, {}, true, 0})),
                    without(w, "tool")};
     },
     "names", true},
    {"a step about what ours removed",
     [] {
       const world::World w = cell();
       return Sides{w, without(w, "tool"),
                    withProgram(w, "name: \"hold\" steps { attach { object " + object("tool") + "} }")};
     },
     "names", true},
    {"a frame on a frame that ours removed",
     [] {
       const world::World w = cell();
       return Sides{w, edited(w, session::deleteFrame(gripOf(w), true)),
                    edited(w, session::createFrameOnFrame(gripOf(w), "tip", Pose()))};
     },
     "needs", true},
    {"a program that is called",
     [] {
       const world::World w = cell();
       return Sides{w, edited(w, session::deleteProgram("pick")), withProgram(w, "name: \"all\" " + call("pick"))};
     },
     "calls", true},
    {"programs that call each other",
     [] {
       const world::World w = withProgram(cell(), "name: \"a\"");
       return Sides{w, withProgram(w, "name: \"a\" " + call("pick")), withProgram(w, "name: \"pick\" " + call("a"))};
     },
     "", false},
};

}  // namespace

class TestMergeSound : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatDoesNotGoTogetherIsAConflict_data();
  void whatDoesNotGoTogetherIsAConflict();
  void aPositionOutsideOfTheOtherSidesLimitsIsAConflict();
  void limitsThatCutAConfigurationAreHeldAgainstAPositionAllTheSame();
  void whatRidesOnAMovedFrameGoesWithIt();
};

void TestMergeSound::whatDoesNotGoTogetherIsAConflict_data() {
  QTest::addColumn<int>("at");
  for (int i = 0; i < static_cast<int>(std::size(kClashes)); ++i) QTest::newRow(kClashes[i].name) << i;
}

void TestMergeSound::whatDoesNotGoTogetherIsAConflict() {
  QFETCH(int, at);
  const ClashCase& clash = kClashes[at];
  const Sides sides = clash.make();
  const auto merged = difference::merge(sides.base, sides.ours, sides.theirs, store());
  QVERIFY2(merged.ok(), merged.status().line().c_str());
  QVERIFY(world::checkInvariants(merged->world).ok());
  QVERIFY(merged->open() >= 1);
  std::string said;
  for (const auto& conflict : merged->conflicts) said += textOf(conflict, difference::differenceVoice()) + "\n";
  WW_TOLD(said, clash.reason);
  // Nothing else was theirs, so that ours stays.
  QCOMPARE(world::contentHash(merged->world), world::contentHash(sides.ours));
  for (const Side side : {Side::kOurs, Side::kTheirs}) {
    MergeOptions all;
    all.all = side;
    const auto settled = difference::merge(sides.base, sides.ours, sides.theirs, store(), all);
    QVERIFY2(settled.ok(), settled.status().line().c_str());
    QVERIFY(world::checkInvariants(settled->world).ok());
    if (side == Side::kOurs) QCOMPARE(settled->open(), std::size_t{0});
    if (side == Side::kTheirs && clash.theirs_is_settled) QCOMPARE(settled->open(), std::size_t{0});
    if (side == Side::kTheirs && clash.theirs_is_settled)
      QVERIFY(world::contentHash(settled->world) != world::contentHash(sides.ours));
  }
}

void TestMergeSound::aPositionOutsideOfTheOtherSidesLimitsIsAConflict() {
  const world::World w = cell();
  const ObjectId arm = w.aliasNamed("arm");
  const auto merged = difference::merge(w, edited(w, session::setJointLimits(arm, "joint_1", -0.5, 0.5)),
                                        edited(w, session::setJoint(arm, "joint_1", 2.0)), store());
  QVERIFY(merged.ok());
  QCOMPARE(merged->open(), std::size_t{1});
  QCOMPARE(merged->conflicts.front().theirs.key, std::string("arm:joint_1#position"));
  QCOMPARE(merged->world.object(arm)->jointPositions()[0], 0.0);
}

// Ours breaks a rule by itself, and theirs breaks another by what ours has changed.
void TestMergeSound::limitsThatCutAConfigurationAreHeldAgainstAPositionAllTheSame() {
  world::World w = cell();
  const ObjectId arm = w.aliasNamed("arm");
  JointVector far = JointVector::Zero(3);
  far[0] = 0.9;
  w = edited(w, session::setNamedConfiguration(arm, "far", far));
  const auto merged = difference::merge(w, edited(w, session::setJointLimits(arm, "joint_1", -0.5, 0.5)),
                                        edited(w, session::setJoint(arm, "joint_1", -0.9)), store());
  QVERIFY(merged.ok());
  QCOMPARE(merged->open(), std::size_t{1});
  QCOMPARE(merged->conflicts.front().theirs.key, std::string("arm:joint_1#position"));
  QVERIFY(merged->conflicts.front().reason);
  WW_TOLD(plain(*merged->conflicts.front().reason), "beyond its limits");
  QCOMPARE(merged->world.object(arm)->jointPositions()[0], 0.0);
}

void TestMergeSound::whatRidesOnAMovedFrameGoesWithIt() {
  const world::World w = edited(cell(), session::createFrameOnFrame(gripOf(cell()), "tip", Pose::translation(0, 0, 1)));
  const ObjectId arm = w.aliasNamed("arm"), table = w.aliasNamed("table");
  const FrameId tip = w.frameNamed(table, "tip");
  const auto merged =
      difference::merge(w, edited(w, session::reparentFrame(gripOf(w), arm, {})),
                        edited(w, session::setPose(tip, gripOf(w), Pose::translation(0, 0, 2))), store());
  QVERIFY2(merged.ok(), merged.status().line().c_str());
  QVERIFY(merged->conflicts.empty());
  QCOMPARE(merged->world.frame(tip)->object, arm);
  QCOMPARE(merged->world.frame(tip)->parent_t_this.p.z(), 2.0);
  QVERIFY(world::checkInvariants(merged->world).ok());
}

QTEST_GUILESS_MAIN(TestMergeSound)
#include "test_merge_sound.moc"
