// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "arm.h"
#include "core/base/failure.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

struct Bench {
  geometry::GeometryStore store;
  world::World w;
  Status last;

  bool apply(const session::EditsPtr& edits) { return take(world::apply(w, *edits, store)); }
  bool apply(const std::string& textproto) {
    worldwright::v1::Edits edits;
    if (!google::protobuf::TextFormat::ParseFromString(textproto, &edits)) {
      last = fail(Code::kInternal, "the test's own text is wrong");
      return false;
    }
    return take(world::apply(w, edits, store));
  }
  ObjectId id(std::string_view name) const { return w.aliasNamed(name); }

 private:
  bool take(Result<world::World> next) {
    last = next.status();
    if (next.ok()) w = std::move(next).value();
    return last.ok();
  }
};

void comparePoses(const Pose& a, const Pose& b) {
  QVERIFY2(positionDistance(a, b) < 1e-12 && rotationDistance(a, b) < 1e-7,
           fmt::format("{} {} {} against {} {} {}", a.p.x(), a.p.y(), a.p.z(), b.p.x(), b.p.y(), b.p.z()).c_str());
}

}  // namespace

class TestWorldUpdates : public QObject {
  Q_OBJECT

  struct Cell : Bench {
    Cell() {
      apply(test::box(world::kRootObject, "table", Pose::translation(1, 0, 0)));
      apply(session::createFromSceneObject(id("table"), {}, "arm", test::makeArm(3), Pose::translation(0, 0, 0.5)));
      apply(test::box(world::kRootObject, "part", Pose::translation(0, 2, 0)));
    }
  };

 private Q_SLOTS:
  void theRootIsAsClientsKnowIt() {
    const world::World w;
    QCOMPARE(QString::fromStdString(world::toWire(world::kRootObject)), QString("root"));
    QCOMPARE(QString::fromStdString(world::toWire(world::kRootEntity)), QString("eid_root"));
    QVERIFY(w.root().name_is_global_alias);
    QCOMPARE(w.aliasNamed("root"), world::kRootObject);
  }

  void posesChainThroughJoints() {
    Cell b;
    const FrameId flange = b.w.frameNamed(b.id("arm"), "flange");
    comparePoses(b.w.rootT(flange), Pose::translation(1, 0, 0.5 + 0.8));
    QVERIFY(b.apply(session::setJoints(b.id("arm"), JointVector::Constant(3, M_PI_2))));
    // Rz(90) then Ry(90): the third link lies along world y... the joint axes alternate z, y, z.
    const Pose expected = Pose::translation(1, 0, 0.7) * Pose::rotation(Vec3::UnitZ(), M_PI_2) *
                          Pose::translation(0, 0, 0.2) * Pose::rotation(Vec3::UnitY(), M_PI_2) *
                          Pose::translation(0, 0, 0.2) * Pose::rotation(Vec3::UnitZ(), M_PI_2) *
                          Pose::translation(0, 0, 0.2);
    comparePoses(b.w.rootT(flange), expected);
  }

  void reparentingKeepsTheGlobalPoseAndSnapsOnAttachmentFrames() {
    Cell b;
    const ObjectId part = b.id("part"), arm = b.id("arm");
    const Pose before = b.w.rootT(part);
    const EntityId tip = b.w.object(arm)->finalEntity();
    QVERIFY(b.apply(session::setJoints(arm, JointVector::Constant(3, 0.3))));
    QVERIFY(b.apply(session::reparentObject(part, arm, tip)));
    comparePoses(b.w.rootT(part), before);
    QCOMPARE(b.w.object(part)->parent_entity, tip);
    QVERIFY(b.apply(session::setJoints(arm, JointVector::Constant(3, 0.0))));
    QVERIFY2(positionDistance(b.w.rootT(part), before) > 0.01, "what hangs on the tip rides with it");
    const FrameId flange = b.w.frameNamed(arm, "flange");
    QVERIFY(b.apply(session::reparentObjectToFrame(part, flange)));
    comparePoses(b.w.rootT(part), b.w.rootT(flange));
  }

  void theWirePoseOfAnObjectIsInItsParentsRootEntity() {
    Cell b;
    const ObjectId part = b.id("part"), arm = b.id("arm");
    QVERIFY(b.apply(session::reparentObject(part, arm, b.w.object(arm)->finalEntity())));
    const Pose before = b.w.parentTObject(*b.w.object(part));
    comparePoses(before, b.w.aTB(arm, part));
    QVERIFY(b.apply(session::setJoints(arm, JointVector::Constant(3, 0.5))));
    QVERIFY(positionDistance(before, b.w.parentTObject(*b.w.object(part))) > 0.01);
  }

