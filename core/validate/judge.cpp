// SPDX-License-Identifier: Apache-2.0
#include "core/validate/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/vector_state.h"
#include "core/collision/check.h"
#include "core/model/apart_words.h"
#include "core/model/named.h"
#include "core/scene/limits.h"
#include "core/validate/failures.h"
#include "core/validate/pair_watch.h"

namespace ww::validate {
namespace {

constexpr double kLimitTolerance = 1e-6;        // share of a limit
constexpr double kProvenSpacing = 1.0 / 128.0;  // whoever asks for fewer places gets no more
constexpr double kMostInstants = 1e6;           // at which limits are checked: 1 kHz for a quarter of an hour
constexpr std::size_t kInstantsAtOnce = 1024;   // before it is asked whether the work shall go on

std::vector<EntityId> moversOf(const model::Mechanism& mechanism) {
  std::vector<EntityId> out;
  for (const model::BodyIndex i : mechanism.moved()) out.push_back(mechanism.model().body(i).entity);
  return out;
}

FailureValue excessOf(const model::Mechanism& mechanism, std::size_t joint, double excess) {
  if (mechanism.model().body(mechanism.joints()[joint]).revolute) return arg::Angle{std::abs(excess)};
  return arg::Length{std::abs(excess)};
}

// Up to a tenth: what is hardly too much does not look like 100 %.
arg::Number percentOf(double share) { return {std::ceil(1000.0 * share) / 10.0}; }

}  // namespace

Judge::Judge(model::Mechanism mechanism, collision::Checker checker)
    : mechanism_(std::move(mechanism)), checker_(std::move(checker)), state_(checker_.scene().model()) {}

Result<Judge> Judge::make(const collision::Scene& scene, ObjectId robot,
                          const intrinsic_proto::world::CollisionSettings* settings) {
  WW_ASSIGN(auto mechanism, model::Mechanism::ofObject(scene.model(), robot));
  collision::CheckOptions options;
  if (settings) {
    WW_ASSIGN(options.rules, scene.rules().with(*settings));
  }
  options.bases = {robot};
  options.exact = true;
  const auto movers = moversOf(mechanism);
  Judge out(std::move(mechanism), collision::Checker(scene, movers, std::move(options)));
  out.anywhere_ = out.checker_.takeConstant(out.state_);
  return out;
}

const model::State& Judge::at(const JointVector& q) {
  state_.set(mechanism_, q);
  state_.forward(mechanism_);
  return state_;
}

Status Judge::check(const model::Trajectory& trajectory) const {
  if (trajectory.empty()) return fail(failures::kNoTrajectory);
  for (std::size_t i = 0; i < trajectory.times.size(); ++i)
    if (const double time = trajectory.times[i]; !std::isfinite(time))
      return fail(failures::kNoTime, {{"index", arg::Count{i + 1}}, {"value", arg::Words{fmt::format("{}", time)}}});
  const auto given = static_cast<std::size_t>(trajectory.states.front().q.size());
  if (given == mechanism_.size()) return okStatus();
  arg::Names joints;
  for (const auto joint : mechanism_.joints()) joints.texts.push_back(mechanism_.model().jointName(joint));
  return fail(failures::kOtherRobot,
              {{"given", arg::Count{given}}, {"count", arg::Count{mechanism_.size()}}, {"joints", std::move(joints)}});
}

namespace {

// An upper bound of the way in joint space between a state and the next: the largest speed of a quadratic speed
// curve is within its control points.
double wayTo(const model::Trajectory& t, std::size_t i) {
  const double h = t.times[i + 1] - t.times[i];
  const JointVector slope = (t.states[i + 1].q - t.states[i].q) / h;
  const double middle = (3.0 * slope - t.states[i].v - t.states[i + 1].v).norm();
  return h * std::max({t.states[i].v.norm(), t.states[i + 1].v.norm(), middle});
}

}  // namespace

Status forEachPlace(const model::Trajectory& t, double spacing, const std::function<Status(double)>& fn) {
  WW_TRY(fn(t.times.front()));
  double since_last = 0.0;
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    const double way = wayTo(t, i);
    if (since_last + way <= spacing) {
      since_last += way;
      continue;
    }
    if (since_last > 0.0) WW_TRY(fn(t.times[i]));
    const int parts = static_cast<int>(std::ceil(way / spacing));
    for (int k = 1; k < parts; ++k) WW_TRY(fn(t.times[i] + (t.times[i + 1] - t.times[i]) * k / parts));
    since_last = way / parts;
  }
  return since_last > 0.0 ? fn(t.times.back()) : okStatus();
}

