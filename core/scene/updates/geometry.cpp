// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using intrinsic_proto::world::GeometryComponent;
using so::GeometryUpdate;

// Null for no purpose that is known.
const char* purposeOf(int type) {
  if (type == GeometryUpdate::GEOMETRY_TYPE_VISUAL) return "Intrinsic_Visual";
  return type == GeometryUpdate::GEOMETRY_TYPE_COLLISION ? "Intrinsic_Collision" : nullptr;
}

// An empty name: all of them. False where there is none of that name.
bool removeGeometry(GeometryComponent& component, const std::string& purpose, const std::string& name) {
  auto& sets = *component.mutable_named_geometries();
  const auto set = sets.find(purpose);
  if (set == sets.end()) return name.empty();
  if (!name.empty() && !set->second.named_geometries().contains(name)) return false;
  set->second.clear_geometries();  // the older list, which would come to mean something again
  if (name.empty()) set->second.clear_named_geometries();
  else set->second.mutable_named_geometries()->erase(name);
  if (set->second.named_geometries().empty()) sets.erase(set);
  return true;
}

Status noGeometry(const GeometryComponent& component, const std::string& name) {
  std::set<std::string> names;
  for (const auto& [purpose, set] : component.named_geometries()) {
    for (const auto& [there, geometry] : set.named_geometries()) names.insert(there);
  }
  return withNearest(fail(failures::kNoSuchGeometry, {{"geometry", arg::Name{shown(name)}}}), name,
                     std::vector<std::string>(names.begin(), names.end()));
}

Status removeOne(GeometryComponent& component, const GeometryUpdate::GeometryToRemove& one) {
  if (one.type() == GeometryUpdate::GEOMETRY_TYPE_UNSPECIFIED) {
    bool any = false;
    for (const char* purpose : {"Intrinsic_Visual", "Intrinsic_Collision"})
      any = removeGeometry(component, purpose, one.geometry_name()) || any;
    return any ? okStatus() : noGeometry(component, one.geometry_name());
  }
  const char* purpose = purposeOf(one.type());
  if (!purpose) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"geometries_to_remove.type"}}});
  return removeGeometry(component, purpose, one.geometry_name()) ? okStatus()
                                                                 : noGeometry(component, one.geometry_name());
}

// Without a geometry it is taken out.
Status setOne(GeometryComponent& component, const GeometryUpdate::GeometryToSet& one) {
  const char* purpose = purposeOf(one.type());
  if (!purpose) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"geometries_to_set.type"}}});
  if (one.geometry_name().empty())
    return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"geometries_to_set.geometry_name"}}});
  if (!one.has_geometry()) {
    return removeGeometry(component, purpose, one.geometry_name()) ? okStatus()
                                                                   : noGeometry(component, one.geometry_name());
  }
  auto& set = (*component.mutable_named_geometries())[purpose];
  set.clear_geometries();
  (*set.mutable_named_geometries())[one.geometry_name()] = one.geometry();
  return okStatus();
}

}  // namespace

// Whether a geometry is sound is a rule of scene objects; whether one that is referred to exists the store knows.
static Status updateGeometry(Draft& draft, const GeometryUpdate& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.entity_name(), "entity_name"));
  if (!entity->has_link()) return fail(failures::kNoLinkToShape, {{"entity", arg::Name{shown(entity->name())}}});
  GeometryComponent component = entity->link().geometry_component();
  for (const auto& one : update.geometries_to_remove()) WW_TRY(removeOne(component, one));
  for (const auto& one : update.geometries_to_set()) WW_TRY(setOne(component, one));
  if (component.ByteSizeLong() == 0 && !entity->link().has_geometry_component()) return okStatus();
  *entity->mutable_link()->mutable_geometry_component() = std::move(component);
  return okStatus();
}

UpdateKind geometryKind() { return kindOf<updateGeometry>(); }

}  // namespace ww::scene::updates
