// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/geometry/wire_convert.h"
#include "intrinsic/math/proto/matrix.pb.h"
#include "intrinsic/world/proto/kinematics_component.pb.h"
#include "worlds.h"

using namespace ww;
using session::WorldSession;

namespace {

struct Alone {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  WorldSession session{world::World(), store};

  Result<std::uint64_t> edit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = "edit";
    request.edits = edits;
    return session.commit(request);
  }
  ObjectId add(ObjectId parent, const std::string& name) {
    (void)edit(test::box(parent, name));
    return session.snapshot().world->childNamed(parent, name);
  }
  // An update that gives an object so many bytes of user data.
  session::EditsPtr userData(ObjectId object, std::size_t bytes, char fill) const {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    auto& update = *edits->add_edits()->mutable_world_update()->mutable_update_object_properties();
    update.mutable_object()->set_id(world::toWire(object));
    update.mutable_user_data()->set_policy(intrinsic_proto::world::UpdateUserData::POLICY_INSERT_OR_UPDATE);
    auto& value = (*update.mutable_user_data()->mutable_user_data())["blob"];
    value.set_type_url("type.googleapis.com/x.Blob");
    value.set_value(std::string(bytes, fill));
    return edits;
  }
};

}  // namespace

// What a session takes no more than.
class TestSessionBounds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Each step is within reach, their sum is not; it could not be saved.
  void aSumOfMovesBeyondReachIsRefused() {
    Alone w;
    const ObjectId a = w.add(world::kRootObject, "a"), b = w.add(a, "b");
    QVERIFY(w.edit(session::setPose(a, world::kRootObject, Pose::translation(9e8, 0, 0))).ok());
    QVERIFY(w.edit(session::setPose(b, a, Pose::translation(9e8, 0, 0))).ok());
    const std::string before = world::contentHash(*w.session.snapshot().world);
    const auto away = session::reparentObject(b, world::kRootObject, world::kRootEntity);
    const auto refused = w.edit(away);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
    QVERIFY(!refused.status().hint.empty());
    const auto in_batch = w.edit(session::join({session::renameObject(a, "c", false), away}));
    QVERIFY2(!in_batch.ok() && in_batch.status().title.starts_with("edit 2 of "),
             in_batch.ok() ? "done" : in_batch.status().line().c_str());
    QCOMPARE(world::contentHash(*w.session.snapshot().world), before);
  }

  void aJointWithoutLimitsHasAnEnd() {
    Alone w;
    intrinsic_proto::scene_object::v1::SceneObject arm = test::makeArm(1);
    for (auto& entity : *arm.mutable_entities()) {
      if (!entity.has_joint()) continue;
      auto* k = entity.mutable_joint()->mutable_kinematics_component();
      k->clear_system_limits();
      k->clear_application_limits();
    }
    QVERIFY(w.edit(session::createFromSceneObject(world::kRootObject, {}, "arm", arm, {})).ok());
    const ObjectId id = w.session.snapshot().world->aliasNamed("arm");
    QVERIFY(w.edit(session::setJoints(id, JointVector::Constant(1, 1e6))).ok());
    QVERIFY(!w.edit(session::setJoints(id, JointVector::Constant(1, 1.5e308))).ok());
  }

  void userDataOfAnObjectHasAnEnd() {
    Alone w;
    const ObjectId a = w.add(world::kRootObject, "a");
    QVERIFY(w.edit(w.userData(a, 1000, 'x')).ok());
    const auto refused = w.edit(w.userData(a, (std::size_t{64} << 20) + 1, 'x'));
    QVERIFY(!refused.ok());
    QCOMPARE(refused.status().code, Code::kResourceExhausted);
  }

  void largeEditsPushOldOnesOut() {
    Alone w;
    w.session.setHistoryBytes(std::size_t{10} << 20);
    const ObjectId a = w.add(world::kRootObject, "a");
    for (char c = 'a'; c < 'k'; ++c) QVERIFY(w.edit(w.userData(a, std::size_t{3} << 20, c)).ok());
    const auto history = w.session.history();
    QCOMPARE(history.entries.size(), std::size_t{3});
    QCOMPARE(history.position, std::size_t{3});
    // The newest stays whatever its size.
    QVERIFY(w.edit(w.userData(a, std::size_t{20} << 20, 'z')).ok());
    QCOMPARE(w.session.history().entries.size(), std::size_t{1});
    QVERIFY(w.session.undo().ok());
    QVERIFY(!w.session.canUndo());
  }

  // Eigen walks 2^31 empty columns one by one.
  void anEmptyMatrixOfManyColumnsTakesNoTime() {
    intrinsic_proto::Matrixd matrix;
    matrix.set_cols(2147483647);
    QVERIFY(!geometry::fromWire(matrix).ok());
  }
};

QTEST_GUILESS_MAIN(TestSessionBounds)
#include "test_session_bounds.moc"
