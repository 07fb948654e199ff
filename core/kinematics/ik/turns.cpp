// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::kinematics {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kRounding = 1e-10;  // beyond a limit; put on it

}  // namespace

Turns::Turns(std::span<const Joint> joints) : size_(std::min(joints.size(), kMostJoints)) {
  std::copy_n(joints.begin(), size_, joints_.begin());
}

void Turns::clear() {
  count_ = 0;
  heap_.clear();
  begun_ = false;
}

// From the nearest outwards on both sides.
bool Turns::fill(const Joint& joint, double at, Options& out) const {
  out.count = 0;
  const auto put = [&](double to) {
    if (to < joint.lower - kRounding || to > joint.upper + kRounding || out.count == kMostTurns) return false;
    const double kept = std::clamp(to, joint.lower, joint.upper), off = joint.weight * (kept - joint.start);
    std::uint32_t i = out.count++;
    for (; i > 0 && out.cost[i - 1] > off * off; --i) out.at[i] = out.at[i - 1], out.cost[i] = out.cost[i - 1];
    out.at[i] = kept;
    out.cost[i] = off * off;
    return true;
  };
  if (!joint.revolute) return put(at);
  const double middle = at + kTurn * std::nearbyint((std::clamp(joint.start, joint.lower, joint.upper) - at) / kTurn);
  put(middle);
  if (!std::isfinite(joint.upper - joint.lower)) {
    // On the limited side, if there is one, the nearest may be a turn off.
    if (out.count == 0) put(middle < joint.lower ? middle + kTurn : middle - kTurn);
    return out.count > 0;
  }
  // The middle may lie just outside, and turns on either side of it inside.
  for (int n = 1; out.count < kMostTurns; ++n) {
    const double below = middle - n * kTurn, above = middle + n * kTurn;
    if (below < joint.lower - kRounding && above > joint.upper + kRounding) break;
    put(below);
    put(above);
  }
  return out.count > 0;
}

bool Turns::add(std::span<const double> posture, std::uint32_t tag) {
  if (count_ == kMostPostures) return false;
  Posture& p = postures_[count_];
  p.least = 0.0;
  p.tag = tag;
  for (std::size_t i = 0; i < size_; ++i) {
    if (!fill(joints_[i], posture[i], p.options[i])) return false;
    p.least += p.options[i].cost[0];
  }
  ++count_;
  return true;
}

std::size_t Turns::total() const {
  std::size_t sum = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    std::size_t product = 1;
    for (std::size_t i = 0; i < size_; ++i) product *= postures_[k].options[i].count;
    sum += product;
  }
  return sum;
}

void Turns::push(const Waiting& w) {
  heap_.push_back(w);
  std::ranges::push_heap(heap_, [](const Waiting& a, const Waiting& b) { return b.one < a.one; });
}

// A choice follows the one with its last changed joint a turn nearer: so each comes once, and none before a nearer one.
bool Turns::next(One& out) {
  if (!begun_) {
    begun_ = true;
    heap_.reserve(256);
    for (std::uint32_t k = 0; k < count_; ++k) push({{postures_[k].least, k, 0}, 0});
  }
  if (heap_.empty()) return false;
  std::ranges::pop_heap(heap_, [](const Waiting& a, const Waiting& b) { return b.one < a.one; });
  const Waiting top = heap_.back();
  heap_.pop_back();
  const Posture& p = postures_[top.one.posture];
  for (std::uint32_t i = top.last; i < size_; ++i) {
    const std::uint32_t now = top.one.choice >> 4 * i & 15U;
    if (now + 1 >= p.options[i].count) continue;
    One one = top.one;
    one.choice += 1U << 4 * i;
    one.square += p.options[i].cost[now + 1] - p.options[i].cost[now];
    push({one, i});
  }
  out = top.one;
  return true;
}

void Turns::all(std::vector<One>& out) const {
  out.clear();
  out.reserve(total());
  for (std::uint32_t k = 0; k < count_; ++k) {
    const std::size_t from = out.size();
    out.push_back({postures_[k].least, k, 0});
    for (std::size_t i = 0; i < size_; ++i) {
      const Options& o = postures_[k].options[i];
      const std::size_t known = out.size();
      for (std::uint32_t c = 1; c < o.count; ++c) {
        for (std::size_t n = from; n < known; ++n)
          out.push_back({out[n].square + (o.cost[c] - o.cost[0]), k, out[n].choice + (c << 4 * i)});
      }
    }
  }
  std::sort(out.begin(), out.end());
}

void Turns::nearest(std::vector<One>& out) const {
  out.clear();
  for (std::uint32_t k = 0; k < count_; ++k) out.push_back({postures_[k].least, k, 0});
  std::sort(out.begin(), out.end());
}

}  // namespace ww::kinematics
