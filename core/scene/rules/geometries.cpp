// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

using intrinsic_proto::geometry::v1::TransformedGeometry;
using intrinsic_proto::world::GeometryComponent;

Status check(const TransformedGeometry& placed, const std::string& name) {
  const auto& g = placed.geometry();
  if (!g.has_geo_ref() && !g.has_inline_geometry_data()) {
    Status status = fail(failures::kNoGeometry, {{"name", arg::Name{name}}});
    status.subject.clear();  // the finding is about the link
    return status;
  }
  Status status = geometry::toAffine(placed.ref_t_shape()).status();
  if (status.ok() && g.material_overrides().has_base_color())
    status = geometry::fromWire(g.material_overrides().base_color()).status();
  return status.ok()
             ? status
             : within(std::move(status), phrase(WW_TEXT("Core", "geometry {name}"), {{"name", arg::Name{name}}}));
}

// In the order of names, which the map of the message does not have.
void checkAll(int i, const GeometryComponent& component, const char* purpose, Findings& findings) {
  const auto set = component.named_geometries().find(purpose);
  if (set == component.named_geometries().end()) return;
  std::map<std::string_view, Status> faults;
  for (const auto& [name, placed] : set->second.named_geometries()) {
    Status status = check(placed, shown(name));
    if (!status.ok()) faults.emplace(name, std::move(status));
  }
  for (auto& [name, fault] : faults) findings.addIn(i, std::move(fault));
}

}  // namespace

// Sets of other purposes are their makers' own.
void geometries(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (!object.entity(i).link().has_geometry_component()) continue;
    for (const char* purpose : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
      checkAll(i, object.entity(i).link().geometry_component(), purpose, findings);
    }
  }
}

}  // namespace ww::scene::rules