  void updateTransformWithANodeToUpdateMovesThatNodeOnly() {
    Cell b;
    const FrameId flange = b.w.frameNamed(b.id("arm"), "flange");
    const Pose wanted = Pose::fromRpy(Vec3(0.1, -0.2, 0.3), 0.4, 0.5, 0.6);
    // The table is moved so that the part is at the wanted pose in the flange.
    QVERIFY2(
        b.apply(fmt::format("edits {{ world_update {{ update_transform {{ node_a {{ id: '{}' }} node_b {{ id: '{}' }} "
                            "node_to_update {{ id: '{}' }} a_t_b {{ position {{ x: 0.1 y: -0.2 z: 0.3 }} orientation "
                            "{{ x: {} y: {} z: {} w: {} }} }} }} }} }}",
                            world::toWire(flange), world::toWire(b.id("part")), world::toWire(b.id("table")),
                            wanted.q.x(), wanted.q.y(), wanted.q.z(), wanted.q.w())),
        b.last.title.c_str());
    comparePoses(b.w.aTB(flange, b.id("part")), wanted);
    comparePoses(b.w.rootT(b.id("part")), Pose::translation(0, 2, 0));
  }

  void updateTransformRefusesAnAncestorOfBothAndStrangers() {
    Cell b;
    const std::string arm = world::toWire(b.id("arm")), table = world::toWire(b.id("table")),
                      part = world::toWire(b.id("part"));
    const std::string flange = world::toWire(b.w.frameNamed(b.id("arm"), "flange"));
    const auto update = [&](const std::string& a, const std::string& c, const std::string& node) {
      return b.apply(
          fmt::format("edits {{ world_update {{ update_transform {{ node_a {{ id: '{}' }} node_b {{ id: '{}' }} {} "
                      "a_t_b {{ orientation {{ w: 1 }} }} }} }} }}",
                      a, c, node.empty() ? "" : "node_to_update { id: '" + node + "' }"));
    };
    QVERIFY(!update(arm, flange, table));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QVERIFY(!update(part, flange, ""));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QVERIFY(update(table, arm, ""));
  }

  void badQuaternionsAreRefusedAndSlightlyOffOnesNormalised() {
    Cell b;
    const std::string part = world::toWire(b.id("part"));
    const auto pose = [&](double w) {
      return b.apply(fmt::format(
          "edits {{ world_update {{ update_transform {{ node_a {{ id: 'root' }} node_b {{ id: '{}' }} a_t_b {{ "
          "orientation {{ w: {} }} }} }} }} }}",
          part, w));
    };
    QVERIFY(!pose(0.5));
    QVERIFY(pose(1.0 + 1e-5));
    QVERIFY(std::abs(b.w.rootT(b.id("part")).q.norm() - 1.0) < 1e-15);
  }

