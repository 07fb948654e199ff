// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/mass_boxes.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/simulation/world_plan.h"

namespace ww::usecase {

// The moments of a box: m (b^2 + c^2) / 12 and so on, solved for its edges.
MassBox massBox(EntityId link, double mass, const Vec3& com, const Eigen::Matrix3d& inertia) {
  MassBox out;
  out.link = link;
  out.mass = mass;
  out.link_t_box.p = com;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(0.5 * (inertia + inertia.transpose()));
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(2) *= -1.0;
  out.link_t_box.q = Quat(axes).normalized();
  const Vec3 moments = solver.eigenvalues();
  for (int i = 0; i < 3; ++i) {
    const double square = 6.0 / mass * (moments.sum() - 2.0 * moments[i]);
    if (square < -1e-9 * std::max(moments.sum() / mass, 1e-12)) out.is_possible = false;
    out.size[i] = std::sqrt(std::max(0.0, square));
  }
  return out;
}

std::vector<MassBox> massBoxes(const world::World& world, std::size_t at_most) {
  std::vector<MassBox> out;
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      if (out.size() >= at_most) return;
      if (entity->kind != world::EntityKind::kLink) continue;
      const simulation::Inertial its = simulation::inertialOf(*entity, 0.0);
      if (its.mass > 0.0) out.push_back(massBox(entity->id, its.mass, its.com, its.inertia));
    }
  });
  return out;
}

}  // namespace ww::usecase
