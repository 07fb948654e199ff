// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "core/scene/updates/mentions.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using ChildPolicy = so::DeleteEntityUpdate;

// With all that hangs on it.
std::set<std::string> treeBelow(Draft& draft, const std::string& top) {
  std::set<std::string> names{top};
  std::vector<std::string> open{top};
  while (!open.empty()) {
    const std::string at = std::move(open.back());
    open.pop_back();
    for (const so::Entity* child : draft.childrenOf(at)) {
      if (names.insert(child->name()).second) open.push_back(child->name());
    }
  }
  return names;
}

// They hang on its parent then, where they are.
Status handOn(Draft& draft, const so::Entity& gone, const std::vector<so::Entity*>& children) {
  WW_ASSIGN(const Pose parent_t_gone, draft.poseOf(gone));
  for (so::Entity* child : children) {
    WW_ASSIGN(const Pose gone_t_child, draft.poseOf(*child));
    WW_TRY(draft.setPose(*child, parent_t_gone * gone_t_child));
    child->set_parent_name(gone.parent_name());
  }
  return okStatus();
}

Status checkMayGo(Draft& draft, const so::Entity& entity) {
  const arg::Name name{shown(entity.name())};
  if (entity.parent_name().empty()) return fail(failures::kRootEntityDeleted, {{"entity", name}});
  if (!draft.isInstance() || entity.has_frame()) return okStatus();
  return fail(failures::kInstanceKeepsEntity, {{"entity", name}});
}

Status hasChildren(const so::Entity& entity, const std::vector<so::Entity*>& children) {
  std::vector<std::string> names;
  for (const so::Entity* child : children) names.push_back(shown(child->name()));
  return fail(failures::kEntityHasChildren,
              {{"entity", arg::Name{shown(entity.name())}}, {"children", arg::Names{std::move(names)}}});
}

// What followers do where their leaders are written down, for they are to move freely; until now it went without
// saying.
void writeFollowersDown(Draft& draft, const std::vector<Follow>& follows) {
  for (const Follow& f : follows) {
    so::Entity& joint = *draft.find(f.joint);
    joint.mutable_joint()->mutable_kinematics_component()->set_raw_value(draft.positionOf(joint));
  }
  if (!draft.object().properties().has_kinematics()) return;
  for (auto& c : *draft.object().mutable_properties()->mutable_kinematics()->mutable_named_configurations()) {
    auto& positions = *c.mutable_joint_positions();
    for (const Follow& f : follows) {
      const auto leader = positions.find(f.leader);
      if (leader == positions.end() || positions.contains(f.joint)) continue;
      const double position = f.at(leader->second);
      positions[f.joint] = position;
    }
  }
}

void freeFollowers(Draft& draft, const std::set<std::string>& gone) {
  const auto kept = followsOf(draft.object());
  if (!kept.ok()) return;
  const auto is_left = [&gone](const Follow& f) { return gone.contains(f.leader) && !gone.contains(f.joint); };
  if (std::any_of(kept->begin(), kept->end(), is_left)) writeFollowersDown(draft, draft.follows());
}

}  // namespace

static Status deleteEntity(Draft& draft, const so::DeleteEntityUpdate& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.entity_name(), "entity_name"));
  WW_TRY(checkMayGo(draft, *entity));
  const std::vector<so::Entity*> children = draft.childrenOf(entity->name());
  std::set<std::string> gone{entity->name()};
  switch (update.child_policy()) {
    case ChildPolicy::CHILD_POLICY_UNSPECIFIED:
    case ChildPolicy::CHILD_POLICY_FAIL_IF_PRESENT:
      if (!children.empty()) return hasChildren(*entity, children);
      break;
    case ChildPolicy::CHILD_POLICY_DELETE_RECURSIVELY: gone = treeBelow(draft, entity->name()); break;
    case ChildPolicy::CHILD_POLICY_REPARENT_CHILDREN: WW_TRY(handOn(draft, *entity, children)); break;
    default:
      return fail(failures::kNoSuchPolicy,
                  {{"policy", arg::Number{static_cast<double>(static_cast<int>(update.child_policy()))}}});
  }
  freeFollowers(draft, gone);
  dropMentions(draft.object(), gone);
  draft.remove(gone);
  return okStatus();
}

UpdateKind deleteEntityKind() { return kindOf<deleteEntity>(); }

}  // namespace ww::scene::updates
