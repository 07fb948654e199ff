// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <QtTest>

#include "core/model/anchors.h"
#include "core/model/carriers.h"
#include "tests/unit/model/models.h"

using namespace ww;
using namespace ww::model;
using test::Workshop;

namespace {

// An arm on a table, a gripper on the arm, a part in the gripper, and what stands beside.
struct Cell : Workshop {
  std::mt19937_64 random{7};
  ObjectId table, arm, hand, part, beside;
  Cell() {
    table = addBox("table", test::randomPose(random));
    arm = add("arm", test::randomTree(random, 6, false), test::randomPose(random), table);
    hand = add("hand", test::gripper(2), test::randomPose(random), arm, entity("arm", "link_6"));
    part = addBox("part", test::randomPose(random), hand, entity("hand", "finger_1"));
    beside = addBox("beside", test::randomPose(random));
  }
};

}  // namespace

class TestModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEmptyWorldStandsStill() {
    const Model m = Model::make(world::World());
    QCOMPARE(m.bodyCount(), 1u);
    QCOMPARE(m.body(kFixedBody).kind, BodyKind::kFixed);
    QCOMPARE(m.bodyOf(world::kRootObject), kFixedBody);
    QCOMPARE(State(m).rootT(world::kRootObject) == Pose{}, true);
  }

  // What is asked of a world without a model is what the model says.
  void carriersAreTheJointsOfTheBodies() {
    const Cell cell;
    const Model m = Model::make(cell.w);
    std::size_t longest = 0;
    cell.w.forEachObject([&](const world::Object& object) {
      for (const auto& entity : object.entities) {
        std::vector<EntityId> carriers, joints;
        for (const auto& joint : carriersOf(cell.w, entity->id)) carriers.push_back(joint->id);
        for (BodyIndex i = m.bodyOf(entity->id); i != kFixedBody; i = m.body(i).parent)
          joints.push_back(m.body(i).entity);
        QVERIFY2(carriers == joints, entity->name.c_str());
        longest = std::max(longest, joints.size());
      }
    });
    QCOMPARE(longest, 7u);
    QVERIFY(carriersOf(cell.w, EntityId{999999}).empty());
  }

  // What stands on a robot's base is not carried by it.
  void aBaseCarriesNothing() {
    Workshop w;
    std::mt19937_64 random(5);
    const ObjectId arm = w.add("arm", test::randomTree(random, 3, false));
    const ObjectId lid = w.addBox("lid", {}, arm, w.entity("arm", "base"));
    const ObjectId part = w.addBox("part", {}, arm, w.entity("arm", "link_2"));
    const ObjectId on_part = w.addBox("on_part", {}, part, w.w.peek(part)->rootEntity());
    for (const ObjectId id : {lid, part, on_part})
      QCOMPARE(isCarriedBy(w.w, arm, w.w.peek(id)->rootEntity()), id != lid);
    QVERIFY(!isCarriedBy(w.w, part, w.w.peek(on_part)->rootEntity()));
    QVERIFY(!isCarriedBy(w.w, arm, w.entity("arm", "base")));
  }

  void everyNodeIsWhereTheWorldHasIt() {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::mt19937_64 random(seed);
      Workshop w;
      std::vector<ObjectId> trees{world::kRootObject};
      for (int i = 0; i < 6; ++i) {
        const world::ObjectPtr on = w.w.object(trees[random() % trees.size()]);
        const EntityId entity = on->entities[random() % on->entities.size()]->id;
        trees.push_back(w.add(fmt::format("tree_{}", i), test::randomTree(random, 1 + static_cast<int>(random() % 9)),
                              test::randomPose(random), on->id, entity));
        w.apply(session::createFrame(trees.back(), {}, "f", test::randomPose(random)));
        w.apply(session::createFrameOnFrame(w.frame(fmt::format("tree_{}", i), "f"), "g", test::randomPose(random)));
      }
      for (std::size_t i = 1; i < trees.size(); ++i) {
        JointVector q = w.w.peek(trees[i])->jointPositions();
        for (double& v : q) v = 3.0 * test::randomNumber(random);
        w.setJoints(trees[i], q);
      }
      const Model m = Model::make(w.w);
      const std::string wrong = test::misplaced(State(m), w.w);
      QVERIFY2(wrong.empty(), wrong.c_str());
      const std::string different = test::modelDifference(m, m);
      QVERIFY2(different.empty(), different.c_str());
      m.forEachBody([&](BodyIndex i, const Body& b) {
        QCOMPARE(test::poseMismatch(m.rootT(i), w.w.rootT(b.entity)), std::string());
      });
    }
  }

  void whatRidesOnWhat() {
    const Cell c;
    const Model m = Model::make(c.w);
    QCOMPARE(m.bodyCount(), 1u + 6u + 2u);
    QCOMPARE(m.bodyOf(c.table), kFixedBody);
    QCOMPARE(m.bodyOf(c.arm), kFixedBody);
    const BodyIndex last = m.carriedBy(c.entity("arm", "joint_6"));
    QCOMPARE(m.bodyOf(c.entity("arm", "link_6")), last);
    QCOMPARE(m.bodyOf(c.hand), last);
    QCOMPARE(m.bodyOf(c.frame("arm", "tip")), last);
    const BodyIndex finger = m.carriedBy(c.entity("hand", "joint_1"));
    QCOMPARE(m.bodyOf(c.part), finger);
    QCOMPARE(m.body(finger).parent, last);
    QCOMPARE(m.childrenOf(last).size(), 2u);
    QCOMPARE(m.objectsOn(last), std::vector<ObjectId>{c.hand});
    QCOMPARE(m.framesOn(last), std::vector<FrameId>{c.frame("arm", "tip")});
    QCOMPARE(m.carriedBy(c.entity("arm", "link_6")), kNoBody);
    QCOMPARE(m.jointsOf(c.arm).size(), 6u);
    QCOMPARE(m.jointsOf(c.table).size(), 0u);
    QCOMPARE(m.jointName(last), std::string("joint_6"));
    const std::vector<EntityId> on_finger = m.entitiesOn(finger);
    QCOMPARE(on_finger.size(), 3u);  // its joint, the link, the part
  }

  void aFreeObjectIsWhereTheStatePutsIt() {
    const Cell c;
    ModelOptions options;
    options.free = {c.arm};
    const Model m = Model::make(c.w, options);
    QCOMPARE(m.body(m.bodyOf(c.arm)).kind, BodyKind::kFree);
    State s(m);
    const std::string wrong = test::misplaced(s, c.w);
    QVERIFY2(wrong.empty(), wrong.c_str());
    const Pose there = Pose::fromRpy(Vec3(4, 5, 6), 0.1, 0.2, 0.3);
    QVERIFY(s.setFree(c.arm, there).ok());
    s.forward();
    const Pose arm_t_part = c.w.aTB(c.arm, c.part);
    QCOMPARE(test::poseMismatch(s.rootT(c.part), there * arm_t_part), std::string());
    QCOMPARE(test::poseMismatch(s.rootT(c.table), c.w.rootT(c.table)), std::string());
    QCOMPARE(s.setFree(c.table, there).code, Code::kNotFound);
    QCOMPARE(s.setFree(ObjectId{987654321}, there).code, Code::kNotFound);
  }

  // Each node rides on the nearest of the movers, and stays where it is on it.
  void anchorsAreTheNearestMovers() {
    const Cell c;
    ModelOptions options;
    options.free = {c.hand};
    const Model m = Model::make(c.w, options);
    const std::vector<EntityId> movers{c.entity("arm", "joint_2"), c.entity("arm", "joint_5"),
                                       c.entity("hand", "base")};
    Anchors anchors(m, movers);
    const std::pair<world::NodeRef, int> nodes[] = {{c.table, -1},
                                                    {c.arm, -1},
                                                    {c.entity("arm", "joint_1"), -1},
                                                    {c.entity("arm", "link_2"), 0},
                                                    {c.entity("arm", "link_4"), 0},
                                                    {c.frame("arm", "tip"), 1},
                                                    {c.hand, 2},
                                                    {c.part, 2},
                                                    {c.entity("hand", "joint_2"), 2}};
    for (const auto& [node, mover] : nodes) {
      const Anchors::Anchor anchor = anchors.of(node);
      QCOMPARE(anchor.mover, mover);
      const Pose root_t_mover = mover < 0 ? Pose() : c.w.rootT(movers[static_cast<std::size_t>(mover)]);
      QCOMPARE(test::poseMismatch(root_t_mover * anchor.mover_t_node, c.w.rootT(node)), std::string());
    }
  }

  void followersGoWithTheirLeaders() {
    Workshop w;
    const ObjectId hand = w.add("hand", test::gripper(4), Pose::translation(1, 2, 3));
    const auto joint = [&](int i) { return w.entity("hand", fmt::format("joint_{}", i)); };
    // A chain of two.
    w.follow(hand, {{"joint_3", "joint_2", 0.5, -0.2}, {"joint_2", "joint_1", -2.0, 0.1}});
    const Model m = Model::make(w.w);
    const BodyIndex leader = m.carriedBy(joint(1)), second = m.carriedBy(joint(2)), third = m.carriedBy(joint(3));
    QVERIFY(!m.body(leader).follows() && m.body(second).follows());
    QCOMPARE(m.body(third).leader, leader);
    QVERIFY(!m.body(m.carriedBy(joint(4))).follows());
    State s(m);
    QVERIFY(s.set(joint(1), 0.25).ok());
    s.forward();
    QCOMPARE(s.position(second), -2.0 * 0.25 + 0.1);
    QCOMPARE(s.position(third), 0.5 * (-2.0 * 0.25 + 0.1) - 0.2);
    world::Joint j = *w.w.entity(joint(2))->joint;
    QCOMPARE(
        test::poseMismatch(s.rootT(w.entity("hand", "finger_2")), w.w.rootT(hand) * j.parentTThis(s.position(second))),
        std::string());
    const Status refused = s.set(joint(3), 0.0);
    QCOMPARE(refused.code, Code::kFailedPrecondition);
    QVERIFY(refused.hint.find("joint_1") != std::string::npos);
    QCOMPARE(s.set(w.entity("hand", "finger_1"), 0.0).code, Code::kNotFound);
    QCOMPARE(s.set(joint(1), std::nan("")).code, Code::kInvalidArgument);
    // Later models keep them, until nobody follows any more.
    w.apply(session::setPose(hand, world::kRootObject, Pose::translation(3, 2, 1)));
    QVERIFY(m.updated(w.w).body(second).follows());
    w.follow(hand, {});
    const Model free = m.updated(w.w);
    QCOMPARE(test::modelDifference(free, Model::make(w.w)), std::string());
    QVERIFY(!free.body(free.carriedBy(joint(2))).follows());
  }

  void tenThousandJointsInAChain() {
    Workshop w;
    std::mt19937_64 random(3);
    w.add("chain", test::randomTree(random, 10000, false));
    const Model m = Model::make(w.w);
    QCOMPARE(m.bodyCount(), 10001u);
    const State s(m);
    const EntityId last = w.entity("chain", "link_10000");
    QCOMPARE(test::poseMismatch(s.rootT(last), w.w.rootT(last), 1e-8), std::string());
    const auto mechanism = Mechanism::ofObject(m, w.id("chain"));
    QVERIFY(mechanism.ok());
    std::vector<Pose> poses(mechanism->moved().size());
    mechanism->forward(mechanism->restPositions(), poses);
    QCOMPARE(test::poseMismatch(poses.back(), w.w.rootT(w.entity("chain", "joint_10000")), 1e-8), std::string());
  }

  void thousandsOfRobotsOnEachOther() {
    Workshop w;
    std::mt19937_64 random(4);
    const auto one = test::randomTree(random, 1, false);
    constexpr int kRobots = 3000;
    for (int i = 0; i < kRobots; ++i) {
      const std::string below = fmt::format("r{}", i - 1);
      w.add(fmt::format("r{}", i), one, {}, i == 0 ? world::kRootObject : w.id(below),
            i == 0 ? EntityId{} : w.entity(below, "link_1"));
    }
    const Model m = Model::make(w.w);
    QCOMPARE(m.bodyCount(), kRobots + 1u);
    // The lowest is put on a rail: all others get new numbers.
    w.add("rail", one);
    w.apply(session::reparentObject(w.id("r0"), w.id("rail"), w.entity("rail", "link_1")));
    const Model moved = m.updated(w.w);
    const std::string different = test::modelDifference(moved, Model::make(w.w));
    QVERIFY2(different.empty(), different.c_str());
  }
};

QTEST_GUILESS_MAIN(TestModel)
#include "test_model.moc"
