// SPDX-License-Identifier: Apache-2.0
// Joints that follow others, from the file of a gripper to a world file and back.
#include <google/protobuf/text_format.h>

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

#include "core/io/importer.h"
#include "core/kinematics/joint_tree.h"
#include "core/project/project.h"
#include "core/scene/followers.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

const char* kRobotiq =
    "/corpus/urdf/urdf_files_dataset/ros-industrial/xacro_generated/robotiq/robotiq_2f_85_gripper_visualization/urdf/"
    "robotiq_arg2f_85_model.urdf";

std::string link(const std::string& name) { return "<link name='" + name + "'/>"; }
std::string joint(const std::string& name, const std::string& parent, const std::string& child, const std::string& rest,
                  const std::string& range = "lower='-1' upper='1'", const std::string& type = "revolute") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
         "'/><axis xyz='0 0 1'/><limit effort='1' velocity='2' " + range + "/>" + rest + "</joint>";
}
std::string robot(const std::string& rest) {
  return "<robot name='claw'>" + link("a") + link("b") + link("c") + link("d") + rest + "</robot>";
}
// Three joints on one link; c and d follow.
std::string claw(const std::string& range_b = "lower='-1' upper='1'") {
  return robot(joint("jb", "a", "b", "", range_b) +
               joint("jc", "a", "c", "<mimic joint='jb' multiplier='-2' offset='0.1'/>", "lower='-1.5' upper='1.5'") +
               joint("jd", "a", "d", "<mimic joint='jc' multiplier='0.5'/>"));
}

}  // namespace

