// SPDX-License-Identifier: Apache-2.0
// Objects of a world changed as their scene objects are: ids stay, what hangs on them goes along, and back again.
#include "bench.h"
#include "core/scene/updates/apply.h"
#include "core/session/session.h"
#include "core/world/values/attachment.h"
#include "core/world/values/diff.h"
#include "tests/unit/scene/updated_arm.h"

using namespace ww;
using test::Bench;
using test::named;

namespace {

// The arm of the scene updates, with a part that snaps to its tool and one on its first link.
struct Updated : Bench {
  Updated() {
    apply(
        session::createFromSceneObject(world::kRootObject, {}, "arm", test::armToUpdate(), Pose::translation(1, 0, 0)));
    apply(test::box(world::kRootObject, "held"));
    apply(test::box(world::kRootObject, "lamp"));
    update("reparent_object { object " + named("held") + " parent_frame " + test::frameRef("arm", "tool") + " }");
    update("reparent_object { object " + named("lamp") + " parent_object " +
           test::entities("arm", "entity_names: 'l1'") + " }");
    if (!last.ok()) qFatal("%s", last.line().c_str());
  }
  static std::string text(const std::string& one, const char* list = "updates") {
    return std::string("edits { update_scene_object { object ") + named("arm") + " " + list + " { updates { " + one +
           " } } } }";
  }
  bool change(const std::string& one) {
    const bool done = apply(text(one));
    if (!done) qWarning("%s", last.line().c_str());
    return done;
  }
  bool refuses(Code code, const std::string& one, const char* list = "updates") {
    return refusesEdit(code, text(one, list));
  }
  EntityId entity(const std::string& name) const {
    const world::Entity* found = object("arm").entityNamed(name);
    return found ? found->id : EntityId{};
  }
  Pose rootT(const std::string& name) const { return w.rootT(w.find(name)); }
};

std::string rule(const std::string& entity) {
  return "update_collision_settings { collision_settings { collision_rules { left { entity { id: '" + entity +
         "' } } collision_action { is_excluded: true } } } }";
}

}  // namespace

