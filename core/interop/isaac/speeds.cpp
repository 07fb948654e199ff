// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/speeds.h"

#include <algorithm>
#include <cmath>

namespace ww::isaac {
namespace {

double secondsBetween(std::int64_t from_ns, std::int64_t to_ns) { return static_cast<double>(to_ns - from_ns) * 1e-9; }

// Of the way from a place to the next, 1 over its seconds; 0 where it says nothing.
double rateOf(std::int64_t from_ns, std::int64_t to_ns) {
  const double span = secondsBetween(from_ns, to_ns);
  return span > 0.0 && span <= Speeds::kLongest ? 1.0 / span : 0.0;
}

// By which a speed changes at most from one time to the next: beyond it a thing was put elsewhere.
double mostChange(std::int64_t from_ns, std::int64_t to_ns) {
  constexpr double kShortest = 0.02;  // seconds: times tremble
  return Speeds::kMostAcceleration * std::max(kShortest, secondsBetween(from_ns, to_ns));
}

Vec3 turnBetween(const Quat& from, const Quat& to) {
  const Eigen::AngleAxisd turn(to * from.conjugate());
  const double angle = turn.angle() > M_PI ? turn.angle() - 2.0 * M_PI : turn.angle();
  return angle * turn.axis();
}

}  // namespace

void Speeds::see(ObjectId object, const Pose& root_t_object, std::int64_t time_ns) {
  const auto [at, is_new] = objects_.try_emplace(object, Told<Pose, Velocity>{root_t_object, time_ns, {}, false});
  auto& told = at->second;
  if (is_new || told.place == root_t_object) return;
  const double rate = rateOf(told.time_ns, time_ns);
  Velocity now{rate * (root_t_object.p - told.place.p), rate * turnBetween(told.place.q, root_t_object.q)};
  const bool jumps = (now.linear - told.speed.linear).norm() > mostChange(told.time_ns, time_ns);
  if (jumps) now = {};
  told = {root_t_object, time_ns, now, rate > 0.0 && !jumps};
}

Speeds::Velocity Speeds::of(ObjectId object) const {
  const auto at = objects_.find(object);
  return at == objects_.end() ? Velocity() : at->second.speed;
}

double Speeds::of(const std::string& joint, double position, std::int64_t time_ns) {
  const auto [at, is_new] = joints_.try_emplace(joint, Told<double, double>{position, time_ns, 0.0, false});
  auto& told = at->second;
  if (is_new || told.place == position) return 0.0;
  const double rate = rateOf(told.time_ns, time_ns);
  double out = rate * (position - told.place);
  const bool jumps = std::abs(out - told.speed) > mostChange(told.time_ns, time_ns);
  if (jumps) out = 0.0;
  told = {position, time_ns, out, rate > 0.0 && !jumps};
  return out;
}

std::vector<ObjectId> Speeds::stopped(std::int64_t time_ns) {
  std::vector<ObjectId> out;
  for (auto& [id, told] : objects_) {
    if (!told.moves || secondsBetween(told.time_ns, time_ns) < kStill) continue;
    told.moves = false;
    told.speed = {};
    out.push_back(id);
  }
  return out;
}

bool Speeds::someJointStopped(std::int64_t time_ns) {
  bool some = false;
  for (auto& [name, told] : joints_) {
    if (!told.moves || secondsBetween(told.time_ns, time_ns) < kStill) continue;
    told.moves = false;
    told.speed = 0.0;
    some = true;
  }
  return some;
}

void BaseChange::command(const BaseMotion& motion, std::int64_t time_ns) {
  constexpr double kLeast = 0.02;  // seconds: commands that came late come close together
  change_ = {};
  if (motion.isRest()) return commands_.clear();
  const double pause = commands_.empty() ? 0.0 : secondsBetween(commands_.back().first, time_ns);
  commands_.emplace_back(time_ns, motion);
  while (commands_.size() > 2 && secondsBetween(commands_[0].first, time_ns) > kSpan) commands_.pop_front();
  const auto& [since_ns, before] = commands_.front();
  const double rate = 1.0 / std::max(kLeast, secondsBetween(since_ns, time_ns));
  change_ = {rate * (motion.ahead - before.ahead), rate * (motion.aside - before.aside),
             rate * (motion.turn - before.turn)};
  until_ns_ = time_ns + std::llround(1e9 * std::max(pause, kSpan));
}

BaseMotion BaseChange::at(std::int64_t time_ns) const { return time_ns < until_ns_ ? change_ : BaseMotion(); }

}  // namespace ww::isaac
