// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/pull.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"

namespace ww::simulation {
namespace {

constexpr double kRate = 15.0;            // rad/s, of what swings on the spring
constexpr double kCalm = 2.0;             // 1/s, of what swings about the point
constexpr double kMostStretch = 0.5;      // metres that count
constexpr double kStableShare = 0.5;      // of a radian that it may swing in a step, across the pull
constexpr double kLeastMobility = 1e-9;   // 1/kg
constexpr double kMostPull = 2.0 * 9.81;  // N per kg of all that moves

// In the direction in which it moves most easily, kg; 0 where nothing can move.
double leastMass(const Eigen::Matrix3d& mobility) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(0.5 * (mobility + mobility.transpose()),
                                                              Eigen::EigenvaluesOnly);
  const double most = solver.eigenvalues()[2];
  return most > kLeastMobility ? 1.0 / most : 0.0;
}

// Where joints carry a point straight away from the pull, nothing gives way, and no force would be enough.
double movingMass(const Assembly& assembly) {
  double sum = 0.0;
  const bool stands = assembly.kind == AssemblyKind::kMechanism && !assembly.floating;
  for (std::size_t i = stands ? 1 : 0; i < assembly.pieces.size(); ++i) sum += assembly.pieces[i].inertial().mass;
  return sum;
}

}  // namespace

Vec3 springForce(const SpringState& state) {
  const double least_mass = leastMass(state.mobility), stretch = state.stretch.norm();
  if (least_mass <= 0.0) return Vec3::Zero();
  const Vec3 damping = -2.0 * kRate * least_mass * state.speed;
  if (!(stretch > 0.0)) return damping;
  const Vec3 along = state.stretch / stretch;
  // Heavy along the pull and light across it, it would swing across too fast for the time step.
  const double steps = kStableShare / (kRate * state.time_step);
  const double mass = std::min({1.0 / std::max(along.dot(state.mobility * along), kLeastMobility),
                                least_mass * std::max(1.0, steps * steps), std::max(state.most_mass, least_mass)});
  const double speed = along.dot(state.speed);
  const double pull = mass * kRate * (kRate * std::min(stretch, kMostStretch) - 2.0 * speed);
  const Vec3 force = pull * along + damping + 2.0 * kRate * least_mass * speed * along;
  const double most = mostForce(state), wanted = force.norm();
  return wanted > most ? Vec3(most / wanted * force) : force;
}

double mostForce(const SpringState& state) { return kMostPull * std::max(state.most_mass, leastMass(state.mobility)); }

Status Pulls::begin(Simulation& simulation, EntityId link, const Vec3& p_in_link, const Vec3& to_in_root) {
  Simulation::Impl& d = *simulation.impl_;
  d.pull.reset();
  WW_TRY(checkVector(p_in_link, "point", kFarthest));
  WW_TRY(checkVector(to_in_root, "target", kFarthest));
  if (!d.world.owner(link)) return fail(failures::kNoSuchLink, {{"name", arg::Name{std::to_string(link.value)}}});
  const auto piece = d.pieceOf(link);
  if (!piece || d.engine->isFixed(*piece)) return d.standsStill(link, d.plan);
  d.pull = PullJob{link, p_in_link, to_in_root};
  return okStatus();
}

void Pulls::moveTo(Simulation& simulation, const Vec3& to_in_root) {
  auto& pull = simulation.impl_->pull;
  if (pull && checkVector(to_in_root, "target", kFarthest).ok()) pull->to = to_in_root;
}

void Pulls::end(Simulation& simulation) { simulation.impl_->pull.reset(); }

void Pulls::apply(Simulation::Impl& d) {
  if (!d.pull) return;
  PullJob& pull = *d.pull;
  const PieceId piece = *d.pieceOf(pull.link);
  const Motion link = d.motionOf(pull.link);
  const Vec3 at = link.root_t_this * pull.in_link;
  SpringState spring;
  spring.stretch = pull.to - at;
  spring.speed = link.twist.linear + link.twist.angular.cross(at - link.root_t_this.p);
  spring.mobility = d.engine->mobility(piece, at);
  spring.time_step = d.physics.time_step;
  spring.most_mass = movingMass(d.engine->assembly(piece.assembly));
  pull.force = springForce(spring);
  pull.is_most = pull.force.norm() > (1.0 - 1e-6) * mostForce(spring);
  Loads::push(d, pull.link, pull.force, at, Vec3::Zero());
  const Vec3 center = d.engine->centerOfMass(piece);
  const Vec3 speed = link.twist.linear + link.twist.angular.cross(center - link.root_t_this.p);
  Loads::push(d, pull.link, -kCalm * leastMass(d.engine->mobility(piece, center)) * speed, center, Vec3::Zero());
}

}  // namespace ww::simulation
