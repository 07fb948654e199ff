// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/far_away.h"

#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

struct Place {
  ObjectId object;
  Vec3 p;
  double away = 0.0;  // metres from the middle of all
};

// The root counts, so that of two things the one near the origin is where it belongs.
Vec3 middleOf(std::vector<Place> places) {
  Vec3 out;
  places.push_back({world::kRootObject, Vec3::Zero()});
  const auto half = places.begin() + static_cast<std::ptrdiff_t>((places.size() - 1) / 2);
  for (Eigen::Index k = 0; k < 3; ++k) {
    std::nth_element(places.begin(), half, places.end(),
                     [k](const Place& a, const Place& b) { return a.p[k] < b.p[k]; });
    out[k] = half->p[k];
  }
  return out;
}

Diagnostic tell(const world::World& world, const Place& place) {
  const Vec3& p = world.object(place.object)->parent_entity_t_this.p;
  const FailureRow& row = mayBeMillimetres(p) ? failures::kFarAway : failures::kFarAwayMetres;
  return findingOf(fail(row, {{"object", model::named(world, place.object)},
                              {"distance", arg::Length{place.away}},
                              {"then", inMillimetres(p)}}));
}

}  // namespace

bool mayBeMillimetres(const Vec3& p) { return p.norm() / 1000.0 <= kFarFromAll; }

Vec3 fromMillimetres(const Vec3& p, const std::optional<Vec3>& before) {
  constexpr double kRounding = 1e-9, kMetre = 1.0;
  Vec3 out = p;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const bool set =
        before ? std::abs(p[k] - (*before)[k]) > kRounding * std::max(1.0, std::abs(p[k])) : std::abs(p[k]) >= kMetre;
    if (set) out[k] /= 1000.0;
  }
  return out;
}

Phrase inMillimetres(const Vec3& p, const std::optional<Vec3>& before) {
  const Vec3 then = fromMillimetres(p, before);
  return phrase(WW_TEXT("Core", "{x}, {y}, {z}"),
                {{"x", arg::Length{then.x()}}, {"y", arg::Length{then.y()}}, {"z", arg::Length{then.z()}}});
}

Diagnostics farAway(const world::World& world) {
  constexpr std::size_t kMostObjects = 20'000, kMostTold = 8;
  constexpr double kTimes = 20.0;  // of how far all else lies
  if (world.objectCount() > kMostObjects) return {};
  std::vector<Place> places;
  world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) places.push_back({o.id, world.rootT(o.id).p});
  });
  if (places.empty()) return {};
  const Vec3 middle = middleOf(places);
  for (Place& place : places) place.away = (place.p - middle).norm();
  std::ranges::sort(places, {}, &Place::away);
  // The first that is much farther than the one before it, and all beyond; never most of them.
  std::size_t first = places.size();
  for (std::size_t i = places.size() / 2; i < places.size(); ++i) {
    const double before = i == 0 ? 0.0 : places[i - 1].away;
    if (places[i].away > kFarFromAll && places[i].away > kTimes * before) {
      first = i;
      break;
    }
  }
  Diagnostics out;
  for (std::size_t i = first; i < places.size() && out.size() < kMostTold; ++i) {
    const bool rides = std::any_of(
        places.begin() + static_cast<std::ptrdiff_t>(first), places.end(),
        [&](const Place& p) { return p.object != places[i].object && world.isAncestor(p.object, places[i].object); });
    if (!rides) out.push_back(tell(world, places[i]));
  }
  return out;
}

}  // namespace ww::usecase
