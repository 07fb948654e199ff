// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/diff.h"

#include <algorithm>

#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

bool samePlaced(const std::vector<PlacedGeometry>& a, const std::vector<PlacedGeometry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PlacedGeometry& x, const PlacedGeometry& y) {
    return x.name == y.name && x.geometry->ref == y.geometry->ref && x.ref_t_shape.matrix() == y.ref_t_shape.matrix();
  });
}

bool sameColors(const std::vector<PlacedGeometry>& a, const std::vector<PlacedGeometry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const PlacedGeometry& x, const PlacedGeometry& y) { return x.color == y.color; });
}

unsigned jointChange(const Joint& a, const Joint& b) {
  unsigned what = 0;
  if (a.value != b.value) what |= kJointsChanged;
  if (a.system != b.system || a.application != b.application) what |= kLimitsChanged;
  if (!(a.parent_t_inboard == b.parent_t_inboard) || !(a.outboard_t_child == b.outboard_t_child) || a.axis != b.axis ||
      a.motion != b.motion) {
    what |= kPoseChanged;
  }
  return what;
}

unsigned entityChange(const Entity& a, const Entity& b) {
  unsigned what = 0;
  if (a.id != b.id || a.parent != b.parent || a.kind != b.kind) what |= kGeometryChanged | kPoseChanged;
  if (a.name != b.name) what |= kNameChanged;
  if (a.joint && b.joint) what |= jointChange(*a.joint, *b.joint);
  else if (!(a.parent_t_this == b.parent_t_this)) what |= kPoseChanged;
  if (!samePlaced(a.visual, b.visual) || !samePlaced(a.collision, b.collision)) what |= kGeometryChanged;
  else if (!sameColors(a.visual, b.visual) || !sameColors(a.collision, b.collision)) what |= kColorChanged;
  if (a.message != b.message) what |= kContentChanged;
  return what;
}

bool sameConfigurations(const Object& a, const Object& b) { return a.configurations == b.configurations; }

}  // namespace

WorldDiff diff(const World& before, const World& after) {
  WorldDiff out;
  decltype(WorldData::objects)::diff(before.data().objects, after.data().objects,
                                     [&](std::uint64_t, const ObjectSeat* a, const ObjectSeat* b) {
                                       out.objects.push_back({a ? a->object : nullptr, b ? b->object : nullptr});
                                     });
  decltype(WorldData::frames)::diff(before.data().frames, after.data().frames,
                                    [&](std::uint64_t, const FrameSeat* a, const FrameSeat* b) {
                                      out.frames.push_back({a ? a->frame : nullptr, b ? b->frame : nullptr});
                                    });
  out.collision_settings = before.data().collision_settings != after.data().collision_settings;
  return out;
}

unsigned whatChanged(const Object& a, const Object& b) {
  unsigned what = 0;
  if (a.name != b.name || a.name_is_global_alias != b.name_is_global_alias) what |= kNameChanged;
  if (a.parent != b.parent || a.parent_entity != b.parent_entity) what |= kParentChanged;
  if (!(a.parent_entity_t_this == b.parent_entity_t_this)) what |= kPoseChanged;
  if (!a.children.sharesAllWith(b.children)) what |= kChildrenChanged;
  if (a.message != b.message || !sameConfigurations(a, b)) what |= kContentChanged;
  if (a.entities.size() != b.entities.size()) return what | kGeometryChanged | kPoseChanged;
  EntityList::diff(a.entities, b.entities, [&](std::uint64_t, const EntityPtr* before, const EntityPtr* after) {
    what |= entityChange(**before, **after);
  });
  return what;
}

namespace {

bool sameOwnRules(const Object& a, const Object& b) {
  if (a.message == b.message || !a.message || !b.message) return a.message == b.message;
  const auto &before = a.message->content(), &after = b.message->content();
  return before.has_collision_rules() == after.has_collision_rules() &&
         before.collision_rules().SerializeAsString() == after.collision_rules().SerializeAsString();
}

}  // namespace

bool affectsMotion(const WorldDiff& diff) {
  if (diff.collision_settings) return true;
  constexpr unsigned kMotion = kParentChanged | kPoseChanged | kJointsChanged | kGeometryChanged | kLimitsChanged;
  for (const ObjectChange& c : diff.objects) {
    if (!c.before || !c.after || (whatChanged(*c.before, *c.after) & kMotion)) return true;
    if (!sameOwnRules(*c.before, *c.after)) return true;
  }
  for (const FrameChange& c : diff.frames) {
    // A frame that comes moves nothing; one that goes or moves may be a target.
    if (c.before &&
        (!c.after || !(c.before->parent_t_this == c.after->parent_t_this) ||
         c.before->parent_entity != c.after->parent_entity || c.before->parent_frame != c.after->parent_frame)) {
      return true;
    }
  }
  return false;
}

}  // namespace ww::world
