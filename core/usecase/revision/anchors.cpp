// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/anchors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/geometry/wire_convert.h"
#include "core/usecase/feature_link.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using geometry::Feature;
using FeaturesOfPart = std::vector<PlacedFeature>;
using FindShape = std::function<geometry::GeometryPtr(const std::string& ref)>;

constexpr double kSameSpot = 1e-6;    // metres
constexpr double kSameShift = 1e-5;   // metres, of features that move together
constexpr double kThinnest = 0.001;   // metres
constexpr double kSameWidth = 0.01;   // of the radius
constexpr double kSameWay = 0.99996;  // cosine of half a degree
constexpr double kExactWay = 1.0 - 1e-9;
constexpr double kOnFeature = 1e-6;  // metres, of a frame whose name its link does not know

// A plane has a side; for all else an axis is a line.
double alongEachOther(const Feature& a, const Feature& b) {
  const double dot = a.axis.dot(b.axis);
  return a.kind == Feature::Kind::kPlane ? dot : std::abs(dot);
}

// As large, for a plane.
bool isAsWide(const Feature& a, const Feature& b) {
  const bool plane = a.kind == Feature::Kind::kPlane;
  const double of_a = plane ? a.area : a.radius, of_b = plane ? b.area : b.radius;
  return std::abs(of_a - of_b) <= kSameWidth * std::max(of_a, of_b);
}

double betweenAxes(const Feature& a, const Feature& b) {
  const Vec3 d = b.center - a.center;
  return (d - a.axis * a.axis.dot(d)).norm();
}

// Of planes above each other, whatever became of their rims.
bool isAbove(const Feature& a, const Feature& b) {
  return betweenAxes(a, b) < 0.5 * std::sqrt(std::max(a.area, b.area));
}

bool isAlike(const Feature& a, const Feature& b) { return alongEachOther(a, b) >= kSameWay && isAsWide(a, b); }

bool isThere(const Feature& a, const Feature& b, const Vec3& shift) {
  return a.kind == b.kind && (a.center + shift - b.center).norm() <= kSameShift && isAlike(a, b);
}

// What the shape as a whole has moved by: the shift that brings most features onto such as they; none unless that are
// more than stay.
Vec3 shiftOfAll(const FeaturesOfPart& before, const FeaturesOfPart& now) {
  constexpr std::size_t kMostCompared = 2000;  // a sieve has more, and stays where it is
  if (before.size() > kMostCompared || now.size() > kMostCompared) return Vec3::Zero();
  struct Votes {
    std::size_t count = 0, last = std::numeric_limits<std::size_t>::max();  // who voted last
  };
  std::map<std::array<long long, 3>, Votes> votes;
  const auto cellOf = [](const Vec3& shift) {
    return std::array{std::llround(shift.x() / kSameShift), std::llround(shift.y() / kSameShift),
                      std::llround(shift.z() / kSameShift)};
  };
  Vec3 best = Vec3::Zero();
  std::size_t most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const PlacedFeature& f : now) {
      if (f.feature.kind != before[i].feature.kind || !isAlike(before[i].feature, f.feature)) continue;
      const Vec3 shift = f.feature.center - before[i].feature.center;
      Votes& here = votes[cellOf(shift)];
      if (std::exchange(here.last, i) == i) continue;
      if (++here.count > most) best = shift, most = here.count;
    }
  }
  return most > votes[cellOf(Vec3::Zero())].count ? best : Vec3::Zero();
}

// Which feature of the new shape is the one of the old. What the shape as a whole has moved by comes off first.
class Heirs {
 public:
  Heirs(const FeaturesOfPart& before, const FeaturesOfPart& now, std::size_t mine, const Vec3& shift)
      : now_(now), mine_(before[mine].feature) {
    mine_.center += shift;
    Bounds all;
    for (const PlacedFeature& f : before) all.add(f.feature.center);
    far_ = all.size().norm() / 4.0;
    std::vector<bool> known(now.size(), false);
    for (const PlacedFeature& f : before) {
      const auto same =
          std::ranges::find_if(now, [&](const PlacedFeature& n) { return isThere(f.feature, n.feature, shift); });
      if (same != now.end()) known[static_cast<std::size_t>(same - now.begin())] = true;
      else if (f.feature.kind == mine_.kind) left_.push_back(f.feature), left_.back().center += shift;
    }
    for (std::size_t i = 0; i < now.size(); ++i)
      if (now[i].feature.kind == mine_.kind && !known[i]) come_.push_back(i);
  }

