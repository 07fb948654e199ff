// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/world/compare/compare_text.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

using Texts = std::vector<std::string>;

const char* unitOf(const Joint& joint) { return joint.motion == MotionType::kPrismatic ? "m" : "rad"; }

const char* nameOf(MotionType type) {
  switch (type) {
    case MotionType::kRevolute: return "revolute";
    case MotionType::kPrismatic: return "prismatic";
    case MotionType::kFixed: break;
  }
  return "fixed";
}

const char* nameOf(EntityKind kind) {
  switch (kind) {
    case EntityKind::kJoint: return "joint";
    case EntityKind::kSensor: return "sensor";
    case EntityKind::kLink: break;
  }
  return "link";
}

void addLimits(const std::string& joint, const char* which, const JointLimits& a, const JointLimits& b,
               const char* unit, Texts& out) {
  Texts parts;
  if (a.lower != b.lower || a.upper != b.upper) {
    parts.push_back(
        fmt::format("position [{:.4g}, {:.4g}] -> [{:.4g}, {:.4g}] {}", a.lower, a.upper, b.lower, b.upper, unit));
  }
  const auto add = [&](const char* what, double x, double y) {
    if (x != y) parts.push_back(fmt::format("{} {}", what, numberChange(x, y)));
  };
  add("velocity", a.velocity, b.velocity);
  add("acceleration", a.acceleration, b.acceleration);
  add("jerk", a.jerk, b.jerk);
  add("effort", a.effort, b.effort);
  if (!parts.empty()) out.push_back(fmt::format("{} {} limits: {}", joint, which, fmt::join(parts, ", ")));
}

void addJoint(const std::string& name, const Joint& a, const Joint& b, Texts& out) {
  if (a.value != b.value) out.push_back(fmt::format("{}: {} {}", name, numberChange(a.value, b.value), unitOf(b)));
  if (a.motion != b.motion) out.push_back(fmt::format("{}: motion {} -> {}", name, nameOf(a.motion), nameOf(b.motion)));
  if (a.axis != b.axis) out.push_back(fmt::format("{}: axis changed", name));
  const std::string inboard = poseChange(a.parent_t_inboard, b.parent_t_inboard);
  if (!inboard.empty()) out.push_back(fmt::format("{}: inboard frame {}", name, inboard));
  const std::string outboard = poseChange(a.outboard_t_child, b.outboard_t_child);
  if (!outboard.empty()) out.push_back(fmt::format("{}: outboard frame {}", name, outboard));
  addLimits(name, "system", a.system, b.system, unitOf(b), out);
  addLimits(name, "application", a.application, b.application, unitOf(b), out);
}

void addGeometry(const std::string& name, const char* which, const std::vector<PlacedGeometry>& a,
                 const std::vector<PlacedGeometry>& b, Texts& out) {
  const bool same =
      std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PlacedGeometry& x, const PlacedGeometry& y) {
        return x.name == y.name && x.geometry->ref == y.geometry->ref &&
               x.ref_t_shape.matrix() == y.ref_t_shape.matrix();
      });
  if (!same) {
    const char* what = a.empty() ? "added" : b.empty() ? "removed" : "changed";
    out.push_back(fmt::format("{}: {} geometry {}", name, which, what));
    return;
  }
  const bool same_color =
      std::equal(a.begin(), a.end(), b.begin(), b.end(),
                 [](const PlacedGeometry& x, const PlacedGeometry& y) { return x.color == y.color; });
  if (!same_color) out.push_back(fmt::format("{}: colour of {} geometry changed", name, which));
}

// What only the messages hold.
void addMessages(const Entity& a, const Entity& b, bool told, Texts& out) {
  if (a.message == b.message) return;
  const auto &x = a.message->content(), &y = b.message->content();
  const std::size_t before = out.size();
  if (!sameBytes(x.link().physics_component(), y.link().physics_component())) {
    const double ma = x.link().physics_component().mass_kg(), mb = y.link().physics_component().mass_kg();
    out.push_back(ma != mb ? fmt::format("{}: mass {} kg", b.name, numberChange(ma, mb))
                           : fmt::format("{}: physics changed", b.name));
  }
  if (!sameBytes(x.sensor(), y.sensor())) out.push_back(fmt::format("{}: sensor changed", b.name));
  if (told || out.size() != before) return;
  // Geometry of other names than visual and collision, unknown fields.
  auto rest_a = x, rest_b = y;
  for (auto* rest : {&rest_a, &rest_b}) {
    rest->clear_name();
    rest->clear_parent_name();
    rest->clear_parent_t_this();
    if (rest->has_joint()) rest->clear_joint();
  }
  if (!sameBytes(rest_a, rest_b)) out.push_back(fmt::format("{}: other properties changed", b.name));
}

}  // namespace

void addEntityChanges(const Entity& a, const Entity& b, Texts& out) {
  const std::size_t before = out.size();
  if (a.name != b.name) out.push_back(fmt::format("entity renamed from {} to {}", a.name, b.name));
  if (a.kind != b.kind) out.push_back(fmt::format("{}: {} -> {}", b.name, nameOf(a.kind), nameOf(b.kind)));
  if (a.joint && b.joint) {
    addJoint(b.name, *a.joint, *b.joint, out);
  } else if (const std::string moved = poseChange(a.parent_t_this, b.parent_t_this); !moved.empty()) {
    out.push_back(fmt::format("{}: {}", b.name, moved));
  }
  addGeometry(b.name, "visual", a.visual, b.visual, out);
  addGeometry(b.name, "collision", a.collision, b.collision, out);
  addMessages(a, b, out.size() != before, out);
}

}  // namespace ww::world
