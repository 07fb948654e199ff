// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/toggle_notes.h"

#include "core/base/finding.h"
#include "core/collision/rules/rule_words.h"
#include "core/collision/rules/rules.h"
#include "core/usecase/failures.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::usecase {
namespace {

namespace pb = intrinsic_proto::world;
using collision::RuleSource;
using world::World;

constexpr std::size_t kMostPairs = 100'000;

// Those of the named entities that have collision geometry; none where they are gone again.
std::vector<EntityId> bodiesOf(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  std::vector<EntityId> out;
  const auto object = world::resolve(world, ref.reference());
  if (!object.ok()) return out;
  const auto picked = world::resolve(world, *object, ref.entity_filter());
  if (!picked.ok()) return out;
  for (const EntityId id : *picked)
    if (const auto entity = world.entity(id); entity && !entity->collision.empty()) out.push_back(id);
  return out;
}

// What of an object decides in place of the world's rules. Who asks for all of it does not mean neighbours at a joint.
bool isWithinObject(RuleSource source, bool all) {
  if (source == RuleSource::kObjectExclusion) return true;
  return !all && (source == RuleSource::kAdjacent || source == RuleSource::kLinkage);
}

void tellUnchecked(const World& world, const collision::RuleSet& rules, const pb::ToggleCollisionsRequest& request,
                   Diagnostics& out) {
  const auto left = bodiesOf(world, request.object_a()), right = bodiesOf(world, request.object_b());
  if (left.size() * right.size() > kMostPairs) return;
  const bool all = request.object_a().entity_filter().include_all_entities() &&
                   request.object_b().entity_filter().include_all_entities();
  std::size_t count = 0;
  Phrase first;
  FailureValue object;
  for (const EntityId a : left) {
    for (const EntityId b : right) {
      if (a == b || (b < a && left == right)) continue;  // each pair once
      const auto why = rules.explain(a, b);
      if (!isWithinObject(why.source, all)) continue;
      if (count++ > 0) continue;
      first = collision::ruleSentence(world.display(a), world.display(b), why);
      object = arg::Name{world.display(world.owner(a)->object)};
    }
  }
  if (count == 0) return;
  out.push_back(findingOf(
      fail(failures::kStillNotChecked, {{"count", arg::Count{count}}, {"first", first}, {"object", object}})));
}

}  // namespace

Diagnostics toggleNotes(const World& after, const worldwright::v1::Edits& edits) {
  Diagnostics out;
  std::optional<collision::RuleSet> rules;
  for (const auto& edit : edits.edits()) {
    const auto& toggle = edit.world_update().toggle_collisions();
    if (!edit.world_update().has_toggle_collisions() || toggle.toggle_mode() != pb::TOGGLE_MODE_ENABLE) continue;
    if (!rules) rules = collision::RuleSet::ofWorld(after);
    tellUnchecked(after, *rules, toggle, out);
  }
  return out;
}

}  // namespace ww::usecase
