// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/pair_search.h"

#include <cmath>
#include <numbers>

namespace ww::kinematics {
namespace {

constexpr int kSamples = 256;

}  // namespace

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

// Nearly touching zero: whether it crosses it, twice.
void PairSearch::dip(Sample before, Sample middle, Sample after, unsigned branch, Found& out) const {
  const bool sign = middle.miss[branch] > 0.0;
  for (int n = 0; n < 12; ++n) {
    const bool left = n % 2 == 0;
    const Sample s = at(0.5 * ((left ? before : after).first + middle.first));
    if (!s.has(branch)) return;
    if ((s.miss[branch] > 0.0) != sign) {
      narrow(left ? before : s, left ? s : middle, branch, out);
      narrow(left ? s : middle, left ? middle : after, branch, out);
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

// Near its end a branch goes as the root of the way to it, and may well cross zero twice.
void PairSearch::towardsEnd(const Sample& from, const Sample& end, unsigned branch, Found& out) const {
  Sample last = from;
  for (const double left : {0.5, 0.2, 0.06, 0.01, 0.0}) {
    const Sample s = left > 0.0 ? at(end.first + left * (from.first - end.first)) : end;
    if (!s.has(branch)) continue;
    if ((s.miss[branch] > 0.0) != (last.miss[branch] > 0.0)) narrow(last, s, branch, out);
    last = s;
  }
  if (std::abs(end.miss[branch]) < 1e-6) add(end, branch, out);
}

void PairSearch::look(const Sample& before, const Sample& middle, const Sample& after, unsigned branch,
                      Found& out) const {
  const auto crosses = [branch](const Sample& a, const Sample& b) {
    return (a.miss[branch] > 0.0) != (b.miss[branch] > 0.0);
  };
  if (!middle.has(branch)) return;
  if (after.has(branch) && crosses(middle, after)) return narrow(middle, after, branch, out);
  for (const Sample* beside : {&before, &after}) {
    if (beside->has(branch)) continue;
    towardsEnd(middle, endOf(middle, *beside, branch), branch, out);
  }
  if (!before.has(branch) || !after.has(branch) || crosses(before, middle)) return;
  const double here = std::abs(middle.miss[branch]);
  if (here < std::abs(before.miss[branch]) && here <= std::abs(after.miss[branch]))
    dip(before, middle, after, branch, out);
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
