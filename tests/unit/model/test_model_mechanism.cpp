// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/model/apart_words.h"
#include "tests/unit/model/models.h"

using namespace ww;
using namespace ww::model;
using test::Workshop;

namespace {

// A rail with an arm on it that holds a gripper, and a second arm that stands beside.
struct Cell : Workshop {
  std::mt19937_64 random{21};
  ObjectId rail, arm, hand, other;
  Cell() {
    rail = add("rail", test::randomTree(random, 1, false), test::randomPose(random));
    arm = add("arm", test::randomTree(random, 7, false), test::randomPose(random), rail, entity("rail", "link_1"));
    hand = add("hand", test::gripper(2), test::randomPose(random), arm, entity("arm", "link_7"));
    other = add("other", test::randomTree(random, 6), test::randomPose(random));
    for (const ObjectId id : {rail, arm, hand, other})
      setJoints(id, randomPositions(w.peek(id)->moving_joints.size(), 0.9));
  }
  JointVector randomPositions(std::size_t size, double range) {
    JointVector q(static_cast<Eigen::Index>(size));
    for (double& v : q) v = range * test::randomNumber(random);
    return q;
  }
  std::vector<EntityId> jointsOf(std::initializer_list<ObjectId> objects) const {
    std::vector<EntityId> out;
    for (const ObjectId id : objects) {
      for (const std::size_t i : w.peek(id)->moving_joints) out.push_back(w.peek(id)->entities[i]->id);
    }
    return out;
  }
};

std::string wrongRows(const Mechanism& mechanism, const JointVector& q, const State& state) {
  std::vector<Pose> poses(mechanism.moved().size());
  mechanism.forward(q, poses);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::string wrong = test::poseMismatch(poses[i], state.rootT(mechanism.moved()[i]));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

bool sameBits(const Pose& a, const Pose& b) { return a == b; }

}  // namespace

class TestModelMechanism : public QObject {
  Q_OBJECT

  // Positions in the world and in the mechanism lead to the same poses, of all that rides on it as well.
  static void compareWithTheWorld(Cell& c, std::vector<ObjectId> objects) {
    std::vector<EntityId> joints;
    for (const ObjectId id : objects) {
      for (const EntityId e : c.jointsOf({id})) joints.push_back(e);
    }
    const Model m = Model::make(c.w);
    const auto mechanism = Mechanism::make(m, joints);
    QVERIFY(mechanism.ok());
    QCOMPARE(mechanism->size(), joints.size());
    State state(m);
    for (int round = 0; round < 20; ++round) {
      const JointVector q = c.randomPositions(joints.size(), 1.0);
      Eigen::Index at = 0;
      for (const ObjectId id : objects) {
        const auto size = static_cast<Eigen::Index>(c.w.peek(id)->moving_joints.size());
        c.setJoints(id, q.segment(at, size));
        at += size;
      }
      state.set(*mechanism, q);
      state.forward(*mechanism);
      std::string wrong = test::misplaced(state, c.w);
      QVERIFY2(wrong.empty(), wrong.c_str());
      wrong = wrongRows(*mechanism, q, state);
      QVERIFY2(wrong.empty(), wrong.c_str());
      std::vector<Pose> poses(mechanism->moved().size());
      mechanism->forward(q, poses);
      c.w.forEachObject([&](const world::Object& o) {
        for (const world::EntityPtr& e : o.entities) {
          const Mechanism::Seat seat = mechanism->seat(e->id);
          const Pose pose =
              seat.row < 0 ? seat.row_t_node : poses[static_cast<std::size_t>(seat.row)] * seat.row_t_node;
          QCOMPARE(test::poseMismatch(pose, c.w.rootT(e->id)), std::string());
        }
      });
    }
  }

 private Q_SLOTS:
  void anArm() {
    Cell c;
    compareWithTheWorld(c, {c.arm});
  }
  void anArmOnItsRail() {
    Cell c;
    compareWithTheWorld(c, {c.rail, c.arm});
  }
  void theJointsInAnyOrder() {
    Cell c;
    compareWithTheWorld(c, {c.arm, c.rail});
  }
  void anArmWithItsGripper() {
    Cell c;
    compareWithTheWorld(c, {c.arm, c.hand});
  }
  void twoArms() {
    Cell c;
    compareWithTheWorld(c, {c.other, c.arm});
  }
  // The arm between them stands still, and goes along.
  void aRailAndTheGripper() {
    Cell c;
    compareWithTheWorld(c, {c.rail, c.hand});
  }

  void whatDoesNotMoveMayStandElsewhereThanInTheWorld() {
    Cell c;
    const Model m = Model::make(c.w);
    State rest(m);
    const auto rail = Mechanism::ofObject(m, c.rail), hand = Mechanism::ofObject(m, c.hand);
    rest.set(*rail, c.randomPositions(1, 1.0));
    rest.set(*hand, c.randomPositions(2, 1.0));
    rest.forward();
    const auto arm = Mechanism::ofObject(m, c.arm, &rest);
    QVERIFY(arm.ok());
    QCOMPARE(arm->affected().size(), 7u + 2u);
    const JointVector q = c.randomPositions(7, 1.0);
    State state = rest;
    state.set(*arm, q);
    state.forward();
    QCOMPARE(wrongRows(*arm, q, state), std::string());
    std::vector<Pose> poses(7);
    arm->forward(q, poses);
    const Mechanism::Seat finger = arm->seat(c.entity("hand", "finger_1"));
    QCOMPARE(finger.row, 6);
    QCOMPARE(test::poseMismatch(poses[6] * finger.row_t_node, state.rootT(c.entity("hand", "finger_1"))),
             std::string());
    const Mechanism::Seat under = arm->seat(c.entity("rail", "link_1"));
    QCOMPARE(under.row, -1);
    QCOMPARE(test::poseMismatch(under.row_t_node, state.rootT(c.entity("rail", "link_1"))), std::string());
  }

