// SPDX-License-Identifier: Apache-2.0
// The force-torque sensors of a simulation.
#include <algorithm>

#include "core/simulation/load.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {

// kg m/s, and kg m^2/s about the root's origin.
Wrench Loads::momentumOf(const Simulation::Impl& d, const LoadPart& part) {
  const Motion motion = d.motionOf(part.entity);
  const Vec3 center = motion.root_t_this * part.inertial.com;
  const Vec3 speed = motion.twist.linear + motion.twist.angular.cross(center - motion.root_t_this.p);
  const Eigen::Matrix3d r = motion.root_t_this.q.toRotationMatrix();
  const Vec3 spin = r * (part.inertial.inertia * (r.transpose() * motion.twist.angular));
  return {part.inertial.mass * speed, center.cross(part.inertial.mass * speed) + spin};
}

bool Loads::sleeps(const Simulation::Impl& d, EntityId entity) {
  const auto piece = d.pieceOf(entity);
  return piece && d.engine->asleep(piece->assembly);
}

void Loads::push(Simulation::Impl& d, EntityId link, const Vec3& force, const Vec3& p_in_root, const Vec3& torque) {
  d.engine->addForce(*d.pieceOf(link), force, p_in_root, torque);
  if (!d.cells.empty()) d.pushes.push_back({link, {force, p_in_root.cross(force) + torque}});
}

void Loads::find(Simulation::Impl& d) {
  std::vector<LoadCell> before = std::move(d.cells);
  d.cells.clear();
  for (const EntityId sensor : forceSensorsOf(d.world)) {
    auto cut = loadCutOf(d.world, sensor, d.options.plan.density, d.changes);
    if (!cut.ok() || cut->parts.empty()) continue;
    const auto known = std::ranges::find(before, sensor, [](const LoadCell& cell) { return cell.cut.sensor; });
    LoadCell cell;
    cell.told = known != before.end()
                    ? known->told
                    : restLoad(
                          *cut, [&](EntityId id) { return d.motionOf(id).root_t_this; }, d.physics.gravity);
    cell.cut = std::move(cut.value());
    d.cells.push_back(std::move(cell));
  }
}

void Loads::beforeStep(Simulation::Impl& d) {
  for (LoadCell& cell : d.cells) {
    cell.momentum.clear();
    cell.outside = {};
    for (const LoadPart& part : cell.cut.parts) {
      cell.momentum.push_back(momentumOf(d, part));
      if (!part.gravity) continue;
      const Vec3 weight = part.inertial.mass * d.physics.gravity;
      cell.outside.force += weight;
      cell.outside.torque += (d.motionOf(part.entity).root_t_this * part.inertial.com).cross(weight);
    }
    for (const LoadPush& push : d.pushes) {
      if (!cell.cut.entities.contains(push.link)) continue;
      cell.outside.force += push.wrench.force;
      cell.outside.torque += push.wrench.torque;
    }
    cell.origin = d.motionOf(cell.cut.sensor).root_t_this.p;
    cell.root_q_axes = d.motionOf(cell.cut.axes).root_t_this.q;
  }
  d.pushes.clear();
}

// What acts on all that hangs there, less what its momentum took up, is what its carrier must take up.
void Loads::afterStep(Simulation::Impl& d) {
  if (d.cells.empty()) return;
  const std::vector<ContactPoint> contacts = d.engine->contacts();
  for (LoadCell& cell : d.cells) {
    Wrench sum = cell.outside;
    for (const ContactPoint& contact : contacts) {
      const bool a = cell.cut.entities.contains(contact.a), b = cell.cut.entities.contains(contact.b);
      if (a == b) continue;
      const Vec3 force = a ? contact.force : Vec3(-contact.force);
      sum.force += force;
      sum.torque += contact.position.cross(force);
    }
    for (std::size_t i = 0; i < cell.momentum.size(); ++i) {
      const LoadPart& part = cell.cut.parts[i];
      if (sleeps(d, part.entity)) continue;  // it was stopped, by no force
      const Wrench now = momentumOf(d, part);
      sum.force -= (now.force - cell.momentum[i].force) / d.physics.time_step;
      sum.torque -= (now.torque - cell.momentum[i].torque) / d.physics.time_step;
    }
    const Quat back = cell.root_q_axes.conjugate();
    const double side = cell.cut.on_child ? -1.0 : 1.0;
    cell.told = {side * (back * sum.force), side * (back * (sum.torque - cell.origin.cross(sum.force)))};
  }
}

std::vector<LoadMoment> Loads::of(const Simulation& simulation) {
  std::vector<LoadMoment> out;
  for (const LoadCell& cell : simulation.impl_->cells) out.push_back({cell.cut.sensor, cell.told});
  return out;
}

}  // namespace ww::simulation
