// SPDX-License-Identifier: Apache-2.0
// An arm and a gripper of two files, bolted together: they move, are checked and are planned for as one.
#include <QtTest>

#include <filesystem>

#include "core/collision/check.h"
#include "core/io/importer.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/state.h"
#include "core/planning/plan.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

const char* kRobots = "/corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/";
const char* kGripper = "robotiq/robotiq_2f_85_gripper_visualization/urdf/robotiq_arg2f_85_model.urdf";

}  // namespace

class TestPlannerGripper : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void aRobotWithItsGripperMovesAsOne_data() {
    QTest::addColumn<QString>("arm");
    QTest::addColumn<QString>("mount");
    QTest::newRow("FANUC CRX10") << QStringLiteral("fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf")
                                 << QStringLiteral("tool0");
    QTest::newRow("KUKA KR10") << QStringLiteral("kuka/kuka_kr10_support/urdf/kr10r900_2.urdf")
                               << QStringLiteral("tool0");
  }
  void aRobotWithItsGripperMovesAsOne() {
    QFETCH(QString, arm);
    QFETCH(QString, mount);
    const std::string robots = qgetenv("WORLDWRIGHT_SHARED").toStdString() + kRobots;
    if (!std::filesystem::exists(robots + kGripper)) QSKIP("WORLDWRIGHT_SHARED names no folder with robots");
    world_ = world::World();
    arm_ = import(robots + arm.toStdString(), world::kRootObject, {});
    QVERIFY(arm_ && world_.peek(arm_)->entityNamed(mount.toStdString()));
    QVERIFY(collision::checkWorld(world_).empty());
    hand_ = import(robots + kGripper, arm_, world_.peek(arm_)->entityNamed(mount.toStdString())->id);
    QVERIFY(hand_);
    bolt();
    handIsNotInItsOwnWay();
    ridesInForwardKinematics();
    bothMoveInOneMechanism();
    planIsForBoth();
  }

 private:
  ObjectId import(const std::string& path, ObjectId parent, EntityId entity) {
    const auto result = io::importFile(path, {}, store_, {}, Progress());
    if (!result.ok()) return {};
    const auto& object = result->objects.front().object;
    const Pose parent_t_object = entity ? world_.aTB(parent, entity) : Pose();
    if (!apply(session::createFromSceneObject(parent, entity, object.name(), object, parent_t_object))) return {};
    return world_.childNamed(parent, object.name());
  }
  Result<world::World> with(const std::vector<session::EditsPtr>& edits) {
    return world::apply(world_, *session::join(edits), store_);
  }
  bool apply(const session::EditsPtr& edits) {
    auto next = world::apply(world_, *edits, store_);
    if (!next.ok()) qWarning("%s", next.status().line().c_str());
    if (next.ok()) world_ = std::move(next).value();
    return next.ok();
  }
  EntityId part(ObjectId object, const char* name) const { return world_.peek(object)->entityNamed(name)->id; }

  // What is rigid with the mount and what is rigid with the gripper's base is not checked against each other.
  void bolt() {
    session::CollisionRuleEdit bolted;
    const world::Object& arm = *world_.peek(arm_);
    const EntityId last = arm.entities[arm.moving_joints.back()]->id;
    for (const auto& e : arm.entities) {
      for (const world::Entity* at = e.get(); at; at = at->parent ? arm.entity(at->parent) : nullptr)
        if (at->id == last && !e->collision.empty()) bolted.right.push_back({arm_, e->id});
    }
    bolted.left.push_back({hand_, world_.peek(hand_)->rootEntity()});
    QVERIFY(apply(session::addCollisionRule(world_, bolted)));
  }

  // The bars of its fingers overlap where their pins are; open, closed and between.
  void handIsNotInItsOwnWay() {
    for (const double q : {0.0, 0.4, 0.8}) {
      QVERIFY(apply(session::setJoint(hand_, "finger_joint", q)));
      for (const auto& contact : collision::checkWorld(world_)) qWarning("%s", describe(world_, contact).c_str());
      QVERIFY(collision::checkWorld(world_).empty());
    }
    QVERIFY(apply(session::setJoint(hand_, "finger_joint", 0.4)));
  }

  void ridesInForwardKinematics() {
    const auto tree = kinematics::JointTree::make(world_, arm_);
    QVERIFY(tree.ok());
    QCOMPARE(tree->size(), std::size_t{6});
    JointVector q = tree->worldPositions();
    q[0] += 0.7;
    q[4] -= 0.3;
    const auto moved = with({session::setJoints(arm_, q)});
    for (const char* name : {"robotiq_arg2f_base_link", "left_inner_finger_pad", "right_inner_finger_pad"}) {
      const EntityId at = part(hand_, name);
      const Pose meant = moved->rootT(at), got = tree->rootT(tree->riding(at), q);
      QVERIFY(positionDistance(got, meant) < 1e-9 && rotationDistance(got, meant) < 1e-9);
      QVERIFY(positionDistance(got, world_.rootT(at)) > 0.1);
    }
  }

  void bothMoveInOneMechanism() {
    const model::Model model = model::Model::make(world_);
    std::vector<EntityId> joints;
    for (const ObjectId id : {arm_, hand_})
      for (const std::size_t i : world_.peek(id)->moving_joints) joints.push_back(world_.peek(id)->entities[i]->id);
    const auto both = model::Mechanism::make(model, joints);
    QVERIFY(both.ok());
    QCOMPARE(both->size(), std::size_t{7});
    QCOMPARE(both->moved().size(), std::size_t{12});
    JointVector q = both->restPositions();
    q[1] += 0.2;
    q[6] = 0.7;
    model::State state(model);
    state.set(*both, q);
    state.forward();
    const auto moved = with({session::setJoints(arm_, q.head(6)), session::setJoints(hand_, q.tail(1))});
    const EntityId pad = part(hand_, "left_inner_finger_pad");
    const auto ride = model.ride(pad);
    QVERIFY(positionDistance(state.rootT(ride.body) * ride.body_t_node, moved->rootT(pad)) < 1e-9);
  }

  // A bar where only the fingers pass: the arm alone would not notice.
  void planIsForBoth() {
    const auto tree = kinematics::JointTree::make(world_, arm_);
    planning::MotionRequest request;
    request.robot = arm_;
    request.start = tree->worldPositions();
    JointVector goal = *request.start;
    goal[0] += 1.2;
    request.segments.push_back({planning::MotionType::kJoint, goal, nullptr, {}});
    planning::PlanOptions options;
    options.deadline = planning::Clock::now() + std::chrono::seconds(60);
    const auto free = planning::planMotion(world_, request, options);
    QVERIFY2(free.ok(), free.status().line().c_str());
    QVERIFY(free->report.validated);
    JointVector middle = *request.start;
    middle[0] += 0.6;
    const auto there = with({session::setJoints(arm_, middle)});
    const Vec3 tip = there->rootT(part(hand_, "left_inner_finger_pad")).p;
    QVERIFY(apply(session::createPrimitive(world::kRootObject, {}, "bar", geometry::Sphere{0.01}, {},
                                           Pose::translation(tip.x(), tip.y(), tip.z()))));
    planning::Diagnosis why;
    QVERIFY(!planning::planMotion(world_, request, options, &why).ok());
    QVERIFY(why.kind == planning::Diagnosis::Kind::kPathCollision && !why.contacts.empty());
    const auto owner = [&](EntityId e) { return world_.owner(e)->object; };
    QVERIFY(owner(why.contacts[0].a) == hand_ || owner(why.contacts[0].b) == hand_);
  }

  geometry::GeometryStore store_;
  world::World world_;
  ObjectId arm_, hand_;
};

QTEST_GUILESS_MAIN(TestPlannerGripper)
#include "test_planner_gripper.moc"
