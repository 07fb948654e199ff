// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <vector>

#include "core/world/updates/editor.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {

// What became of the links of objects: of those with shapes where these are.
using EntityChanges = std::map<EntityId, std::vector<EntityId>>;

struct RuleChanges {
  std::size_t lost =
      0;  // exclusions that would be of more than they were, and own rules that no rule of worlds can say
  std::size_t wider = 0;  // margins that are
};

// The collision rules of the world before, switched off ones too, for what is in the editor now. `shown`: the links
// with shapes, before. An exclusion is never widened.
void carryRules(const world::World& before, const EntityChanges& changes, const std::set<EntityId>& shown,
                world::WorldEditor& editor, RuleChanges& told);

// Rules of an object for its own links as rules of the world, where these are in objects of their own now.
void ownRulesToWorld(const world::Object& before, const intrinsic_proto::scene_object::v1::SceneObject& object,
                     const EntityChanges& changes, world::WorldEditor& editor, RuleChanges& told);

}  // namespace ww::usecase