  void eightAtATimeAreTheSameBits() {
    Cell c;
    const Model m = Model::make(c.w);
    const auto mechanism = Mechanism::make(m, c.jointsOf({c.rail, c.arm, c.hand, c.other}));
    QVERIFY(mechanism.ok());
    std::vector<Pose> one(mechanism->moved().size());
    std::vector<PoseLanes> eight(one.size()), by_two(one.size());
    PositionLanes q(kLanes, static_cast<Eigen::Index>(mechanism->size()));
    for (const double range : {1.0, 100.0, 1e5, 1e9}) {
      for (double& v : q.reshaped()) v = range * test::randomNumber(c.random);
      mechanism->forward(q, eight);
      mechanism->forwardByTwo(q, by_two);
      for (int lane = 0; lane < kLanes; ++lane) {
        mechanism->forward(JointVector(q.row(lane).matrix().transpose()), one);
        for (std::size_t i = 0; i < one.size(); ++i)
          QVERIFY(sameBits(eight[i].lane(lane), one[i]) && sameBits(by_two[i].lane(lane), one[i]));
      }
    }
  }

  void positionsFarRoundTheCircle() {
    Cell c;
    const Model m = Model::make(c.w);
    for (const double position : {-1e9, -2.5e6, -1e3, -M_PI, -1e-9, 0.0, M_PI_2, M_PI, 1e4, 2e6 - 1, 2e6 + 1, 3e8}) {
      m.forEachBody([&](BodyIndex i, const Body& b) {
        if (b.kind != BodyKind::kJoint || !b.revolute) return;
        // Where the joint itself turns, as the world does it.
        const Pose zero = b.parent_t_body.at(0.0), turned = b.parent_t_body.at(position);
        const world::Joint& j = m.joint(i);
        const Pose want = zero * (j.parentTThis(0.0).inverse() * j.parentTThis(position));
        QCOMPARE(test::poseMismatch(turned, want, 4e-15 * 100), std::string());
      });
    }
  }

  void followersMoveWithTheMechanism() {
    Cell c;
    const EntityId follower = c.entity("hand", "joint_2");
    c.follow(c.hand, {{"joint_2", "joint_1", -3.0, 0.2}});
    const Model m = Model::make(c.w);
    const auto hand = Mechanism::ofObject(m, c.hand);
    QVERIFY(hand.ok());
    QCOMPARE(hand->size(), 1u);
    QCOMPARE(hand->moved().size(), 2u);
    State state(m);
    for (int i = 0; i < 10; ++i) {
      const JointVector q = c.randomPositions(1, 1.0);
      state.set(*hand, q);
      state.forward();
      QCOMPARE(state.position(m.carriedBy(follower)), -3.0 * q[0] + 0.2);
      QCOMPARE(wrongRows(*hand, q, state), std::string());
    }
    const EntityId alone[] = {follower};
    const auto refused = Mechanism::make(m, alone);
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
    QVERIFY(refused.status().hint.find("joint_1") != std::string::npos);
  }

  void axesAreWhereTheJointsTurn() {
    Cell c;
    const Model m = Model::make(c.w);
    const auto arm = Mechanism::ofObject(m, c.arm);
    const JointVector q = c.randomPositions(7, 1.0);
    std::vector<Pose> poses(7), moved(7);
    arm->forward(q, poses);
    for (std::size_t i = 0; i < 7; ++i) {
      const auto [direction, point] = arm->axis(i, poses);
      JointVector next = q;
      next[static_cast<Eigen::Index>(i)] += 1e-3;
      arm->forward(next, moved);
      const Pose step = moved[i] * poses[i].inverse();  // in the root frame
      if (m.body(arm->moved()[i]).revolute) {
        QVERIFY((step * point - point).norm() < 1e-12);
        QVERIFY((step.q * direction - direction).norm() < 1e-12);
        QVERIFY(step.q.vec().dot(direction) > 0.0);
      } else {
        QVERIFY((step.p - 1e-3 * direction).norm() < 1e-12);
      }
    }
  }

  void whatIsNoMechanismIsRefused() {
    Cell c;
    const Model m = Model::make(c.w);
    QCOMPARE(Mechanism::make(m, {}).status().code, Code::kInvalidArgument);
    const EntityId link[] = {c.entity("arm", "link_1")}, gone[] = {EntityId{987654321}};
    QCOMPARE(Mechanism::make(m, link).status().code, Code::kNotFound);
    QCOMPARE(Mechanism::make(m, gone).status().code, Code::kNotFound);
    const EntityId twice[] = {c.entity("arm", "joint_1"), c.entity("arm", "joint_1")};
    QCOMPARE(Mechanism::make(m, twice).status().code, Code::kInvalidArgument);
    QCOMPARE(Mechanism::ofObject(m, ObjectId{987654321}).status().code, Code::kNotFound);
    QCOMPARE(Mechanism::ofObject(m, world::kRootObject).status().code, Code::kFailedPrecondition);
  }

  // How far two poses are apart: what is nothing is not told.
  void wordsOfADistance() {
    QCOMPARE(plain(apartWords(0.0445, 0.5)), std::string("0.0445 m and 28.65 deg"));
    QCOMPARE(plain(apartWords(0.0, 0.5)), std::string("28.65 deg"));
    QCOMPARE(plain(apartWords(0.0445, 1e-9)), std::string("0.0445 m"));
  }
};

QTEST_GUILESS_MAIN(TestModelMechanism)
#include "test_model_mechanism.moc"
