// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/session/program_builders.h"
#include "core/session/rule_builders.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/updates/edits.h"
#include "gardener.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/program.pb.h"

namespace ww::test {

// A Gardener who knows the edits too that are made by programs, files and other worlds.
class WholeGardener {
 public:
  // `store`: of the session that the edits are for.
  WholeGardener(std::uint64_t seed, std::shared_ptr<geometry::GeometryStore> store)
      : random_(seed), gardener_(seed), store_(std::move(store)) {}

  session::EditsPtr edit(const world::World& w) {
    if (random_() % 4) return gardener_.edit(w);
    switch (random_() % 11) {
      case 0: return session::setProgram(program(), random_() % 4 ? "" : name());
      case 1: return session::deleteProgram(name());
      case 2:
        return random_() % 2 ? session::forgetProgramPlan(name())
                             : session::setProgramPlan(name(), worldwright::v1::ProgramPlan());
      case 3: return ownRule(w);
      case 4: return session::renameEntity(EntityId{kNobody}, "nobody");
      case 5: return session::copyObject(ObjectId{kNobody}, false);
      case 6: return jointOfNobody();
      default: return other(w);
    }
  }

 private:
  static constexpr std::uint64_t kNobody = 123456789;

  session::EditsPtr other(const world::World& w) {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    auto& edit = *edits->add_edits();
    switch (random_() % 4) {
      case 0: patch(w, *edit.mutable_patch_world()); break;
      case 1: switchedOff(w, *edit.mutable_set_switched_off_rules()); break;
      case 2: {
        auto& update = *edit.mutable_update_scene_object();
        update.mutable_object()->set_id(world::toWire(object(w)));
        update.mutable_instance_updates()->add_updates()->mutable_update_simulation_properties()->set_is_static(
            random_() % 2);
        break;
      }
      default: {
        auto& request = *edit.mutable_create_configured_object()->mutable_request();
        request.set_name(fmt::format("configured_{}", random_() % 20));
        if (random_() % 5) *request.mutable_create_from_scene_object()->mutable_scene_object() = makeArm(2);
      }
    }
    return edits;
  }

  session::EditsPtr jointOfNobody() {
    auto edits = std::make_shared<worldwright::v1::Edits>();
    auto& joint = *edits->add_edits()->mutable_world_update()->mutable_update_object_joint();
    joint.mutable_object()->set_id(world::toWire(ObjectId{kNobody}));
    joint.set_joint_name("joint_1");
    joint.set_joint_position(0.1);
    return edits;
  }
  // What another edit does, told by what comes of it.
  void patch(const world::World& w, worldwright::v1::PatchWorld& out) {
    if (const auto after = world::apply(w, *gardener_.edit(w), *store_); after.ok())
      out = world::patchBetween(w, *after);
    else out.add_removed_objects(world::kRootObject.value);
  }
  void switchedOff(const world::World& w, worldwright::v1::SetSwitchedOffRules& out) {
    for (std::uint64_t i = random_() % 3; i > 0; --i)
      out.add_rules()->mutable_rule()->add_left()->mutable_object()->set_id(world::toWire(object(w)));
  }
  session::EditsPtr ownRule(const world::World& w) {
    session::OwnRuleUpdate update;
    update.policy = random_() % 2 ? session::RulePolicy::kAppend : session::RulePolicy::kClearAll;
    update.rule.left = "base";
    update.rule.right = fmt::format("link_{}", random_() % 3);
    return session::updateOwnRules(object(w), {&update, 1});
  }
  worldwright::v1::Program program() {
    worldwright::v1::Program program;
    program.set_name(random_() % 8 ? name() : "no name");
    program.add_steps()->mutable_wait()->set_seconds(static_cast<double>(random_() % 5));
    return program;
  }
  std::string name() { return fmt::format("p{}", random_() % 6); }
  ObjectId object(const world::World& w) {
    std::vector<ObjectId> all;
    w.forEachObject([&](const world::Object& o) { all.push_back(o.id); });
    return random_() % 5 ? all[random_() % all.size()] : ObjectId{kNobody};
  }

  std::mt19937_64 random_;
  Gardener gardener_;
  std::shared_ptr<geometry::GeometryStore> store_;
};

}  // namespace ww::test