Status forEachTime(const model::Trajectory& t, double spacing, const std::function<Status(double)>& fn) {
  WW_TRY(fn(t.times.front()));
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    const int parts = std::max(1, static_cast<int>(std::ceil(wayTo(t, i) / spacing)));
    for (int k = 1; k <= parts; ++k) WW_TRY(fn(t.times[i] + (t.times[i + 1] - t.times[i]) * k / parts));
  }
  return okStatus();
}

Status Judge::checkState(const model::JointState& s, const model::MotionLimits& limits, double time,
                         Verdict& out) const {
  const auto beyond = model::limitExcess(limits.position, s.q, scene::kRoundingSlack);
  for (std::size_t i = 0; i < mechanism_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const auto& d = limits.dynamic[i];
    const double v = std::abs(s.v[at]) / d.velocity, a = std::abs(s.a[at]) / d.acceleration;
    out.worst_limit_ratio = std::max({out.worst_limit_ratio, v, a});
    const bool outside = beyond && beyond->first == static_cast<int>(i);
    if (!outside && v <= 1.0 + kLimitTolerance && a <= 1.0 + kLimitTolerance) continue;
    const FailureRow& row = outside                     ? failures::kExceedsPosition
                            : v > 1.0 + kLimitTolerance ? failures::kExceedsVelocity
                                                        : failures::kExceedsAcceleration;
    const arg::Name joint{mechanism_.model().jointName(mechanism_.joints()[i])};
    const FailureArg which{"joint", joint}, when{"time", arg::Seconds{time}};
    if (outside) out.problem = fail(row, {which, when, {"excess", excessOf(mechanism_, i, beyond->second)}});
    else out.problem = fail(row, {which, when, {"percent", percentOf(std::max(v, a))}});
    out.at_s = time;
    out.joints = s.q;
    return out.problem;
  }
  return okStatus();
}

// Cubics need time between their ends.
Status Judge::checkTimes(const model::Trajectory& t, Verdict& out) {
  for (std::size_t i = 1; i < t.times.size(); ++i) {
    if (t.times[i] > t.times[i - 1]) continue;
    out.problem = fail(failures::kTimeStands, {{"index", arg::Count{i + 1}}, {"time", arg::Seconds{t.times[i]}}});
    out.at_s = t.times[i];
    out.joints = t.states[i].q;
    return out.problem;
  }
  return okStatus();
}

Status Judge::checkFrame(FrameSpeed& speed, const model::JointState& s, const model::MotionLimits& limits, double time,
                         Verdict& out) const {
  const FrameRates rates = speed.at(s);
  const model::FrameLimits& top = limits.frame;
  struct Row {
    const FailureRow& row;
    double share;
  };
  const Row rows[] = {{failures::kFrameTooFast, rates.linear_velocity / top.linear_velocity},
                      {failures::kFrameTurnsTooFast, rates.angular_velocity / top.angular_velocity},
                      {failures::kFrameAccelerates, rates.linear_acceleration / top.linear_acceleration},
                      {failures::kFrameTurnAccelerates, rates.angular_acceleration / top.angular_acceleration}};
  for (const auto& [row, share] : rows) {
    out.worst_limit_ratio = std::max(out.worst_limit_ratio, share);
    if (share <= 1.0 + kLimitTolerance) continue;
    out.problem = fail(row, {{"frame", model::named(mechanism_.model().world(), *limits.moving)},
                             {"time", arg::Seconds{time}},
                             {"percent", percentOf(share)}});
    out.at_s = time;
    out.joints = s.q;
    return out.problem;
  }
  return okStatus();
}

namespace {

// What Trajectory::sample() gives, for times that rise, without memory of its own for each.
class Sampler {
 public:
  explicit Sampler(const model::Trajectory& trajectory) : t_(trajectory), out_(trajectory.states.front()) {}

