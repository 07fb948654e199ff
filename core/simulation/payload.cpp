// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/simulation/world_plan.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

constexpr double kBallRadius = 0.05;  // metres: of what says no inertia

struct Seat {
  EntityId entity;
  Pose entity_t_flange;
};

// The flange as clients see it, else the last link.
Seat flangeOf(const world::World& world, const world::Object& object) {
  if (const FrameId frame = world.frameNamed(object.id, "flange")) {
    const EntityId on = world.peek(frame)->parent_entity;
    return {on, world.aTB(on, frame)};
  }
  const EntityId last = object.finalEntity();
  return {last ? last : object.entities.back()->id, Pose()};
}

}  // namespace

std::optional<std::pair<EntityId, Inertial>> payloadOf(const world::World& world, const world::Object& object) {
  if (!object.message || !object.message->has_mounted_payload()) return std::nullopt;
  const auto& payload = object.message->mounted_payload();
  if (!(payload.mass_kg() > 0.0) || !std::isfinite(payload.mass_kg())) return std::nullopt;
  const auto center = geometry::fromWireOrIdentity(payload.has_tip_t_cog(), payload.tip_t_cog());
  Inertial out;
  out.mass = payload.mass_kg();
  if (center.ok()) out.com = center->p;
  out.inertia = 0.4 * out.mass * kBallRadius * kBallRadius * Eigen::Matrix3d::Identity();
  const auto inertia = geometry::fromWire(payload.inertia());
  if (payload.has_inertia() && inertia.ok() && inertia->rows() == 3 && inertia->cols() == 3) {
    const Eigen::Matrix3d r = center.ok() ? center->q.toRotationMatrix() : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
    out.inertia = r * *inertia * r.transpose();
  }
  const Seat seat = flangeOf(world, object);
  return std::pair(seat.entity, out.placed(seat.entity_t_flange));
}

}  // namespace ww::simulation
