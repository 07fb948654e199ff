// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/take_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/geometry/wire_convert.h"
#include "core/scene/joint.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace pb = intrinsic_proto::world;

// Colours that somebody gave the old shapes go to the new ones of the same name, or from the only one to all.
void carryLooks(const pb::GeometryComponent& from, pb::GeometryComponent& to) {
  for (auto& [kind, set] : *to.mutable_named_geometries()) {
    const auto old = from.named_geometries().find(kind);
    if (old == from.named_geometries().end()) continue;
    const auto& shapes = old->second.named_geometries();
    for (auto& [name, placed] : *set.mutable_named_geometries()) {
      const auto same = shapes.find(name);
      const auto& source = same != shapes.end() ? same : shapes.size() == 1 ? shapes.begin() : shapes.end();
      if (source == shapes.end() || !source->second.geometry().has_material_overrides()) continue;
      *placed.mutable_geometry()->mutable_material_overrides() = source->second.geometry().material_overrides();
    }
  }
}

// The colours of the file for shapes of the same names.
void takeLooks(const pb::GeometryComponent& file, pb::GeometryComponent& to) {
  for (auto& [kind, set] : *to.mutable_named_geometries())
    for (auto& [name, placed] : *set.mutable_named_geometries()) placed.mutable_geometry()->clear_material_overrides();
  carryLooks(file, to);
}

void takeSet(const pb::GeometryComponent& from, const char* kind, pb::GeometryComponent& to) {
  const auto set = from.named_geometries().find(kind);
  if (set == from.named_geometries().end()) to.mutable_named_geometries()->erase(kind);
  else (*to.mutable_named_geometries())[kind] = set->second;
}

// Those of the named shapes alone.
void takeShapes(const pb::GeometryComponent& from, const char* kind, const std::set<std::string>& names,
                pb::GeometryComponent& to) {
  const auto set = from.named_geometries().find(kind);
  if (set == from.named_geometries().end() && !to.named_geometries().contains(kind)) return;
  auto& shapes = *(*to.mutable_named_geometries())[kind].mutable_named_geometries();
  for (const std::string& name : names) {
    shapes.erase(name);
    if (set == from.named_geometries().end()) continue;
    const auto found = set->second.named_geometries().find(name);
    if (found != set->second.named_geometries().end()) shapes[name] = found->second;
  }
  if (shapes.empty()) to.mutable_named_geometries()->erase(kind);
}

bool isNearly(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return a == b;
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

double leastOf(double a, double b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }  // 0: none

// Of a rate that people allow: the file's when an import made it of `was`, which is what the file allowed before.
double keptRate(double mine, double was, double file, double made) {
  constexpr double kImportShare = 0.95;  // that imports take of what the mechanism can do
  if (isNearly(mine, kImportShare * was)) return made;
  return isNearly(mine, was) ? file : leastOf(mine, file);
}

// What people allow a joint, as far as its file does; what they left alone is as an import makes it.
void keepLimits(const pb::KinematicsComponent& old, pb::KinematicsComponent& joint) {
  const pb::KinematicsComponent::Limits& mine = old.application_limits();
  const pb::KinematicsComponent::Limits &was = old.system_limits(), &file = joint.system_limits();
  const pb::KinematicsComponent::Limits made = scene::limitsInForce(joint);
  pb::KinematicsComponent::Limits out = made;
  const scene::Limits range = scene::limitsOf(mine), before = scene::limitsOf(was);
  if (isNearly(range.lower, before.lower) && isNearly(range.upper, before.upper)) {
    // nobody narrowed it
  } else if (mine.has_fixed_limits() && file.has_fixed_limits()) {
    const scene::Limits both = scene::intersection(range, scene::limitsOf(file));
    if (!scene::isRangeInOrder(both)) return;
    out.mutable_fixed_limits()->set_lower(both.lower);
    out.mutable_fixed_limits()->set_upper(both.upper);
  } else if (scene::isRangeWithin(range, scene::limitsOf(file))) {
    out = mine;
  } else {
    return;
  }
  out.set_velocity(keptRate(mine.velocity(), was.velocity(), file.velocity(), made.velocity()));
  out.set_acceleration(keptRate(mine.acceleration(), was.acceleration(), file.acceleration(), made.acceleration()));
  out.set_jerk(keptRate(mine.jerk(), was.jerk(), file.jerk(), made.jerk()));
  // Imports take all of the effort.
  out.set_effort(isNearly(mine.effort(), was.effort()) ? made.effort() : leastOf(mine.effort(), file.effort()));
  if (world::canonicalBytes(out) != world::canonicalBytes(made)) *joint.mutable_application_limits() = out;
}

}  // namespace

void reshape(const ReshapeSides& sides, const pb::GeometryComponent& file, pb::GeometryComponent& component) {
  const pb::GeometryComponent old = component;
  const PartNote &base = sides.base, &now = sides.now, &mine = sides.mine;
  const bool insist = !hasUntouched(base, now, mine);
  const auto take = [&](std::uint64_t was, std::uint64_t is, std::uint64_t here, const char* kind) {
    if (!isTaken(was, is, here, insist)) return;
    if (sides.shapes) takeShapes(file, kind, *sides.shapes, component);
    else takeSet(file, kind, component);
  };
  take(base.visual, now.visual, mine.visual, "Intrinsic_Visual");
  take(base.collision, now.collision, mine.collision, "Intrinsic_Collision");
  // A shape that was made of the old one would let things pass through the new one.
  if (isTaken(base.visual, now.visual, mine.visual, insist) && isMadeOfOld(base, mine))
    takeSet(file, "Intrinsic_Collision", component);
  if (!sides.shapes && isTaken(base.looks, now.looks, mine.looks, insist)) takeLooks(file, component);
  else if (base.looks != mine.looks) carryLooks(old, component);
}

void takeJoint(const pb::KinematicsComponent& file, pb::KinematicsComponent& joint) {
  const pb::KinematicsComponent old = joint;
  joint = file;
  joint.clear_parent_t_inboard();
  if (old.has_parent_t_inboard()) *joint.mutable_parent_t_inboard() = old.parent_t_inboard();
  if (old.has_application_limits()) keepLimits(old, joint);
  if (!old.has_raw_value()) return;
  const scene::Limits limits = scene::limitsOf(scene::limitsInForce(joint));
  const double value = old.raw_value();
  joint.set_raw_value(scene::isRangeInOrder(limits) ? scene::nearestWithin(value, limits) : value);
}

}  // namespace ww::usecase
