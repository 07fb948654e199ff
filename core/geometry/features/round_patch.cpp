// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/features/round_patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ww::geometry::features {
namespace {

constexpr double kTwoPi = 2.0 * std::numbers::pi;
constexpr double kNear = 1e-6;  // metres; pieces of one cylinder agree to that, and to the error of fits

bool isOneCylinder(const RoundPatch& a, const RoundPatch& b) {
  const double slack = kNear + a.error + b.error;
  if (a.inner != b.inner || std::abs(a.radius - b.radius) > slack) return false;
  if (std::abs(a.axis.dot(b.axis)) < 1.0 - 1e-8) return false;
  const Vec3 d = b.p - a.p;
  if ((d - a.axis * a.axis.dot(d)).norm() > slack) return false;
  const double shift = a.axis.dot(d), sign = a.axis.dot(b.axis) > 0.0 ? 1.0 : -1.0;
  const double low = shift + std::min(sign * b.low, sign * b.high),
               high = shift + std::max(sign * b.low, sign * b.high);
  return low <= a.high + slack && high >= a.low - slack;
}

void mergeInto(RoundPatch& a, const RoundPatch& b) {
  const double shift = a.axis.dot(b.p - a.p), sign = a.axis.dot(b.axis) > 0.0 ? 1.0 : -1.0;
  a.low = std::min({a.low, shift + sign * b.low, shift + sign * b.high});
  a.high = std::max({a.high, shift + sign * b.low, shift + sign * b.high});
  // Both axes are canonical, so that they have the same zero of angles.
  a.angles.insert(a.angles.end(), b.angles.begin(), b.angles.end());
  a.triangles.insert(a.triangles.end(), b.triangles.begin(), b.triangles.end());
  a.error = std::max(a.error, b.error);
  a.exact = a.exact && b.exact;
}

// Pieces of like radius lie side by side after sorting.
std::vector<RoundPatch> joinedPatches(std::vector<RoundPatch> patches) {
  std::ranges::stable_sort(patches, {}, &RoundPatch::radius);
  std::vector<RoundPatch> out;
  std::vector<bool> taken(patches.size(), false);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    if (taken[i]) continue;
    RoundPatch whole = std::move(patches[i]);
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t j = i + 1; j < patches.size(); ++j) {
        if (taken[j]) continue;
        if (patches[j].radius > whole.radius + kNear + whole.error + patches[j].error) break;
        if (!isOneCylinder(whole, patches[j])) continue;
        mergeInto(whole, patches[j]);
        taken[j] = grew = true;
      }
    }
    out.push_back(std::move(whole));
  }
  return out;
}

void claim(const RoundPatch& patch, FeatureSet& out) {
  const auto index = static_cast<std::int32_t>(out.features.size()) - 1;
  for (const std::uint32_t t : patch.triangles) out.of_triangle[t] = index;
}

void addClosed(const RoundPatch& patch, FeatureSet& out) {
  Feature f;
  f.kind = patch.inner ? Feature::Kind::kBore : Feature::Kind::kPin;
  f.center = patch.p + patch.axis * (0.5 * (patch.low + patch.high));
  f.axis = patch.axis;
  f.along = across(patch.axis);
  f.radius = patch.radius;
  f.length = patch.high - patch.low;
  f.error = patch.error;
  f.exact = patch.exact;
  out.features.push_back(f);
  claim(patch, out);
}

// The way from the axis through the middle of what is open.
Vec3 openWay(const RoundPatch& patch, double middle) {
  const Vec3 x = across(patch.axis), y = patch.axis.cross(x);
  return x * std::cos(middle) + y * std::sin(middle);
}

// A half cylinder, open on one side.
struct HalfRound {
  const RoundPatch* patch;
  Vec3 open;
  bool used = false;
};

bool faceEachOther(const HalfRound& a, const HalfRound& b, Vec3& way) {
  if (std::abs(a.patch->radius - b.patch->radius) > kNear + a.patch->error + b.patch->error) return false;
  if (std::abs(a.patch->axis.dot(b.patch->axis)) < 1.0 - 1e-8) return false;
  const Vec3 d = b.patch->p - a.patch->p;
  way = d - a.patch->axis * a.patch->axis.dot(d);
  if (!(way.norm() > kNear)) return false;
  const double shift = a.patch->axis.dot(d);
  if (shift + b.patch->low > a.patch->high || shift + b.patch->high < a.patch->low) return false;
  return a.open.dot(way.normalized()) > 0.95 && b.open.dot(way.normalized()) < -0.95;
}