class TestFollowers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }
  void init() {
    world_ = world::World();
    store_ = std::make_unique<geometry::GeometryStore>();
  }

  void aFileSaysWhoFollowsWhom() {
    const auto result = import("claw.urdf", claw());
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto follows = scene::followsOf(result->objects.front().object);
    QVERIFY(follows.ok());
    QCOMPARE(*follows, (std::vector<scene::Follow>{{"jc", "jb", -2.0, 0.1}, {"jd", "jc", 0.5, 0.0}}));
    const ObjectId id = add(*result);
    const world::Object& o = *world_.peek(id);
    QCOMPARE(o.moving_joints.size(), std::size_t{1});
    QCOMPARE(o.followers.size(), std::size_t{2});
    // jd by a chain.
    QCOMPARE(o.followerNamed("jd")->multiplier, -1.0);
    QCOMPARE(o.followerNamed("jd")->offset, 0.05);
    // jc reaches 1.5 where jb is at -0.7, and -1.5 at 0.8.
    QCOMPARE(o.movingJoint(0).application.lower, -0.7);
    QCOMPARE(o.movingJoint(0).application.upper, 0.8);
    QVERIFY(std::ranges::any_of(result->diagnostics, [](const Diagnostic& d) { return d.code == "mimic-limits"; }));
    QVERIFY(apply(session::setJoint(id, "jb", 0.25)).ok());
    QCOMPARE(valueOf("jc"), -0.4);
    QCOMPARE(valueOf("jd"), -0.2);
    QVERIFY(rotationDistance(Pose(), world_.aTB(id, entity("d"))) - 0.2 < 1e-12);
  }

  void aFollowerAloneIsRefused() {
    const ObjectId id = add(*import("claw.urdf", claw()));
    const Status refused = apply(session::setJoint(id, "jd", 0.1));
    QCOMPARE(refused.code, Code::kInvalidArgument);
    QVERIFY2(refused.hint.find("'jb'") != std::string::npos, refused.line().c_str());
    QCOMPARE(apply(session::setJoint(id, "nope", 0.1)).code, Code::kNotFound);
    QCOMPARE(apply(session::setJoints(id, JointVector::Constant(3, 0.1))).code, Code::kInvalidArgument);
    QVERIFY(apply(session::setJoints(id, JointVector::Constant(1, 0.1))).ok());
    QVERIFY(!apply(session::setJointLimits(id, "jb", -0.7, 0.9)).ok());
    QVERIFY(apply(session::setJointLimits(id, "jb", -0.5, 0.5)).ok());
  }

  void clientsSeeIndependentJointsOnly() {
    const ObjectId id = add(*import("claw.urdf", claw()));
    QVERIFY(apply(session::setNamedConfiguration(id, "open", JointVector::Constant(1, 0.5))).ok());
    const auto view = world::toWireObject(world_, *world_.peek(id), world::View::kFull, "w");
    const auto& k = view.kinematic_object_component();
    QCOMPARE(k.joint_positions_size(), 1);
    QCOMPARE(k.joint_entity_ids_size(), 1);
    QCOMPARE(k.joint_system_limits().max_position().values_size(), 1);
    QCOMPARE(k.named_joint_configurations(0).joint_positions_size(), 1);
    QCOMPARE(view.entities_size(), 7);
    // What follows keeps its entity, at its place.
    QVERIFY(apply(session::setJoint(id, "jb", 0.5)).ok());
    const auto later = world::toWireObject(world_, *world_.peek(id), world::View::kFull, "w");
    for (const auto& [key, e] : later.entities()) {
      if (e.name() == "jc") QCOMPARE(e.kinematics_component().raw_value(), -0.9);
    }
    // The same object again, from what a client reads of it.
    const auto again = world::toSceneObject(world_, *world_.peek(id));
    QVERIFY(apply(session::createFromSceneObject(world::kRootObject, world::kRootEntity, "again", again, {})).ok());
    QCOMPARE(world_.peek(world_.find("again"))->followers.size(), std::size_t{2});
    QVERIFY(apply(session::copyObject(id, false)).ok());
    QVERIFY(apply(session::renameEntity(entity("jb"), "lead")).ok());
    QVERIFY(apply(session::renameEntity(entity("jc"), "middle")).ok());
    QVERIFY(apply(session::setJoint(id, "lead", -0.5)).ok());
    QCOMPARE(valueOf("middle"), 1.1);
  }

  void theyMoveInForwardKinematicsAndTrees() {
    const ObjectId id = add(*import("claw.urdf", claw()));
    const auto moved = world::apply(world_, *session::setJoints(id, JointVector::Constant(1, 0.3)), *store_);
    QVERIFY(moved.ok());
    const auto tree = kinematics::JointTree::make(world_, id);
    QVERIFY(tree.ok());
    QCOMPARE(tree->size(), std::size_t{1});
    QCOMPARE(tree->movers().size(), std::size_t{3});
    for (const char* name : {"b", "c", "d"}) {
      const auto node = world::NodeRef(entity(name));
      const Pose a = moved->rootT(node), b = tree->rootT(tree->riding(node), JointVector::Constant(1, 0.3));
      QVERIFY(positionDistance(a, b) < 1e-12 && rotationDistance(a, b) < 1e-12);
    }
  }

  void filesKeepThem() {
    const ObjectId id = add(*import("claw.urdf", claw()));
    QVERIFY(apply(session::setNamedConfiguration(id, "open", JointVector::Constant(1, 0.5))).ok());
    QVERIFY(apply(session::setJoint(id, "jb", 0.25)).ok());
    const std::string path = (root() / "claw.wright").string();
    project::Vfs& vfs = project::systemVfs();
    QVERIFY(project::save(vfs, path, world_, *store_).ok());
    geometry::GeometryStore store;
    const auto loaded = project::load(vfs, path, store);
    QVERIFY2(loaded.ok(), loaded.status().line().c_str());
    QCOMPARE(world::contentHash(loaded->world), world::contentHash(world_));
    const world::Object& o = *loaded->world.peek(id);
    QCOMPARE(o.followers == world_.peek(id)->followers, true);
    QCOMPARE(o.configurations[0].positions.size(), Eigen::Index{1});
    // A program that knows no followers finds a position for each joint.
    const auto content = world::toSceneObject(loaded->world, o);
    QCOMPARE(content.properties().kinematics().named_configurations(0).joint_positions().size(), std::size_t{3});
  }

  void whatCannotBeFollowedMovesByItself_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("free");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const std::string& mimic_c, const std::string& mimic_d, int free,
                        const char* told) {
      QTest::newRow(name) << QByteArray::fromStdString(robot(joint("jb", "a", "b", "") +
                                                             joint("jc", "a", "c", mimic_c) +
                                                             joint("jd", "a", "d", mimic_d)))
                          << free << told;
    };
    row("nobody", "<mimic joint='nope'/>", "<mimic joint='jc'/>", 2, "which does not exist");
    row("itself", "<mimic joint='jc'/>", "<mimic joint='jc'/>", 2, "follows itself");
    row("each other", "<mimic joint='jd'/>", "<mimic joint='jc'/>", 3, "in a circle");
  }
  void whatCannotBeFollowedMovesByItself() {
    QFETCH(QByteArray, text);
    QFETCH(int, free);
    QFETCH(QString, told);
    const auto result = import("bad.urdf", text.toStdString());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QString all;
    for (const Diagnostic& d : result->diagnostics) all += QString::fromStdString(d.message) + QLatin1Char('\n');
    QVERIFY2(all.contains(told), qPrintable(all));
    QCOMPARE(world_.peek(add(*result))->moving_joints.size(), static_cast<std::size_t>(free));
  }

  void scaleAndOffsetsGoTogether() {
    const std::string text = robot(joint("jb", "a", "b", "") +
                                   joint("jc", "a", "c", "<mimic joint='jb' multiplier='0.1' offset='0.2'/>",
                                         "lower='-1' upper='1'", "prismatic") +
                                   joint("jd", "a", "d", "<mimic joint='jc' multiplier='2' offset='-0.4'/>"));
    io::ImportOptions options;
    options.uniform_scale = 10.0;
    add(*import("scaled.urdf", text, options));
    QVERIFY(apply(session::setJoint(world_.find("claw"), "jb", 0.5)).ok());
    QCOMPARE(valueOf("jc"), 2.5);
    QVERIFY(std::abs(valueOf("jd") - 0.1) < 1e-12);
  }

  void sdfMimics() {
    const auto link = [](const std::string& name) { return "<link name='" + name + "'/>"; };
    const auto hinge = [](const std::string& name, const std::string& child, const std::string& mimic) {
      return "<joint name='" + name + "' type='revolute'><parent>a</parent><child>" + child +
             "</child><axis><xyz>0 0 1</xyz><limit><lower>-2</lower><upper>2</upper></limit>" + mimic +
             "</axis></joint>";
    };
    const std::string text =
        "<?xml version='1.0'?><sdf version='1.9'><model name='claw'>" + link("a") + link("b") + link("c") +
        hinge("jb", "b", "") +
        hinge("jc", "c",
              "<mimic joint='jb'><multiplier>-1</multiplier><offset>0.5</offset><reference>0.25</reference></mimic>") +
        "</model></sdf>";
    const auto result = import("claw.sdf", text);
    QVERIFY2(result.ok(), result.status().line().c_str());
    const ObjectId id = add(*result);
    QCOMPARE(world_.peek(id)->moving_joints.size(), std::size_t{1});
    QVERIFY(apply(session::setJoint(id, "jb", 0.5)).ok());
    QCOMPARE(valueOf("jc"), 0.25);
  }

  // The real one: its inner fingers have limits of the wrong sign.
  void aRobotiqGripperClosesInParallel() {
    const std::string path = qgetenv("WORLDWRIGHT_SHARED").toStdString() + kRobotiq;
    if (!std::filesystem::exists(path)) QSKIP("WORLDWRIGHT_SHARED names no folder with grippers");
    const auto result = io::importFile(path, {}, *store_, {}, Progress());
    QVERIFY2(result.ok(), result.status().line().c_str());
    const ObjectId id = add(*result);
    const world::Object& o = *world_.peek(id);
    QCOMPARE(o.moving_joints.size(), std::size_t{1});
    QCOMPARE(o.movingJointName(0), std::string("finger_joint"));
    QCOMPARE(o.followers.size(), std::size_t{5});
    QCOMPARE(o.movingJoint(0).application.upper, 0.8);
    double before = 1.0;
    const Pose open = world_.aTB(id, entity("left_inner_finger_pad"));
    for (const double q : {0.0, 0.2, 0.4, 0.6, 0.8}) {
      QVERIFY(apply(session::setJoint(id, "finger_joint", q)).ok());
      const Pose left = world_.aTB(id, entity("left_inner_finger_pad"));
      const Pose right = world_.aTB(id, entity("right_inner_finger_pad"));
      // Parallel to themselves, opposite each other, mirrored at the middle, and closing.
      QVERIFY(rotationDistance(left, open) < 1e-9);
      QVERIFY((left.q * Vec3::UnitY() + right.q * Vec3::UnitY()).norm() < 1e-9);
      QVERIFY(std::abs(left.p.y() + right.p.y()) < 1e-9 && std::abs(left.p.z() - right.p.z()) < 1e-9);
      const double gap = right.p.y() - left.p.y();
      QVERIFY2(gap < before && gap > -0.001, qPrintable(QString::number(gap)));
      before = gap;
    }
    qInfo("gap at 0.8 rad: %.4f m", before);
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  Result<io::ImportResult> import(const std::string& name, const std::string& text,
                                  const io::ImportOptions& options = {}) {
    std::ofstream(root() / name, std::ios::binary) << text;
    return io::importFile(root() / name, options, *store_, {}, Progress());
  }
  Status apply(const session::EditsPtr& edits) {
    auto next = world::apply(world_, *edits, *store_);
    if (next.ok()) world_ = std::move(next).value();
    return next.status();
  }
  ObjectId add(const io::ImportResult& result) {
    const auto& imported = result.objects.front().object;
    const Status added =
        apply(session::createFromSceneObject(world::kRootObject, world::kRootEntity, imported.name(), imported, {}));
    if (!added.ok()) qWarning("%s", added.line().c_str());
    object_ = world_.find(imported.name());
    return object_;
  }
  EntityId entity(const std::string& name) const { return world_.peek(object_)->entityNamed(name)->id; }
  double valueOf(const std::string& joint) const { return world_.peek(object_)->entityNamed(joint)->joint->value; }

  QTemporaryDir dir_;
  std::unique_ptr<geometry::GeometryStore> store_;
  world::World world_;
  ObjectId object_;
};

QTEST_GUILESS_MAIN(TestFollowers)
#include "test_followers.moc"