  const model::JointState& at(double time) {
    if (t_.times.size() == 1 || time <= t_.times.front()) return t_.states.front();
    if (time >= t_.times.back()) return t_.states.back();
    while (t_.times[next_] <= time) ++next_;
    const model::JointState &s0 = t_.states[next_ - 1], &s1 = t_.states[next_];
    const double h = t_.times[next_] - t_.times[next_ - 1], x = time - t_.times[next_ - 1];
    for (Eigen::Index i = 0; i < out_.q.size(); ++i) {
      const double slope = (s1.q[i] - s0.q[i]) / h;
      const double c = (3.0 * slope - 2.0 * s0.v[i] - s1.v[i]) / h, d = (s0.v[i] + s1.v[i] - 2.0 * slope) / (h * h);
      out_.q[i] = s0.q[i] + x * (s0.v[i] + x * (c + x * d));
      out_.v[i] = s0.v[i] + x * (2.0 * c + 3.0 * x * d);
      out_.a[i] = 2.0 * c + 6.0 * x * d;
    }
    return out_;
  }

 private:
  const model::Trajectory& t_;
  model::JointState out_;
  std::size_t next_ = 1;  // the state after the time that was asked for last
};

}  // namespace

namespace {

// Of the cubic after a state. A piece of less than a microsecond counts as one: at shorter ones rounding is all there
// is to see, while a jump is as large.
model::JointState middleOf(const model::Trajectory& t, std::size_t i) {
  constexpr double kShortest = 1e-6;  // seconds
  const model::JointState &s0 = t.states[i], &s1 = t.states[i + 1];
  const double h = std::max(t.times[i + 1] - t.times[i], kShortest);
  return {0.5 * (s0.q + s1.q) + h / 8.0 * (s0.v - s1.v), 1.5 / h * (s1.q - s0.q) - 0.25 * (s0.v + s1.v),
          (s1.v - s0.v) / h};
}

}  // namespace

Status Judge::checkLimits(const model::Trajectory& t, const model::MotionLimits& limits,
                          const std::function<Status()>& interrupted, Verdict& out) const {
  if (!checkTimes(t, out).ok()) return okStatus();
  std::optional<FrameSpeed> frame;
  if (limits.moving && limits.frame.any()) frame.emplace(mechanism_, *limits.moving);
  const auto check = [&](const model::JointState& state, double time) {
    return checkState(state, limits, time, out).ok() && (!frame || checkFrame(*frame, state, limits, time, out).ok());
  };
  for (std::size_t i = 0; i < t.times.size(); ++i) {
    if (!check(t.states[i], t.times[i])) return okStatus();
  }
  const double step = std::max(0.001, t.duration() / kMostInstants);
  const auto count = static_cast<std::size_t>(t.duration() / step);
  Sampler sampler(t);
  for (std::size_t k = 0; k <= count; ++k) {
    if (interrupted && k % kInstantsAtOnce == 0) WW_TRY(interrupted());
    const double time = static_cast<double>(k) * step;
    if (!check(sampler.at(time), time)) return okStatus();
  }
  // Pieces that these times step over, or of which they see an end alone.
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    if (t.times[i + 1] - t.times[i] >= 2.0 * step) continue;
    if (!check(middleOf(t, i), 0.5 * (t.times[i] + t.times[i + 1]))) return okStatus();
  }
  return okStatus();
}

Status Judge::checkGoal(const model::Trajectory& t, const JudgeOptions& options, Verdict& out) const {
  constexpr double kGoalTolerance = 1e-6;  // metres and radians
  if (!options.goal) return okStatus();
  const Lack lack = lackOf(mechanism_, *options.goal, options.start.value_or(t.states.front().q), t.states.back().q);
  if (lack.metres <= kGoalTolerance && lack.radians <= kGoalTolerance) return okStatus();
  out.at_s = t.duration();
  out.joints = t.states.back().q;
  return fail(failures::kMissesGoal, {{"miss", model::apartWords(lack.metres, lack.radians)}});
}

