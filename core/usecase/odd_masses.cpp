// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/odd_masses.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/io/plausible.h"
#include "core/io/size_words.h"
#include "core/model/named.h"
#include "core/session/object_properties.h"
#include "core/usecase/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostTold = 8;
// kg/m^3: a third more than the densest metal has. Models that come from others are often heavier, and nobody minds.
constexpr double kDensest = 30'000.0;
constexpr double kPlastic = 1000.0;  // kg/m^3

// Three digits that count, and no powers of ten where people write masses.
arg::Words figure(double v) {
  const double size = std::abs(v);
  if (!(size >= 1000.0 && size < 1e12)) return {fmt::format("{:.3g}", v)};
  const double unit = std::pow(10.0, std::floor(std::log10(size)) - 2.0);
  return {fmt::format("{:.0f}", std::round(v / unit) * unit)};
}

Bounds boundsOf(const world::Entity& link) {
  Bounds out;
  for (const auto* placed : {&link.collision, &link.visual})
    for (const world::PlacedGeometry& g : *placed) out.add(g.geometry->bounds.transformed(g.ref_t_shape));
  return out;
}

void addMass(const arg::Node& link, double mass, const Vec3& size, std::vector<Status>& out) {
  const double box = size.cwiseMax(1e-4).prod(), density = mass / box;
  const FailureArg who{"link", link}, what{"mass", figure(mass)}, edges{"size", arg::Words{io::sizeText(size)}};
  if (density > kDensest)
    out.push_back(
        fail(failures::kMassHigh, {who, what, edges, {"density", figure(density)}, {"less", figure(mass / 1000.0)}}));
  // A body fills a part of its box alone, and most of that may be hollow: even so nothing is as light.
  if (density < io::plausible::kLightest)
    out.push_back(
        fail(failures::kMassLow, {who, what, edges, {"density", figure(density)}, {"more", figure(box * kPlastic)}}));
}

void addCentre(const arg::Node& link, const Vec3& com, const Bounds& bounds, std::vector<Status>& out) {
  const double away = (com - com.cwiseMax(bounds.min).cwiseMin(bounds.max)).norm(), size = bounds.size().norm();
  if (away < 10.0 * size || away < 1.0) return;
  out.push_back(
      fail(failures::kCentreFarAway, {{"link", link}, {"distance", arg::Length{away}}, {"size", arg::Length{size}}}));
}

void addInertia(const arg::Node& link, const session::LinkPhysics& physics, const Bounds& bounds, double far_off,
                std::vector<Status>& out) {
  constexpr double kSlack = 0.05;
  if (!physics.inertia.allFinite()) return;
  const Vec3 size = bounds.size();
  const double usual = physics.mass * size.squaredNorm() / 12.0 * 2.0 / 3.0;
  const FailureArg who{"link", link}, block{"usual", arg::Words{fmt::format("{:.2g}", usual)}};
  const Vec3 m = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(physics.inertia).eigenvalues();
  if (!(m[2] > 0.0) || m[0] < -1e-3 * m[2] || m[0] + m[1] < (1.0 - kSlack) * m[2]) {
    out.push_back(fail(failures::kInertiaImpossible,
                       {who, {"first", figure(m[0])}, {"second", figure(m[1])}, {"third", figure(m[2])}, block}));
    return;
  }
  // The mean square distance of its mass from the centre: at most that of the farthest corner.
  const double gyration = physics.inertia.trace() / (2.0 * physics.mass);
  const Vec3 &c = physics.center, far = (bounds.max - c).cwiseAbs().cwiseMax((c - bounds.min).cwiseAbs());
  const double large = gyration / far.squaredNorm(), small = size.squaredNorm() / 12.0 / gyration;
  if (large > far_off) out.push_back(fail(failures::kInertiaLarge, {who, {"times", figure(large)}, block}));
  if (small > far_off) out.push_back(fail(failures::kInertiaSmall, {who, {"times", figure(small)}, block}));
}

bool sameMasses(const world::Entity& a, const world::Entity& b) {
  const auto x = session::linkPhysics(a), y = session::linkPhysics(b);
  if (!x || !y) return !x && !y;
  return x->mass == y->mass && x->center == y->center && x->inertia == y->inertia;
}

}  // namespace

std::vector<Status> oddPhysics(const world::World& world, const world::Entity& link, double odd_inertia) {
  const auto physics = session::linkPhysics(link);
  const Bounds bounds = boundsOf(link);
  if (!physics || !(physics->mass > 0.0) || bounds.empty() || !(bounds.size().maxCoeff() > 1e-6)) return {};
  std::vector<Status> out;
  const arg::Node who = model::named(world, link.id);
  addMass(who, physics->mass, bounds.size(), out);
  addCentre(who, physics->center, bounds, out);
  if (link.message->content().link().physics_component().has_inertia())
    addInertia(who, *physics, bounds, odd_inertia, out);
  return out;
}

void tellOddMasses(const world::World& after, const world::Object& was, const world::Object& is, Diagnostics& out) {
  world::EntityList::diff(was.entities, is.entities,
                          [&](std::uint64_t, const world::EntityPtr* old, const world::EntityPtr* now) {
                            if (!old || !now || out.size() >= kMostTold || sameMasses(**old, **now)) return;
                            for (const Status& odd : oddPhysics(after, **now)) out.push_back(findingOf(odd));
                          });
}

}  // namespace ww::usecase