  const PlacedFeature* find() const {
    for (const PlacedFeature& f : now_)
      if (isThere(mine_, f.feature, Vec3::Zero())) return &f;
    if (const PlacedFeature* same = otherRim()) return same;
    if (const PlacedFeature* moved = movedOne()) return moved;
    if (const PlacedFeature* turned = turnedOne()) return turned;
    return widenedOne();
  }

 private:
  const Feature& come(std::size_t i) const { return now_[i].feature; }

  // The same plane within another rim.
  const PlacedFeature* otherRim() const {
    for (const std::size_t i : come_) {
      const double off = std::abs(mine_.axis.dot(come(i).center - mine_.center));
      if (mine_.kind == Feature::Kind::kPlane && off <= kSameSpot && alongEachOther(mine_, come(i)) >= kExactWay &&
          !isAsWide(mine_, come(i)) && isAbove(mine_, come(i)))
        return &now_[i];
    }
    return nullptr;
  }

  // Holes of one pattern move together; without such company the nearest, unless that is on the other side of the part:
  // then it is another one.
  const PlacedFeature* movedOne() const {
    const PlacedFeature* best = nullptr;
    std::ptrdiff_t most = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t i : come_) {
      if (!isAlike(mine_, come(i))) continue;
      const Vec3 shift = come(i).center - mine_.center;
      const auto company = countMoved(shift);
      if (company < 2 && shift.norm() > far_) continue;
      if (best && (company < most || (company == most && shift.norm() >= least))) continue;
      best = &now_[i];
      most = company;
      least = shift.norm();
    }
    return best;
  }

  std::ptrdiff_t countMoved(const Vec3& shift) const {
    constexpr std::size_t kMostCompared = 300;  // the nearest will do
    if (left_.size() > kMostCompared || come_.size() > kMostCompared) return 0;
    return std::ranges::count_if(left_, [&](const Feature& old) {
      return std::ranges::any_of(come_, [&](std::size_t i) { return isThere(old, come(i), shift); });
    });
  }

  // The only one of its width, along another axis.
  const PlacedFeature* turnedOne() const {
    const auto asWide = [&](const Feature& f) { return f.kind != Feature::Kind::kPlane && isAsWide(f, mine_); };
    if (std::ranges::count_if(left_, asWide) != 1) return nullptr;
    const PlacedFeature* only = nullptr;
    for (const std::size_t i : come_) {
      if (!asWide(come(i))) continue;
      if (only) return nullptr;
      only = &now_[i];
    }
    return only;
  }

  const PlacedFeature* widenedOne() const {
    const PlacedFeature* best = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t i : come_) {
      const bool plane = mine_.kind == Feature::Kind::kPlane;
      const double off = plane ? (come(i).center - mine_.center).norm() : betweenAxes(mine_, come(i));
      const bool near = plane ? off <= far_ && isAbove(mine_, come(i)) : off < std::max(mine_.radius, kThinnest);
      if (!near || off >= least || alongEachOther(mine_, come(i)) < kSameWay) continue;
      best = &now_[i];
      least = off;
    }
    return best;
  }

  const FeaturesOfPart& now_;
  Feature mine_;                   // moved with the shape
  double far_ = 0.0;               // metres
  std::vector<Feature> left_;      // of its kind, moved so, that are not there
  std::vector<std::size_t> come_;  // in now_, of its kind, that were not there
};

// A frame keeps what it is off its feature, and does not spin about the axis of one that is round.
Pose carried(const Feature& from, const Feature& to, const Vec3& shift, const Pose& part_t_frame) {
  const Pose old = geometry::framePose(from, part_t_frame.p);
  const Pose next = geometry::framePose(to, part_t_frame.p + to.center - from.center);
  const Vec3 old_z = old.q * Vec3(Vec3::UnitZ()), z = next.q * Vec3(Vec3::UnitZ());
  Quat turn = Quat::FromTwoVectors(old_z, z);
  Vec3 at = next.p;
  // The middle of a plane with another rim says nothing: it stays over the place that the shape has moved to.
  if (to.kind == Feature::Kind::kPlane && !isAsWide(from, to)) {
    const Vec3 moved = old.p + shift;
    at = moved + z * z.dot(to.center - moved);
  }
  if (to.kind == Feature::Kind::kSlot) {
    Vec3 along = turn * from.along;
    along *= along.dot(to.along) < 0.0 ? -1.0 : 1.0;
    turn = Quat::FromTwoVectors(along, to.along) * turn;
  }
  return {at + turn * (part_t_frame.p - old.p), (turn * part_t_frame.q).normalized()};
}