class TestUpdateScene : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void idsStayUnderNewNames() {
    Updated b;
    const EntityId base = b.entity("base"), j1 = b.entity("j1");
    const FrameId tip = b.frame("arm", "tip");
    QVERIFY(
        b.change("rename_entity { entity_name: 'j1' new_entity_name: 'waist' } } updates { rename_entity { "
                 "entity_name: 'tip' new_entity_name: 'point' }"));
    QCOMPARE(b.entity("waist"), j1);
    QCOMPARE(b.entity("base"), base);
    QCOMPARE(b.frame("arm", "point"), tip);
    QVERIFY(!b.frame("arm", "tip"));
    QCOMPARE(b.object("arm").movingJointName(0), "waist");
    QCOMPARE(b.object("arm").configurations.front().positions[0], 0.1);
  }

  void whatIsNotTouchedStaysTheSameInMemory() {
    Updated b;
    const world::World before = b.w;
    QVERIFY(b.change("update_physics_properties { entity_name: 'l2' mass_kg: 9 }"));
    int changed = 0;
    world::EntityList::diff(before.peek(b.id("arm"))->entities, b.object("arm").entities,
                            [&](std::uint64_t, const auto*, const auto*) { ++changed; });
    QCOMPARE(changed, 1);
    QVERIFY(world::diff(before, b.w).frames.empty());
    const world::World after = b.w;
    QVERIFY(b.change("update_physics_properties { entity_name: 'l2' mass_kg: 9 }"));
    QVERIFY(world::diff(after, b.w).empty());
    QVERIFY(b.change("update_joints { joint_positions { key: 'j1' value: 0.5 } }"));
    QVERIFY(world::diff(after, b.w).empty());
  }

  void massWhereTheWireHasNone() {
    Updated b;
    QVERIFY(b.change("update_physics_properties { entity_name: 'base' mass_kg: 3 friction { mu: 0.5 mu2: 0.5 } }"));
    const auto view = b.view("arm");
    const auto& physics = view.entities().at(view.root_entity_id()).physics_component();
    QCOMPARE(physics.mass_kg(), 3.0);
    QCOMPARE(physics.friction().mu2(), 0.5);
  }

  void whatHangsOnItGoesAlong() {
    Updated b;
    const Pose lamp = b.rootT("lamp"), held = b.rootT("held");
    QVERIFY(b.change("update_joints { parent_t_inboard { key: 'j1' value " + test::pose(0, 0, 2) + " } }"));
    QCOMPARE(b.rootT("lamp").p.z(), lamp.p.z() + 1.0);
    QCOMPARE(b.rootT("held").p.z(), held.p.z() + 1.0);
    // What is attached to a frame goes with the frame.
    QVERIFY(b.change("entity_pose { entity_name: 'tool' parent_t_this " + test::pose(0.3, 0, 0) + " }"));
    QVERIFY(test::near(b.w.aTB(b.frame("arm", "tool"), b.id("held")), {}));
    QVERIFY(world::attachedTo(b.w, b.object("held")));
  }

  void framesOnOtherEntitiesLetGo() {
    Updated b;
    const Pose held = b.rootT("held");
    QVERIFY(b.change("reparent_entity { entity_name: 'tool' new_parent_name: 'l1' }"));
    QVERIFY(!world::attachedTo(b.w, b.object("held")));
    QVERIFY(test::near(b.rootT("held"), held));
    QCOMPARE(b.w.frame(b.frame("arm", "tip"))->parent_entity, b.entity("l1"));
    QCOMPARE(b.w.frame(b.frame("arm", "tip"))->parent_frame, b.frame("arm", "tool"));
  }

  void newFramesAreFramesOfTheWorld() {
    Updated b;
    QVERIFY(
        b.change("create_frame { new_frame_name: 'a' parent_name: 'l2' } } updates { create_frame { "
                 "new_frame_name: 'b' parent_name: 'a' }"));
    const auto frame = b.w.frame(b.frame("arm", "b"));
    QVERIFY(frame);
    QCOMPARE(frame->parent_frame, b.frame("arm", "a"));
    QCOMPARE(frame->parent_entity, b.entity("l2"));
    // Objects that hang on this one have names among those of its frames.
    QVERIFY(b.refuses(Code::kInvalidArgument, "create_frame { new_frame_name: 'lamp' }"));
  }

  void deletedFramesTakeRulesWithThem() {
    Updated b;
    const FrameId tool = b.frame("arm", "tool");
    QVERIFY(b.update(rule(world::toWire(b.w.frame(tool)->entity))));
    QVERIFY(b.refuses(Code::kInvalidArgument, "delete_entity { entity_name: 'tool' }", "instance_updates"));
    QVERIFY(b.change("delete_entity { entity_name: 'tool' child_policy: CHILD_POLICY_DELETE_RECURSIVELY }"));
    QVERIFY(!b.w.frame(tool) && !b.frame("arm", "tip"));
    QVERIFY(b.w.collisionSettings().collision_rules().empty());
    QVERIFY(!world::attachedTo(b.w, b.object("held")));
  }

  void anEntityThatCarriesAnObjectStays() {
    Updated b;
    QVERIFY(b.refuses(Code::kFailedPrecondition,
                      "delete_entity { entity_name: 'l1' child_policy: CHILD_POLICY_REPARENT_CHILDREN } } updates { "
                      "delete_entity { entity_name: 'j1' child_policy: CHILD_POLICY_DELETE_RECURSIVELY }"));
  }

  void aJointLessIsOneLessToMove() {
    Updated b;
    QVERIFY(b.update(rule(world::toWire(b.entity("j1")))));
    const Pose lamp = b.rootT("lamp");
    const EntityId l1 = b.entity("l1");
    QVERIFY(b.change("delete_entity { entity_name: 'j1' child_policy: CHILD_POLICY_REPARENT_CHILDREN }"));
    QCOMPARE(b.object("arm").moving_joints.size(), std::size_t{1});
    QCOMPARE(b.object("arm").movingJointName(0), "j2");
    QCOMPARE(b.object("arm").configurations.front().positions.size(), 1);
    QCOMPARE(b.entity("l1"), l1);
    QVERIFY(test::near(b.rootT("lamp"), lamp));
    QVERIFY(b.w.collisionSettings().collision_rules().empty());
  }

  void anInstanceKeepsItsParts() {
    Updated b;
    QVERIFY(b.refuses(Code::kPermissionDenied, "delete_entity { entity_name: 'cam' }", "instance_updates"));
    QVERIFY(b.apply(Updated::text("update_simulation_properties { is_static: true }", "instance_updates")));
    QVERIFY(b.view("arm").object_component().simulation_component().is_static());
    QVERIFY(b.apply(Updated::text("cartesian_limits { max_translational_velocity: [1, 1, 1] }", "instance_updates")));
    QCOMPARE(b.view("arm").kinematic_object_component().cartesian_limits().max_translational_velocity(0), 1.0);
  }

  void refusals() {
    Updated b;
    QVERIFY(b.refuses(Code::kNotFound, "rename_entity { entity_name: 'x' new_entity_name: 'y' }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "rename_entity { entity_name: 'l1' new_entity_name: 'tool' }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, "update_joints { joint_positions { key: 'j1' value: 90 } }"));
    QVERIFY(b.refuses(Code::kInvalidArgument, ""));
    QVERIFY(b.refusesEdit(Code::kInvalidArgument, "edits { update_scene_object { object " + named("arm") + " } }"));
    QVERIFY(
        b.refusesEdit(Code::kInvalidArgument, "edits { update_scene_object { object { id: 'root' } updates {} } }"));
    QVERIFY(b.refusesEdit(Code::kNotFound, "edits { update_scene_object { object { id: 'o999' } updates {} } }"));
    QVERIFY(b.refuses(Code::kNotFound,
                      "update_geometry { entity_name: 'l1' geometries_to_set { type: GEOMETRY_TYPE_VISUAL "
                      "geometry_name: 'g' geometry { geometry { geo_ref { exact_geometry_ref: 'sha256:0' } } } } }"));
  }

  void extractedAndMadeAgainItIsTheSame() {
    Updated b;
    QVERIFY(
        b.change("update_collision_rules { exclusion_rule { entity_pair { left_entity { entity_name: 'tip' } } "
                 "is_excluded: true } }"));
    const auto first = world::toSceneObject(b.w, b.object("arm"));
    QVERIFY2(b.apply(session::createFromSceneObject(world::kRootObject, {}, "twin", first, {})), b.last.line().c_str());
    const auto second = world::toSceneObject(b.w, b.object("twin"));
    QCOMPARE(second.DebugString(), first.DebugString());
    QVERIFY(scene::applyUpdates(first, intrinsic_proto::scene_object::v1::SceneObjectUpdates()).ok());
  }

  // Chips, contacts and plans look again then.
  void anObjectsOwnRulesChangeWhatPlansRestOn() {
    Updated b;
    const world::World before = b.w;
    QVERIFY(
        b.change("update_collision_rules { exclusion_rule { entity_pair { left_entity { entity_name: 'tip' } } "
                 "is_excluded: true } }"));
    QVERIFY(world::affectsMotion(world::diff(before, b.w)));
    QVERIFY(!world::affectsMotion(world::diff(b.w, b.w)));
    const world::World named = b.w;
    QVERIFY(b.update("update_object_name { object { by_name { object_name: 'arm' } } name: 'other' }"));
    QVERIFY(!world::affectsMotion(world::diff(named, b.w)));
  }

  // Else nobody could make the object again from what it gives.
  void framesThatGoAreNotNamedAnyMore() {
    Updated b;
    const std::string own =
        "update_collision_rules { exclusion_rule { entity_pair { left_entity { entity_name: 'tip' } "
        "} is_excluded: true } }";
    const auto rules = [&] { return world::toSceneObject(b.w, b.object("arm")).collision_rules().exclusion_rules(); };
    QVERIFY(b.change(own));
    QCOMPARE(rules().size(), 2);
    QVERIFY(b.update("update_frame_name { frame " + test::frameRef("arm", "tip") + " name: 'point' }"));
    QCOMPARE(rules().at(1).entity_pair().left_entity().entity_name(), "point");
    QVERIFY(b.update("delete_frame { frame " + test::frameRef("arm", "point") + " }"));
    QCOMPARE(rules().size(), 1);
    const auto again = world::toSceneObject(b.w, b.object("arm"));
    QVERIFY2(b.apply(session::createFromSceneObject(world::kRootObject, {}, "twin", again, {})), b.last.line().c_str());
  }

  void anObjectIsConfiguredWhenItIsMade() {
    Bench b;
    worldwright::v1::Edits edits;
    auto& made = *edits.add_edits()->mutable_create_configured_object();
    made.mutable_request()->set_name("arm");
    made.mutable_request()->set_name_is_global_alias(true);
    *made.mutable_request()->mutable_create_from_scene_object()->mutable_scene_object() = test::armToUpdate();
    made.mutable_config()->add_new_frames()->set_new_frame_name("grip");
    (*made.mutable_config()->mutable_initial_joint_settings()->mutable_joint_positions())["j1"] = -0.5;
    QVERIFY2(b.apply(edits.DebugString()), b.last.line().c_str());
    QVERIFY(b.frame("arm", "grip"));
    QCOMPARE(b.object("arm").jointPositions()[0], -0.5);
    made.mutable_request()->set_name("other");
    (*made.mutable_config()->mutable_initial_joint_settings()->mutable_joint_positions())["j1"] = 5;
    QVERIFY(b.refusesEdit(Code::kInvalidArgument, edits.DebugString()));
    made.mutable_request()->clear_object_spec();
    QVERIFY(b.refusesEdit(Code::kInvalidArgument, edits.DebugString()));
  }

  void undoAndReplayGiveTheSameWorld() {
    session::WorldSession session(world::World(), std::make_shared<geometry::GeometryStore>());
    const auto commit = [&](const std::string& text) {
      auto edits = std::make_shared<worldwright::v1::Edits>(test::fromText<worldwright::v1::Edits>(text));
      session::CommitRequest request;
      request.label = "change";
      request.edits = std::move(edits);
      return session.commit(request);
    };
    const auto arm = session::createFromSceneObject(world::kRootObject, {}, "arm", test::armToUpdate(), {});
    QVERIFY(commit(arm->DebugString()).ok());
    const std::string before = world::contentHash(*session.snapshot().world);
    QVERIFY(commit(Updated::text("delete_entity { entity_name: 'j1' child_policy: CHILD_POLICY_REPARENT_CHILDREN } } "
                                 "updates { create_frame { new_frame_name: 'new' }"))
                .ok());
    const std::string after = world::contentHash(*session.snapshot().world);
    QVERIFY(before != after);
    QVERIFY(session.undo().ok());
    QCOMPARE(world::contentHash(*session.snapshot().world), before);
    QVERIFY(session.redo().ok());
    QCOMPARE(world::contentHash(*session.snapshot().world), after);
  }
};

QTEST_GUILESS_MAIN(TestUpdateScene)
#include "test_update_scene.moc"