  void namesAreUniqueAmongSiblingsAndAliases_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::newRow("taken") << "table" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("alias elsewhere") << "arm" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("digit first") << "1part" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("underscore last") << "part_" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("blank") << "a part" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("empty") << "" << static_cast<int>(Code::kInvalidArgument);
    QTest::newRow("free") << "part_2" << static_cast<int>(Code::kOk);
  }
  void namesAreUniqueAmongSiblingsAndAliases() {
    QFETCH(QString, name);
    QFETCH(int, code);
    Cell b;
    b.apply(session::renameObject(b.id("part"), name.toStdString(), true));
    QCOMPARE(static_cast<int>(b.last.code), code);
  }

  void deletingNeedsForceOrHandsChildrenUp() {
    Cell b;
    QVERIFY(!b.apply(session::deleteObject(b.id("table"), false)));
    QCOMPARE(b.last.code, Code::kFailedPrecondition);
    const Pose arm = b.w.rootT(b.id("arm"));
    QVERIFY(
        b.apply("edits { world_update { delete_object { object { by_name { object_name: 'table' } } "
                "reparent_child_objects: true } } }"));
    comparePoses(b.w.rootT(b.id("arm")), arm);
    QCOMPARE(b.w.object(b.id("arm"))->parent, world::kRootObject);
    QVERIFY(b.apply(session::deleteObject(b.id("arm"), true)));
    QCOMPARE(b.w.frameCount(), 0u);
    QCOMPARE(b.w.data().entities.size(), 2u);
  }

  void jointsObeyTheirLimits() {
    Cell b;
    QVERIFY(!b.apply(session::setJoint(b.id("arm"), "joint_2", 3.5)));
    QVERIFY2(QString::fromStdString(b.last.title).contains("joint_2") &&
                 QString::fromStdString(b.last.title).contains("0.5"),
             b.last.title.c_str());
    QVERIFY(!b.apply(session::setJointLimits(b.id("arm"), "joint_2", -4, 1)));
    QVERIFY(b.apply(session::setJointLimits(b.id("arm"), "joint_2", -1, 1)));
    QVERIFY(!b.apply(session::setJoint(b.id("arm"), "joint_2", 1.5)));
    QVERIFY(b.apply(session::setJoint(b.id("arm"), "joint_2", 1.0)));
    QCOMPARE(b.w.object(b.id("arm"))->jointPositions()[1], 1.0);
    QCOMPARE(b.w.object(b.id("arm"))->jointPositions()[0], 0.0);
  }

  void applicationRatesStayWithinTheSystems() {
    Cell b;
    const auto limits = [&](const char* kind, double velocity) {
      return b.apply(
          fmt::format("edits {{ world_update {{ update_object_joints {{ object {{ by_name {{ object_name: 'arm' }} }} "
                      "joint_names: 'joint_1' "
                      "{} {{ max_velocity {{ values: {} }} }} }} }} }}",
                      kind, velocity));
    };
    QVERIFY(limits("joint_application_limits", 2));
    QVERIFY(!limits("joint_system_limits", 1));
    QVERIFY(limits("joint_system_limits", 2));
    QVERIFY(!limits("joint_application_limits", 2.5));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
  }

  // Such a world could be saved, and its file never be read again.
  void textsThatAreNotUtf8AreRefused_data() {
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("field");
    QTest::newRow("comment") << "set_program { program { name: 'p' comment: 'caf\\351' } }"
                             << "program.comment";
    QTest::newRow("comment of a step") << "set_program { program { name: 'p' steps { } steps { comment: '\\377' } } }"
                                       << "program.steps[1].comment";
    QTest::newRow("configuration")
        << "world_update { update_kinematic_object_properties { object { by_name { object_name: 'arm' } } "
           "named_joint_configurations_to_set { name: 'h\\366he' joint_positions: [0, 0] } } }"
        << "named_joint_configurations_to_set[0].name";
  }
  void textsThatAreNotUtf8AreRefused() {
    QFETCH(QString, edit);
    QFETCH(QString, field);
    Cell b;
    QVERIFY(!b.apply("edits { " + edit.toStdString() + " }"));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QVERIFY(b.last.failure);
    QCOMPARE(std::string(b.last.failure->row->code), std::string("world.text-not-utf8"));
    QVERIFY2(b.last.title.find(field.toStdString()) != std::string::npos, b.last.title.c_str());
  }

  void cyclesAreRefused() {
    Cell b;
    QVERIFY(!b.apply(session::reparentObject(b.id("table"), b.id("arm"), {})));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QVERIFY(!b.apply(session::reparentObject(world::kRootObject, b.id("arm"), {})));
  }

  void aCopyBelowItselfIsFinite() {
    Cell b;
    QVERIFY(b.apply(
        "edits { copy_object { source { by_name { object_name: 'table' } } name: 'copy' with_children: true "
        "parent { reference { by_name { object_name: 'arm' } } entity_filter { include_base_entity: true } } } }"));
    QCOMPARE(b.w.objectCount(), 6u);
    QVERIFY(world::checkInvariants(b.w).ok());
  }

  void hostileSceneObjectsAreRefused_data() {
    QTest::addColumn<QString>("entities");
    QTest::newRow("none") << "";
    QTest::newRow("cycle") << "entities { name: 'a' link {} } entities { name: 'b' parent_name: 'c' link {} } entities "
                              "{ name: 'c' parent_name: 'b' link {} }";
    QTest::newRow("two roots") << "entities { name: 'a' link {} } entities { name: 'b' link {} }";
    QTest::newRow("same name") << "entities { name: 'a' link {} } entities { name: 'a' parent_name: 'a' link {} }";
    QTest::newRow("lost parent") << "entities { name: 'a' link {} } entities { name: 'b' parent_name: 'zzz' link {} }";
    QTest::newRow("root joint")
        << "entities { name: 'a' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE } } }";
    QTest::newRow("limits crossed")
        << "entities { name: 'a' link {} } entities { name: 'j' parent_name: 'a' joint { kinematics_component { "
           "motion_type: "
           "MOTION_TYPE_REVOLUTE system_limits { fixed_limits { lower: 1 upper: -1 } } } } }";
    QTest::newRow("nan limit") << "entities { name: 'a' link {} } entities { name: 'j' parent_name: 'a' joint { "
                                  "kinematics_component { motion_type: "
                                  "MOTION_TYPE_REVOLUTE system_limits { fixed_limits { lower: nan upper: 1 } } } } }";
    QTest::newRow("zero axis") << "entities { name: 'a' link {} } entities { name: 'j' parent_name: 'a' joint { "
                                  "kinematics_component { motion_type: "
                                  "MOTION_TYPE_REVOLUTE axis { } } } }";
  }
  void hostileSceneObjectsAreRefused() {
    QFETCH(QString, entities);
    Bench b;
    QVERIFY(!b.apply("edits { create_object { name: 'x' create_from_scene_object { scene_object { " +
                     entities.toStdString() + " } } } }"));
    QCOMPARE(b.last.code, Code::kInvalidArgument);
    QCOMPARE(b.w.objectCount(), 1u);
  }
};

QTEST_GUILESS_MAIN(TestWorldUpdates)
#include "test_world_updates.moc"
