// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/force_rows.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "core/usecase/simulation/contact_sense.h"

namespace ww::usecase {
namespace {

constexpr double kLeastForce = 1e-3;  // N

std::string nameOf(const world::World& world, EntityId entity) {
  const auto* owner = world.owner(entity);  // null: the floor
  return owner ? world.display(owner->object) + "::" + world.entity(entity)->name : std::string();
}

}  // namespace

std::vector<JointForceRow> jointForceRows(const world::World& world, const simulation::Moment& moment) {
  std::vector<JointForceRow> out;
  for (const simulation::JointMoment& its : moment.joints) {
    const world::Object* object = world.peek(its.object);
    if (!object || its.positions.size() != static_cast<Eigen::Index>(object->moving_joints.size())) continue;
    for (std::size_t i = 0; i < object->moving_joints.size(); ++i) {
      const world::Joint& joint = object->movingJoint(i);
      const auto at = static_cast<Eigen::Index>(i);
      const double limit = joint.system.effort;
      out.push_back({world.display(its.object) + "::" + object->movingJointName(i),
                     joint.motion == world::MotionType::kRevolute, its.positions[at], its.velocities[at],
                     its.efforts[at], limit > 0.0 ? limit : std::numeric_limits<double>::infinity()});
    }
  }
  return out;
}

std::vector<ContactRow> contactRows(const world::World& world, const simulation::Moment& moment) {
  struct Sum {
    ContactRow row;
    Vec3 force = Vec3::Zero();
  };
  std::map<std::pair<EntityId, EntityId>, Sum> pairs;
  for (simulation::ContactPoint point : moment.contacts) {
    if (point.b < point.a) {
      std::swap(point.a, point.b);
      point.force = -point.force;
    }
    Sum& sum = pairs[{point.a, point.b}];
    ++sum.row.points;
    sum.row.slip = std::max(sum.row.slip, point.slip);
    sum.force += point.force;
  }
  std::vector<ContactRow> out;
  for (auto& [pair, sum] : pairs) {
    sum.row.force = sum.force.norm();
    if (!(sum.row.force >= kLeastForce)) continue;
    simulation::ContactPoint whole;
    whole.a = pair.first;
    whole.b = pair.second;
    whole.force = sum.force;
    whole = onWhatMoves(world, moment, whole);
    sum.row.a = whole.a;
    sum.row.b = whole.b;
    sum.row.on = nameOf(world, whole.a);
    sum.row.by = nameOf(world, whole.b);
    out.push_back(std::move(sum.row));
  }
  std::ranges::stable_sort(out, std::greater<>(), &ContactRow::force);
  return out;
}

}  // namespace ww::usecase