void addSlot(const HalfRound& a, const HalfRound& b, const Vec3& way, FeatureSet& out) {
  Feature f;
  f.kind = Feature::Kind::kSlot;
  f.axis = a.patch->axis;
  f.along = way.normalized();
  f.radius = a.patch->radius;
  f.length = a.patch->high - a.patch->low;
  f.span = way.norm();
  f.center = a.patch->p + 0.5 * way + a.patch->axis * (0.5 * (a.patch->low + a.patch->high));
  f.error = std::max(a.patch->error, b.patch->error);
  f.exact = a.patch->exact && b.patch->exact;
  out.features.push_back(f);
  claim(*a.patch, out);
  claim(*b.patch, out);
}

void addSlots(std::vector<HalfRound>& halves, FeatureSet& out) {
  for (std::size_t i = 0; i < halves.size(); ++i) {
    std::size_t best = halves.size();
    Vec3 best_way = Vec3::Zero(), way;
    for (std::size_t j = i + 1; !halves[i].used && j < halves.size(); ++j) {
      if (halves[j].used || !faceEachOther(halves[i], halves[j], way)) continue;
      if (best < halves.size() && way.norm() >= best_way.norm()) continue;
      best = j;
      best_way = way;
    }
    if (best == halves.size()) continue;
    halves[i].used = halves[best].used = true;
    addSlot(halves[i], halves[best], best_way, out);
  }
}

}  // namespace

Vec3 across(const Vec3& axis) {
  const Vec3 least = std::abs(axis.x()) <= std::min(std::abs(axis.y()), std::abs(axis.z())) ? Vec3(Vec3::UnitX())
                     : std::abs(axis.y()) <= std::abs(axis.z())                             ? Vec3(Vec3::UnitY())
                                                                                            : Vec3(Vec3::UnitZ());
  return (least - axis * axis.dot(least)).normalized();
}

Vec3 canonical(const Vec3& axis) {
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis[largest] < 0.0 ? Vec3(-axis) : axis;
}

double angleAbout(const RoundPatch& patch, const Vec3& at) {
  const Vec3 x = across(patch.axis), d = at - patch.p;
  return std::atan2(d.dot(patch.axis.cross(x)), d.dot(x));
}

AngleGap widestGap(std::vector<double> angles) {
  if (angles.empty()) return {kTwoPi, 0.0};
  std::ranges::sort(angles);
  AngleGap out{kTwoPi - (angles.back() - angles.front()), 0.0};
  out.middle = angles.back() + 0.5 * out.width;
  for (std::size_t i = 0; i + 1 < angles.size(); ++i) {
    const double width = angles[i + 1] - angles[i];
    if (width > out.width) out = {width, angles[i] + 0.5 * width};
  }
  return out;
}

bool looksInward(const Mesh& mesh, const RoundPatch& patch) {
  double outward = 0.0;
  for (const std::uint32_t t : patch.triangles) {
    const auto& corners = mesh.triangles[t];
    const Vec3 &a = mesh.vertices[corners[0]], &b = mesh.vertices[corners[1]], &c = mesh.vertices[corners[2]];
    const Vec3 from_axis = (a + b + c) / 3.0 - patch.p;
    outward += (b - a).cross(c - a).dot(from_axis - patch.axis * patch.axis.dot(from_axis));
  }
  return outward < 0.0;
}

void addRound(std::vector<RoundPatch> patches, FeatureSet& out) {
  constexpr double kLeastHalf = 2.9, kMostHalf = 3.4;  // radians of a gap: about half a turn
  const std::vector<RoundPatch> whole = joinedPatches(std::move(patches));
  std::vector<HalfRound> halves;
  for (const RoundPatch& patch : whole) {
    if (!(patch.radius > 0.0) || !(patch.high > patch.low)) continue;
    const AngleGap gap = widestGap(patch.angles);
    if (gap.width <= kOpenGap) addClosed(patch, out);
    else if (patch.inner && gap.width > kLeastHalf && gap.width < kMostHalf)
      halves.push_back({&patch, openWay(patch, gap.middle)});
  }
  addSlots(halves, out);
}

}  // namespace ww::geometry::features
