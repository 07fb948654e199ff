// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/spec.h"

#include <limits>
#include <numbers>

namespace ww::simulation {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// About a point that is `d` away from the centre of mass, per kg.
Eigen::Matrix3d steiner(const Vec3& d) { return d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose(); }

}  // namespace

Axis::Axis() : lower(-kNoLimit), upper(kNoLimit), effort_limit(kNoLimit), velocity_limit(kNoLimit) {}

double torsionOf(double coefficient, double patch_radius_m) {
  return 3.0 * std::numbers::pi / 16.0 * coefficient * patch_radius_m;
}

Inertial Inertial::placed(const Pose& frame_t_this) const {
  const Eigen::Matrix3d r = frame_t_this.q.toRotationMatrix();
  return {mass, frame_t_this * com, r * inertia * r.transpose()};
}

Inertial& Inertial::operator+=(const Inertial& other) {
  const double sum = mass + other.mass;
  if (sum <= 0.0) return *this;
  const Vec3 center = (mass * com + other.mass * other.com) / sum;
  inertia = inertia + mass * steiner(com - center) + other.inertia + other.mass * steiner(other.com - center);
  com = center;
  mass = sum;
  return *this;
}

Inertial Piece::inertial() const {
  // A single part keeps its exact figures.
  Inertial sum;
  bool first = true;
  for (const Part& part : parts) {
    if (part.inertial.mass <= 0.0) continue;
    if (first) sum = part.inertial.placed(part.piece_t_part);
    else sum += part.inertial.placed(part.piece_t_part);
    first = false;
  }
  return sum;
}

std::vector<std::string> unsupported(const OdeSettings& ode) {
  const OdeSettings usual;
  std::vector<std::string> out;
  if (ode.sor_pgs_precon_iters != usual.sor_pgs_precon_iters) out.emplace_back("sor_pgs_precon_iters");
  if (ode.contact_max_correcting_vel != usual.contact_max_correcting_vel)
    out.emplace_back("contact_max_correcting_vel");
  if (ode.max_contacts != usual.max_contacts) out.emplace_back("max_contacts");
  return out;
}

std::vector<std::string> unsupported(const Material& material) {
  std::vector<std::string> out;
  // Across which direction, nobody says.
  if (material.fdir1.isZero() && material.mu2 > 0.0 && material.mu2 != material.mu) out.emplace_back("mu2");
  if (material.slip1 != 0.0) out.emplace_back("slip1");
  if (material.slip2 != 0.0) out.emplace_back("slip2");
  // What files write that differs from nothing at all.
  if (material.soft_cfm.value_or(0.0) != 0.0) out.emplace_back("soft_cfm");
  if (material.max_vel) out.emplace_back("max_vel");
  if (material.min_depth.value_or(0.0) != 0.0) out.emplace_back("min_depth");
  return out;
}

}  // namespace ww::simulation
