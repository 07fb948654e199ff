// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "arm.h"
#include "core/world/compare/compare.h"
#include "core/world/compare/compare_text.h"
#include "core/world/updates/edits.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using world::IdentifyBy;
namespace pb = intrinsic_proto::world;

namespace {

geometry::GeometryStore& store() {
  static geometry::GeometryStore all;
  return all;
}

world::World edited(const world::World& w, const session::EditsPtr& edits) {
  return world::apply(w, *edits, store()).value();
}

world::World cell() {
  world::World w = edited(world::World(), test::box(world::kRootObject, "a"));
  w = edited(w, test::box(w.aliasNamed("a"), "child"));
  w = edited(w, session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(3), {}));
  return edited(w, session::createFrame(w.aliasNamed("a"), {}, "grip", Pose::translation(0, 0, 0.1)));
}

pb::CompareWorldsResponse compared(const world::World& a, const world::World& b, IdentifyBy by = IdentifyBy::kId) {
  world::CompareOptions options;
  options.by = by;
  options.base_world_id = "base";
  options.changed_world_id = "changed";
  return world::compareWorlds(a, b, options);
}

std::string modification(const world::World& a, const world::World& b, IdentifyBy by = IdentifyBy::kId) {
  const auto out = compared(a, b, by);
  return out.modified_size() == 1 ? out.modified(0).modification() : fmt::format("{} modified", out.modified_size());
}

}  // namespace

class TestCompare : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalWorldsDifferInNothing() {
    const world::World w = cell();
    for (const IdentifyBy by : {IdentifyBy::kId, IdentifyBy::kName}) {
      // Built apart, nothing is shared.
      for (const world::World& other : {w, cell()}) QCOMPARE(compared(w, other, by).ByteSizeLong(), 0u);
    }
  }

  void aMoveIsToldInMillimetresAndDegrees() {
    const world::World w = cell();
    const Pose pose{Vec3(0.012, 0, 0), Quat(Eigen::AngleAxisd(3.0 * M_PI / 180, Vec3::UnitZ()))};
    const world::World moved = edited(w, session::setPose(w.aliasNamed("a"), world::kRootObject, pose));
    for (const IdentifyBy by : {IdentifyBy::kId, IdentifyBy::kName}) {
      QCOMPARE(modification(w, moved, by), std::string("pose in parent: moved by 12.0 mm, turned by 3.0°"));
    }
  }

  void aJointIsToldByItsName() {
    const world::World w = cell();
    const world::World a = edited(w, session::setJoint(w.aliasNamed("arm"), "joint_3", 0.1));
    const world::World b = edited(w, session::setJoint(w.aliasNamed("arm"), "joint_3", 0.2));
    QCOMPARE(modification(a, b), std::string("joint_3: 0.10 -> 0.20 rad"));
    QCOMPARE(world::numberChange(1.0, 1.00001), std::string("1 -> 1.00001"));
    // Nothing that is something is shown as 0.00.
    QCOMPARE(world::numberChange(0.001, 0.2), std::string("0.0010 -> 0.2000"));
    QCOMPARE(world::numberChange(0.0, 0.2), std::string("0.00 -> 0.20"));
  }

  void otherChangesAreTold_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("rename") << 0 << "renamed from a to b";
    QTest::newRow("reparent") << 1 << "parent: root -> arm";
    QTest::newRow("limits") << 2 << "joint_1 application limits: position [-3, 3] -> [-1, 1] rad";
    QTest::newRow("configuration") << 3 << "configuration home added";
    QTest::newRow("entity") << 4 << "entity renamed from";
    QTest::newRow("frame") << 5 << "frame other added";
    QTest::newRow("alias") << 6 << "global alias: yes -> no";
  }
  void otherChangesAreTold() {
    QFETCH(int, kind);
    QFETCH(QString, text);
    const world::World w = cell();
    const ObjectId a = w.aliasNamed("a"), arm = w.aliasNamed("arm");
    const session::EditsPtr edits[] = {session::renameObject(a, "b", true),
                                       session::reparentObject(a, arm, {}),
                                       session::setJointLimits(arm, "joint_1", -1, 1),
                                       session::setNamedConfiguration(arm, "home", JointVector::Zero(3)),
                                       session::renameEntity(w.object(a)->rootEntity(), "core"),
                                       session::createFrame(a, {}, "other", {}),
                                       session::renameObject(a, "a", false)};
    const std::string told = modification(w, edited(w, edits[kind]));
    QVERIFY2(QString::fromStdString(told).contains(text), told.c_str());
  }

  void whatComesAndGoesIsListed() {
    const world::World w = cell();
    const world::World less = edited(w, session::deleteObject(w.aliasNamed("a"), true));
    for (const IdentifyBy by : {IdentifyBy::kId, IdentifyBy::kName}) {
      const auto removed = compared(w, less, by);
      QCOMPARE(removed.removed_size(), 2);
      QCOMPARE(removed.removed(0).world_id(), std::string("base"));
      QCOMPARE(removed.removed_frames_size(), 1);
      QCOMPARE(removed.modified_size(), 0);
      const auto added = compared(less, w, by);
      QCOMPARE(added.added_size(), 2);
      QVERIFY(by == IdentifyBy::kName ? added.added(0).has_by_name()
                                      : added.added(0).id() == world::toWire(w.aliasNamed("a")));
      QCOMPARE(added.added_frames_size(), 1);
      QCOMPARE(added.added_frames(0).name(), std::string("grip"));
      QCOMPARE(added.modified_size(), 0);
    }
  }

  void aMovedFrameIsModifiedAndSoIsItsObject() {
    const world::World w = cell();
    const FrameId grip = w.frameNamed(w.aliasNamed("a"), "grip");
    const world::World moved = edited(w, session::setPose(grip, w.aliasNamed("a"), Pose::translation(0, 0, 0.15)));
    const auto out = compared(w, moved);
    QCOMPARE(out.modified_frames_size(), 1);
    QCOMPARE(out.modified_frames(0).modification(), std::string("pose in parent: moved by 50.0 mm"));
    QCOMPARE(out.modified_size(), 1);
    QCOMPARE(out.modified(0).modification(), std::string("frame grip modified"));
    QCOMPARE(compared(w, edited(w, session::deleteFrame(grip, false))).modified(0).modification(),
             std::string("frame grip removed"));
  }

  void viewsGiveTheWholeWorlds() {
    const world::World w = cell();
    world::CompareOptions options;
    QCOMPARE(world::compareWorlds(w, w, options).base_world_objects_size(), 0);
    options.view = world::View::kBasic;
    const auto basic = world::compareWorlds(w, w, options);
    QCOMPARE(basic.base_world_objects_size(), 4);
    QCOMPARE(basic.changed_world_objects_size(), 4);
    QVERIFY(basic.base_world_objects(1).entities().empty());
    options.view = world::View::kFull;
    QVERIFY(!world::compareWorlds(w, w, options).base_world_objects(1).entities().empty());
  }

  void worldsBuiltInAnotherOrderAreComparedByName() {
    world::World a = edited(world::World(), test::box(world::kRootObject, "one"));
    a = edited(a, test::box(world::kRootObject, "two"));
    world::World b = edited(world::World(), test::box(world::kRootObject, "two"));
    b = edited(b, test::box(world::kRootObject, "one"));
    QCOMPARE(compared(a, b, IdentifyBy::kName).ByteSizeLong(), 0u);
    QCOMPARE(compared(a, b, IdentifyBy::kId).modified_size(), 2);
  }
};

QTEST_GUILESS_MAIN(TestCompare)
#include "test_compare.moc"
