// SPDX-License-Identifier: Apache-2.0
// Random edits of every kind: a model that is brought up to date says what one made anew says. WW_STEPS
// sets their number.
#include <QtTest>

#include "tests/unit/model/models.h"
#include "tests/unit/world/gardener.h"

using namespace ww;
using namespace ww::model;
using test::Workshop;

class TestModelUpdates : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void afterRandomEditsAsIfMadeAnew() {
    const int steps = qEnvironmentVariableIsSet("WW_STEPS") ? qEnvironmentVariableIntValue("WW_STEPS") : 1500;
    Workshop w;
    test::Gardener gardener(11);
    Model m = Model::make(w.w), behind = m;
    world::World behind_world = w.w;
    int done = 0, robots = 0;
    for (int i = 0; i < steps; ++i) {
      const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
      if (!next.ok()) continue;
      ++done;
      w.w = next.value();
      m = m.updated(w.w);
      const Model anew = Model::make(w.w);
      std::string wrong = test::modelDifference(m, anew);
      QVERIFY2(wrong.empty(), wrong.c_str());
      wrong = test::misplaced(State(m), w.w);
      QVERIFY2(wrong.empty(), wrong.c_str());
      robots = std::max(robots, static_cast<int>(anew.bodyCount()) - 1);
      // Several edits in one difference, and back again, as an undo of all of them.
      if (done % 7 != 0) continue;
      const Model caught_up = behind.updated(w.w);
      wrong = test::modelDifference(caught_up, anew);
      QVERIFY2(wrong.empty(), wrong.c_str());
      wrong = test::modelDifference(caught_up.updated(behind_world), Model::make(behind_world));
      QVERIFY2(wrong.empty(), wrong.c_str());
      behind = caught_up;
      behind_world = w.w;
    }
    qInfo("%d edits, up to %d joints", done, robots);
    QVERIFY(done > steps / 4 && robots > 10);
  }

  void objectsComeToFloatAndCease() {
    Workshop w;
    test::Gardener gardener(14);
    std::mt19937_64 random(15);
    const ObjectId lower = w.add("lower", test::randomTree(random, 3));
    const ObjectId upper = w.add("upper", test::randomTree(random, 2), {}, lower, w.entity("lower", "link_2"));
    const ObjectId cup = w.addBox("cup", {}, upper, w.entity("upper", "link_1"));
    Model m = Model::make(w.w);
    const std::vector<ObjectId> all{lower, upper, cup, ObjectId{987654}};
    for (int i = 0; i < 200; ++i) {
      std::vector<ObjectId> free;
      for (const ObjectId id : all) {
        if (random() % 2) free.push_back(id);
      }
      m = m.floating(free);
      ModelOptions options;
      options.free = free;
      std::string wrong = test::modelDifference(m, Model::make(w.w, options));
      QVERIFY2(wrong.empty(), wrong.c_str());
      wrong = test::misplaced(State(m), w.w);
      QVERIFY2(wrong.empty(), wrong.c_str());
      const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
      if (!next.ok()) continue;
      w.w = next.value();
      m = m.updated(w.w);
      wrong = test::modelDifference(m, Model::make(w.w, options));
      QVERIFY2(wrong.empty(), wrong.c_str());
    }
  }

  void freeObjectsAndFollowersStaySo() {
    Workshop w;
    test::Gardener gardener(12);
    std::mt19937_64 random(13);
    const ObjectId loose = w.add("loose", test::randomTree(random, 3));
    const ObjectId hand = w.add("hand", test::gripper(3), {}, loose, w.entity("loose", "link_2"));
    ModelOptions options;
    options.free = {loose};
    w.follow(hand, {{"joint_2", "joint_1", 2.0, 0.5}});
    Model m = Model::make(w.w, options);
    for (int i = 0; i < 300; ++i) {
      const auto next = world::apply(w.w, *gardener.edit(w.w), w.store);
      if (!next.ok()) continue;
      w.w = next.value();
      m = m.updated(w.w);
      const std::string wrong = test::modelDifference(m, Model::make(w.w, options));
      QVERIFY2(wrong.empty(), wrong.c_str());
      if (!w.w.peek(loose) || !w.w.peek(hand)) break;
    }
  }

  void numbersStayWhereTheTreeOfJointsStays() {
    Workshop w;
    std::mt19937_64 random(14);
    const ObjectId arm = w.add("arm", test::randomTree(random, 6, false));
    const ObjectId rail = w.add("rail", test::randomTree(random, 1, false));
    const Model before = Model::make(w.w);
    const std::vector<BodyIndex> joints = before.jointsOf(arm);
    w.apply(session::setPose(arm, world::kRootObject, test::randomPose(random)));
    w.setJoints(arm, JointVector::Constant(6, 0.5));
    w.apply(session::renameEntity(w.entity("arm", "link_3"), "renamed"));
    const Model after = before.updated(w.w);
    QCOMPARE(after.jointsOf(arm), joints);
    // On the rail, which has greater numbers, it gets numbers of its own above them, and the rail keeps its own.
    w.apply(session::reparentObject(arm, rail, w.entity("rail", "link_1")));
    const Model on_rail = after.updated(w.w);
    QCOMPARE(on_rail.jointsOf(rail), before.jointsOf(rail));
    QVERIFY(on_rail.jointsOf(arm).front() > on_rail.jointsOf(rail).front());
    QCOMPARE(on_rail.numbering(), before.numbering());
    QVERIFY(!on_rail.hasBody(joints.front()));
  }

  void gapsInTheNumbersAreClosedInTime() {
    Workshop w;
    std::mt19937_64 random(15);
    w.add("arm", test::randomTree(random, 6, false));
    const ObjectId rails[] = {w.add("a", test::randomTree(random, 1)), w.add("b", test::randomTree(random, 1))};
    Model m = Model::make(w.w);
    const std::uint64_t first = m.numbering();
    // The lower of two rails on each other has to have the lower number, so that each turn gives new ones.
    for (std::size_t i = 0; i < 1000; ++i) {
      const ObjectId lower = rails[i % 2], upper = rails[1 - i % 2];
      w.apply(session::reparentObject(lower, world::kRootObject, {}));
      w.apply(session::reparentObject(upper, lower, w.entity(w.w.peek(lower)->name, "link_1")));
      if (i == 0) w.apply(session::reparentObject(w.id("arm"), upper, w.entity(w.w.peek(upper)->name, "link_1")));
      m = m.updated(w.w);
    }
    const std::string wrong = test::modelDifference(m, Model::make(w.w));
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(m.bodyEnd() < 3000);
    QVERIFY(m.numbering() != first);
  }
};

QTEST_GUILESS_MAIN(TestModelUpdates)
#include "test_model_updates.moc"
