// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/pair_search.h"

#include <cmath>
#include <numbers>

namespace ww::kinematics {
namespace {

constexpr int kSamples = 256;

}  // namespace

bool PairSearch::crosses(const Sample& a, const Sample& b, unsigned branch) {
  return (a.miss[branch] > 0.0) != (b.miss[branch] > 0.0);
}

// Where a parabola through three places has its end, kept off those places.
double PairSearch::lowest(const Sample& before, const Sample& middle, const Sample& after, unsigned branch) {
  constexpr double kOff = 0.05, kShare = 0.38;  // of the wider of both sides
  const double left = before.first - middle.first, right = after.first - middle.first;
  const double wider = std::abs(left) > std::abs(right) ? left : right;
  const double to_left = (before.miss[branch] - middle.miss[branch]) / left;
  const double to_right = (after.miss[branch] - middle.miss[branch]) / right;
  const double bend = (to_right - to_left) / (right - left);
  const double step = bend != 0.0 ? -(to_left - bend * left) / (2.0 * bend) : 0.0;
  const bool inside = step * left > 0.0 ? std::abs(step) < std::abs(left) : std::abs(step) < std::abs(right);
  if (!inside || std::abs(step) < kOff * std::abs(wider)) return middle.first + (inside ? kOff : kShare) * wider;
  return middle.first + step;
}

PairSearch::Sample PairSearch::at(double first) const {
  Sample s;
  s.first = first;
  const Vec3 place = turned(form_.axis_[0], -first, place_);
  s.ways = form_.waysTo(place, {seed_[1], seed_[2], seed_[3]}, {1e-12, 0.0});
  const Vec3 &h5 = form_.axis_[4].h, &h6 = form_.axis_[5].h;
  for (unsigned i = 0; i < 4; ++i)
    if (s.has(i)) s.miss[i] = h5.dot(behind(s, i, h6)) - h5.dot(h6);
  return s;
}

Vec3 PairSearch::behind(const Sample& s, unsigned branch, const Vec3& of_tool) const {
  Vec3 v = turned(form_.axis_[0].h, -s.first, motion_.r * of_tool);
  for (std::size_t i = 0; i < 3; ++i) v = turned(form_.axis_[i + 1].h, -s.ways.at[branch][i], v);
  return v;
}

void PairSearch::add(const Sample& s, unsigned branch, Found& out) const {
  if (out.count == out.at.size()) return;
  const Vec3 &h5 = form_.axis_[4].h, &h6 = form_.axis_[5].h;
  const Vec3 side = h6.unitOrthogonal();
  const Vec3 to = behind(s, branch, h6), side_to = behind(s, branch, side);
  const double q5 = angleAbout(h5, h6, to, seed_[4]);
  const Vec3 before = turned(h5, q5, side);
  const double q6 = std::atan2(to.dot(before.cross(side_to)), before.dot(side_to));
  const ThreeAxes::Angles& way = s.ways.at[branch];
  out.at[out.count++] << s.first, way[0], way[1], way[2], q5, q6;
}

// The zero between two samples with different signs (regula falsi, Illinois).
void PairSearch::narrow(Sample low, Sample high, unsigned branch, Found& out) const {
  double at_low = low.miss[branch], at_high = high.miss[branch];
  int side = 0;
  for (int n = 0; n < 40 && std::abs(high.first - low.first) > 1e-9; ++n) {
    const double share = n % 4 == 3 ? 0.5 : at_low / (at_low - at_high);
    const Sample s = at(low.first + share * (high.first - low.first));
    if (!s.has(branch)) break;
    const bool is_low = (s.miss[branch] > 0.0) == (low.miss[branch] > 0.0);
    (is_low ? low : high) = s;
    (is_low ? at_low : at_high) = s.miss[branch];
    if (is_low && side > 0) at_high *= 0.5;
    if (!is_low && side < 0) at_low *= 0.5;
    side = is_low ? 1 : -1;
    if (std::abs(s.miss[branch]) < 1e-12) break;
  }
  add(std::abs(low.miss[branch]) < std::abs(high.miss[branch]) ? low : high, branch, out);
}

// The last place where the branch still is.
PairSearch::Sample PairSearch::endOf(const Sample& inside, const Sample& outside, unsigned branch) const {
  Sample in = inside;
  double out = outside.first;
  for (int n = 0; n < 36; ++n) {
    const Sample s = at(0.5 * (in.first + out));
    if (s.has(branch)) in = s;
    else out = s.first;
  }
  return in;
}

// Nearly touching zero: whether it crosses it, twice. Parabolas through three places lead to where it is nearest.
void PairSearch::dip(Sample before, Sample middle, Sample after, unsigned branch, Found& out) const {
  const bool sign = middle.miss[branch] > 0.0;
  for (int n = 0; n < 12; ++n) {
    const Sample s = at(lowest(before, middle, after, branch));
    if (!s.has(branch)) return;
    const bool left = (s.first < middle.first) == (before.first < middle.first);
    if ((s.miss[branch] > 0.0) != sign) {
      narrow(left ? before : middle, s, branch, out);
      narrow(s, left ? middle : after, branch, out);
      return;
    }
    if (std::abs(s.miss[branch]) < std::abs(middle.miss[branch])) {
      (left ? after : before) = middle;
      middle = s;
    } else {
      (left ? before : after) = s;
    }
  }
  if (std::abs(middle.miss[branch]) < 1e-6) add(middle, branch, out);
}

// Towards its end a branch goes as the root of the way to it, and may well cross zero twice, or nearly touch it.
void PairSearch::towardsEnd(const Sample& from, const Sample& end, unsigned branch, Found& out) const {
  Sample before = from, middle = from;
  for (const double left : {0.5, 0.2, 0.06, 0.01, 1e-3, 1e-4, 1e-5, 0.0}) {
    const Sample s = left > 0.0 ? at(end.first + left * (from.first - end.first)) : end;
    if (!s.has(branch)) continue;
    if (crosses(middle, s, branch)) narrow(middle, s, branch, out);
    else if (left < 0.5) dipIfNear(before, middle, s, branch, out);
    before = middle;
    middle = s;
  }
  if (std::abs(end.miss[branch]) < 1e-6) add(end, branch, out);
}

// Of three places in a row, none of them across zero from the others.
void PairSearch::dipIfNear(const Sample& before, const Sample& middle, const Sample& after, unsigned branch,
                           Found& out) const {
  if (crosses(before, middle, branch) || crosses(middle, after, branch)) return;
  const double here = std::abs(middle.miss[branch]);
  if (here < std::abs(before.miss[branch]) && here <= std::abs(after.miss[branch]))
    dip(before, middle, after, branch, out);
}

void PairSearch::look(const Sample& before, const Sample& middle, const Sample& after, unsigned branch,
                      Found& out) const {
  if (!middle.has(branch)) return;
  if (after.has(branch) && crosses(middle, after, branch)) narrow(middle, after, branch, out);
  Sample beside[2] = {before, after};
  for (Sample& one : beside) {
    if (one.has(branch)) continue;
    const Sample end = endOf(middle, one, branch);
    towardsEnd(middle, end, branch, out);
    one = at(0.5 * (middle.first + end.first));
    if (!one.has(branch)) return;
  }
  dipIfNear(beside[0], middle, beside[1], branch, out);
}

void PairSearch::run(Found& out) const {
  constexpr double kStep = 2.0 * std::numbers::pi / kSamples;
  // A start that no arm's symmetry prefers: zeros at samples would count as of either side.
  constexpr double kFirst = 0.0123;
  Sample before = at(kFirst), middle = at(kFirst + kStep);
  for (int i = 2; i < kSamples + 2; ++i) {
    const Sample after = at(kFirst + i * kStep);
    for (unsigned branch = 0; branch < 4; ++branch) look(before, middle, after, branch, out);
    before = middle;
    middle = after;
  }
}

}  // namespace ww::kinematics
