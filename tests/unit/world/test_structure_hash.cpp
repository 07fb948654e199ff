// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "arm.h"
#include "core/world/records/structure_hash.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

namespace {

struct Cell {
  geometry::GeometryStore store;
  world::World world;

  Cell() {
    edit(test::box(world::kRootObject, "a"));
    edit(session::createFromSceneObject(world::kRootObject, {}, "arm", test::makeArm(3), {}));
    edit(session::createFrame(id("a"), {}, "grip", Pose::translation(0, 0, 0.1)));
  }
  ObjectId id(std::string_view name) const { return world.aliasNamed(name); }
  void edit(const session::EditsPtr& edits) { world = world::apply(world, *edits, store).value(); }
};

}  // namespace

class TestStructureHash : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stateDoesNotChangeIt() {
    Cell c;
    const std::string hash = world::structureHash(c.world);
    QVERIFY(hash.starts_with("sha256:"));
    c.edit(session::setPose(c.id("a"), world::kRootObject, Pose::translation(1, 2, 3)));
    c.edit(session::setJoints(c.id("arm"), JointVector::Constant(3, 0.5)));
    c.edit(session::setPose(c.world.frameNamed(c.id("a"), "grip"), c.id("a"), Pose::translation(0, 0, 0.2)));
    QCOMPARE(world::structureHash(c.world), hash);
  }

  void structureDoes_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < 9; ++kind) QTest::newRow(std::to_string(kind).c_str()) << kind;
  }
  void structureDoes() {
    QFETCH(int, kind);
    Cell c;
    const world::World before = c.world;
    switch (kind) {
      case 0: c.edit(test::box(world::kRootObject, "b")); break;
      case 1: c.edit(session::deleteObject(c.id("a"), false)); break;
      case 2: c.edit(session::renameObject(c.id("a"), "b", true)); break;
      case 3: c.edit(session::reparentObject(c.id("a"), c.id("arm"), {})); break;
      case 4: c.edit(session::createFrame(c.id("a"), {}, "other", {})); break;
      case 5: c.edit(session::setJointLimits(c.id("arm"), "joint_1", -1, 1)); break;
      case 6: c.edit(session::setAttachmentFrame(c.world.frameNamed(c.id("a"), "grip"), true)); break;
      case 7: c.edit(session::setMinimumMargin(c.world, 0.01)); break;
      default: c.edit(session::renameEntity(c.world.object(c.id("a"))->rootEntity(), "core")); break;
    }
    QVERIFY(world::structureHash(c.world) != world::structureHash(before));
    // What the edits have come to is what the parts sum up to.
    QVERIFY2(world::checkInvariants(c.world).ok(), world::checkInvariants(c.world).title.c_str());
  }
};

QTEST_GUILESS_MAIN(TestStructureHash)
#include "test_structure_hash.moc"
