// SPDX-License-Identifier: Apache-2.0
#include "core/planning/balls/ball_planner.h"

#include <algorithm>
#include <array>

#include "core/kinematics/random.h"

namespace ww::planning {
namespace {

// A path that turns out not to be free is searched for anew with half of the spacing, down to this.
constexpr float kFinestBallSpacing = 1.0F / 1024.0F;
// Of the dynamic domain, in lengths of an edge: where a node was of no use, samples count only that near to it.
constexpr float kDomain = 4.0F, kLeastDomain = 1.0F, kLess = 1e-4F;
constexpr std::uint32_t kMostNodes = 200'000;
// So many times the straight way between its ends, a way needs not be compared with others.
constexpr float kNearlyStraight = 1.05F;

constexpr std::array<std::uint32_t, collision::kMostBallJoints> kPrimes = {2,  3,  5,  7,  11, 13, 17, 19,
                                                                           23, 29, 31, 37, 41, 43, 47, 53};

// Digits of a number mirrored at the point.
float mirrored(std::uint64_t number, std::uint32_t base) {
  const float part = 1.0F / static_cast<float>(base);
  float out = 0.0F, weight = part;
  for (auto n = static_cast<std::uint32_t>(number); n > 0; n /= base, weight *= part)
    out += static_cast<float>(n % base) * weight;
  return std::min(out, 1.0F);
}

}  // namespace

BallPlanner::BallPlanner(collision::BallCheck& check, BallLimits limits) : check_(check), limits_(std::move(limits)) {
  at_.resize(joints());
  next_.resize(joints());
  step_.resize(joints());
}

void BallPlanner::sample(float* q) {
  for (std::size_t j = 0; j < joints(); ++j)
    q[j] = limits_.lower[j] + (limits_.upper[j] - limits_.lower[j]) * mirrored(number_, kPrimes[j]);
  ++number_;
}

bool BallPlanner::isProven(const BallPath& path) {
  if (!limits_.proven) return true;
  failed_.clear();
  return check_.prove(path.values, kProvenStretch, true, failed_);
}

std::optional<BallPath> BallPlanner::direct(const float* start, const std::vector<float>& goals) {
  for (std::size_t i = 0; i < goals.size(); i += joints()) {
    if (!check_.edgeIsFree(start, goals.data() + i, kBallSpacing)) continue;
    BallPath out{joints(), {}};
    out.add(start);
    out.add(goals.data() + i);
    if (isProven(out)) return out;
  }
  return std::nullopt;
}

// One edge towards a place from the node next to it.
bool BallPlanner::grow(BallTree& tree, const float* to, std::uint32_t& added) {
  float distance = 0.0F;
  const std::uint32_t near = tree.nearest(check_.kernels(), to, distance);
  const float radius = tree.radius(near);
  if (distance <= 0.0F || (radius > 0.0F && distance > radius)) return false;
  tree.get(near, at_.data());
  const float part = std::min(1.0F, range_ / distance);
  for (std::size_t j = 0; j < joints(); ++j) next_[j] = at_[j] + part * (to[j] - at_[j]);
  if (!check_.edgeIsFree(at_.data(), next_.data(), spacing_)) {
    tree.setRadius(near, radius > 0.0F ? std::max(radius * (1.0F - kLess), kLeastDomain * range_) : kDomain * range_);
    return false;
  }
  if (radius > 0.0F) tree.setRadius(near, radius * (1.0F + kLess));
  added = tree.add(next_.data(), near);
  return true;
}

// All the way to a place, in equal steps; false where it ends before.
bool BallPlanner::connect(BallTree& tree, const float* to, std::uint32_t& added) {
  float distance = 0.0F;
  added = tree.nearest(check_.kernels(), to, distance);
  const auto steps = static_cast<std::size_t>(std::ceil(distance / range_));
  tree.get(added, at_.data());
  for (std::size_t j = 0; j < joints(); ++j)
    step_[j] = (to[j] - at_[j]) / static_cast<float>(std::max<std::size_t>(1, steps));
  for (std::size_t i = 1; i <= steps; ++i) {
    for (std::size_t j = 0; j < joints(); ++j) next_[j] = i == steps ? to[j] : at_[j] + step_[j];
    if (!check_.edgeIsFree(at_.data(), next_.data(), spacing_)) return false;
    added = tree.add(next_.data(), added);
    at_.swap(next_);
  }
  return true;
}

BallPath BallPlanner::join(std::uint32_t from, std::uint32_t to) const {
  BallPath out{joints(), {}}, first{joints(), {}};
  trees_[0].climb(from, first);
  for (std::size_t i = first.size(); i-- > 0;) out.add(first.at(i));
  out.values.resize(out.values.size() - joints());  // both have the place where they met
  trees_[1].climb(to, out);
  return out;
}

Result<std::optional<BallPath>> BallPlanner::search(const float* start, const std::vector<float>& goals,
                                                    float spacing) {
  for (BallTree& tree : trees_) tree.clear(joints());
  trees_[0].add(start, 0);
  for (std::size_t i = 0; i < goals.size(); i += joints()) trees_[1].add(goals.data() + i, trees_[1].size());
  spacing_ = spacing;
  std::vector<float> place(joints());
  std::size_t grown = 1;
  for (std::uint64_t n = 1; !outOfWork() && trees_[0].size() + trees_[1].size() < kMostNodes; ++n) {
    if (n % 64 == 0 && limits_.interrupted) WW_TRY(limits_.interrupted());
    // Growing the smaller tree keeps both of the same size.
    if (trees_[1 - grown].size() < 2 * trees_[grown].size()) grown = 1 - grown;
    sample(place.data());
    std::uint32_t added = 0, met = 0;
    if (!grow(trees_[grown], place.data(), added)) continue;
    trees_[grown].get(added, place.data());
    if (!connect(trees_[1 - grown], place.data(), met)) continue;
    return std::optional(grown == 0 ? join(added, met) : join(met, added));
  }
  return std::optional<BallPath>();
}

void BallPlanner::begin(std::uint64_t seed) {
  passes_before_ = check_.passes();
  number_ = 1 + (seed - 1) * 1013 % 1'000'003;
}

Result<std::optional<BallPath>> BallPlanner::searchFiner(const float* start, const std::vector<float>& goals) {
  for (float spacing = kBallSpacing; spacing >= kFinestBallSpacing; spacing *= 0.5F) {
    WW_ASSIGN(auto found, search(start, goals, spacing));
    if (!found || isProven(*found)) return found;
  }
  return std::optional<BallPath>();
}

Result<std::optional<BallPath>> BallPlanner::find(const float* start, const std::vector<float>& goals,
                                                  std::uint64_t seed) {
  begin(seed);
  if (auto out = direct(start, goals)) return out;
  return searchFiner(start, goals);
}

Result<std::optional<BallPath>> BallPlanner::findShort(const float* start, const std::vector<float>& goals,
                                                       std::uint64_t seed, std::uint64_t ways) {
  begin(ways * seed);
  if (auto out = direct(start, goals)) return out;
  const std::uint64_t before = check_.passes();
  const auto isEasy = [&] { return check_.passes() - before < limits_.passes / 10; };
  std::vector<BallPath> raw, found;
  for (std::uint64_t i = 0; i < ways && isEasy(); ++i) {
    begin(ways * seed + i);
    WW_ASSIGN(auto way, search(start, goals, kBallSpacing));
    if (!way) break;
    raw.push_back(std::move(*way));
  }
  // What is short before is mostly short afterwards, and nearly straight is enough.
  std::ranges::stable_sort(raw, {}, [](const BallPath& path) { return path.length(); });
  for (const BallPath& way : raw) {
    if (!found.empty() && !isEasy()) break;
    found.push_back(shortened(way, seed, false));
    const BallPath& last = found.back();
    if (last.length() <= kNearlyStraight * last.apart(last.at(0), last.at(last.size() - 1))) break;
  }
  std::ranges::stable_sort(found, {}, [](const BallPath& path) { return path.length(); });
  for (BallPath& path : found)
    if (isProven(path)) return std::optional(std::move(path));
  begin(ways * seed);
  WW_ASSIGN(const auto way, searchFiner(start, goals));
  if (!way) return way;
  return std::optional(shorten(*way, seed));
}

}  // namespace ww::planning