world::Entity asFileHas(EntityId id, const so::Entity& entity, const FindShape& find) {
  world::Entity out;
  out.id = id;
  const auto& sets = entity.link().geometry_component().named_geometries();
  const auto read = [&](const char* kind, std::vector<world::PlacedGeometry>& into) {
    const auto set = sets.find(kind);
    if (set == sets.end()) return;
    for (const auto& [name, placed] : set->second.named_geometries()) {
      const auto shape = find(placed.geometry().geo_ref().exact_geometry_ref());
      const auto at = geometry::toAffine(placed.ref_t_shape());
      if (shape && at.ok()) into.push_back({name, shape, *at, std::nullopt});
    }
  };
  read("Intrinsic_Visual", out.visual);
  read("Intrinsic_Collision", out.collision);
  return out;
}

class AnchorSearch {
 public:
  AnchorSearch(const RevisionSides& sides, const FindShape& find)
      : s_(sides), find_(find), links_(featureLinks(sides.here)) {
    for (const PartNote& part : s_.here_parts) names_.insert(part.name);
  }

  std::vector<AnchorChange> run(const std::vector<std::string>& reshaped) {
    for (const std::string& part : reshaped)
      if (!links_.empty()) lookAt(part);
    return std::move(out_);
  }

 private:
  void lookAt(const std::string& part) {
    const auto h = std::ranges::find(s_.here_parts, part, &PartNote::name) - s_.here_parts.begin();
    const world::Entity* entity = s_.object->entityNamed(part);
    if (!entity || h == std::ssize(s_.here_parts)) return;
    const int f = s_.file_of_here[static_cast<std::size_t>(h)];
    std::vector<std::size_t> frames;
    for (std::size_t i = 0; i < s_.here_parts.size(); ++i)
      if (s_.here.entities(static_cast<int>(i)).has_frame() && s_.here_parts[i].parent == part && !s_.isOfFile(i))
        frames.push_back(i);
    if (f < 0 || frames.empty()) return;
    const FeaturesOfPart before = featuresOf(*entity, cache_, {});
    const FeaturesOfPart now = featuresOf(asFileHas(entity->id, s_.file.entities(f), find_), cache_, {});
    const Vec3 shift = shiftOfAll(before, now);
    for (const std::size_t frame : frames) follow(frame, before, now, shift);
  }

  void follow(std::size_t frame, const FeaturesOfPart& before, const FeaturesOfPart& now, const Vec3& shift) {
    const PartNote& note = s_.here_parts[frame];
    const auto [link, mine] = standsOn(note, before);
    if (!link || link->is_lost) return;
    AnchorChange change{.frame = note.name,
                        .part = note.parent,
                        .shape = before[mine].shape,
                        .noted_as = link->frame,
                        .part_t_frame = note.place,
                        .link = {}};
    if (const PlacedFeature* heir = Heirs(before, now, mine, shift).find()) {
      change.part_t_frame = carried(before[mine].feature, heir->feature, shift, note.place);
      change.moved_m = positionDistance(note.place, change.part_t_frame);
      change.turned_rad = rotationDistance(note.place, change.part_t_frame);
      change.link = featureLinkText(*heir, note.parent);
    } else {
      change.is_found = false;
    }
    out_.push_back(std::move(change));
  }

  // By its name; a frame that was named otherwise since is known by its place.
  std::pair<const FeatureLink*, std::size_t> standsOn(const PartNote& frame, const FeaturesOfPart& before) const {
    for (const FeatureLink& link : links_) {
      const bool is_named = link.frame == frame.name;
      if (!is_named && names_.contains(link.frame)) continue;
      const auto at = std::ranges::find_if(
          before, [&](const PlacedFeature& f) { return f.geometry == link.geometry && f.index == link.index; });
      if (at == before.end()) continue;
      const Pose place = geometry::framePose(at->feature, frame.place.p);
      if (is_named || positionDistance(place, frame.place) <= kOnFeature)
        return {&link, static_cast<std::size_t>(at - before.begin())};
    }
    return {nullptr, 0};
  }

  const RevisionSides& s_;
  const FindShape& find_;
  std::vector<FeatureLink> links_;
  std::set<std::string> names_;
  FeatureCache cache_;
  std::vector<AnchorChange> out_;
};

}  // namespace

std::vector<AnchorChange> anchorChanges(const RevisionSides& sides, const std::vector<std::string>& reshaped,
                                        const FindShape& find) {
  return AnchorSearch(sides, find).run(reshaped);
}

}  // namespace ww::usecase