Status Judge::checkLine(const model::Trajectory& t, const JudgeOptions& options, Verdict& out) const {
  if (!options.line) return okStatus();
  const std::vector<StraightLine> ways = eitherWay(*options.line);
  const double middle = 0.5 * (std::max(0.0, options.line_from_s) + std::min(t.duration(), options.line_to_s));
  const JointVector between = t.sample(middle).q;
  const StraightLine& line = *std::ranges::min_element(
      ways, {}, [&](const StraightLine& way) { return lackOf(mechanism_, way, between).radians; });
  return forEachPlace(t, options.spacing, [&](double time) -> Status {
    if (time < options.line_from_s || time > options.line_to_s) return okStatus();
    const JointVector q = t.sample(time).q;
    const Lack lack = lackOf(mechanism_, line, q);
    if (lack.metres <= line.metres && lack.radians <= line.radians) return okStatus();
    out.at_s = time;
    out.joints = q;
    return fail(failures::kOffLine, {{"node", model::named(mechanism_.model().world(), options.line->node)},
                                     {"miss", model::apartWords(lack.metres, lack.radians)},
                                     {"time", arg::Seconds{time}}});
  });
}

Status Judge::checkHeld(const model::Trajectory& t, const JudgeOptions& options, Verdict& out) const {
  if (options.held.empty()) return okStatus();
  const JointVector start = options.start.value_or(t.states.front().q);
  return forEachPlace(t, options.spacing, [&](double time) -> Status {
    if (options.interrupted) WW_TRY(options.interrupted());
    const JointVector q = t.sample(time).q;
    for (const Held& held : options.held) {
      const Lack lack = lackOf(mechanism_, held.constraint, start, q);
      if (lack.metres <= held.metres && lack.radians <= held.radians) continue;
      out.at_s = time;
      out.joints = q;
      return fail(failures::kNotHeld,
                  {{"miss", model::apartWords(lack.metres, lack.radians)}, {"time", arg::Seconds{time}}});
    }
    return okStatus();
  });
}

// Mostly all of it is free, places between the configurations as well, and that is told sooner.
Status Judge::checkCollisions(const model::Trajectory& t, const JudgeOptions& options, Verdict& out) {
  if (options.spacing <= kProvenSpacing) {
    PairWatch watch(checker_.scene(), checker_.rules(), mechanism_);
    WW_ASSIGN(out.is_proven, watch.provesFree(t, options.interrupted));
    if (out.is_proven) {
      return forEachPlace(t, options.spacing, [&](double) {
        ++out.configurations;
        return okStatus();
      });
    }
  }
  Status interrupted;
  out.problem = forEachPlace(t, options.spacing, [&](double time) -> Status {
    if (options.interrupted) interrupted = options.interrupted();
    if (!interrupted.ok()) return interrupted;
    ++out.configurations;
    const JointVector q = t.sample(time).q;
    out.contact = checker_.first(at(q));
    if (!out.contact) return okStatus();
    // Of the first found it is only known that it overlaps: told is the deepest, measured in full.
    if (const auto deepest = checker_.all(state_, 1); !deepest.empty()) out.contact = deepest.front();
    out.at_s = time;
    out.joints = q;
    return fail(failures::kCollides, {{"time", arg::Seconds{time}}},
                collision::contactFailure(checker_.scene().world(), *out.contact));
  });
  return interrupted;
}

Result<Verdict> Judge::judge(const model::Trajectory& trajectory, const model::MotionLimits& limits,
                             const JudgeOptions& options) {
  WW_TRY(check(trajectory));
  clearVectorState();
  Verdict out;
  WW_TRY(checkLimits(trajectory, limits, options.interrupted, out));
  if (out.problem.ok()) out.problem = checkGoal(trajectory, options, out);
  if (out.problem.ok()) out.problem = checkLine(trajectory, options, out);
  if (out.problem.ok()) out.problem = checkHeld(trajectory, options, out);
  if (options.interrupted) WW_TRY(options.interrupted());
  if (!out.problem.ok()) return out;
  WW_TRY(checkCollisions(trajectory, options, out));
  return out;
}

void judgeBetween(const world::World& world, const model::Trajectory& trajectory, const Clearance& clearance,
                  Verdict& out) {
  if (!out.problem.ok() || !clearance.nearest || clearance.least_m >= -collision::kTouchDepth) return;
  out.problem = fail(failures::kCollidesBetween, {{"time", arg::Seconds{clearance.at_s}}},
                     collision::contactFailure(world, *clearance.nearest));
  out.contact = clearance.nearest;
  out.at_s = clearance.at_s;
  out.joints = trajectory.sample(clearance.at_s).q;
}

}  // namespace ww::validate
