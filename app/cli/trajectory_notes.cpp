// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trajectory_notes.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "app/cli/failures.h"
#include "core/base/finding.h"
#include "core/validate/failures.h"

namespace ww::cli {
namespace {

constexpr double kStirs = 1e-6;  // radians or metres

// How often the velocities of a piece are so many times what its positions and times give.
struct Tally {
  std::size_t pieces = 0, thousandfold = 0, in_degrees = 0, at_rest = 0;

  bool mostly(std::size_t count, std::size_t least) const { return count >= least && 10 * count >= 8 * pieces; }
};

Tally tallyOf(const planning::Trajectory& t) {
  Tally out;
  for (std::size_t i = 0; i + 1 < t.states.size(); ++i) {
    const double way = (t.states[i + 1].q - t.states[i].q).norm(), seconds = t.times[i + 1] - t.times[i];
    if (!(way > kStirs) || !(seconds > 0.0)) continue;
    ++out.pieces;
    const double ratio = 0.5 * (t.states[i].v + t.states[i + 1].v).norm() * seconds / way;
    if (ratio > 500.0 && ratio < 2000.0) ++out.thousandfold;
    if (ratio > 50.0 && ratio < 65.0) ++out.in_degrees;
    if (ratio < 1e-6) ++out.at_rest;
  }
  return out;
}

// The state that is farthest from where the velocities on both sides of it lead, if that is far.
std::optional<Diagnostic> stateOff(std::span<const std::string> joints, const planning::Trajectory& t) {
  constexpr double kFar = 1e-3;  // radians or metres
  double most = kFar;
  std::optional<Diagnostic> out;
  for (std::size_t i = 0; i + 1 < t.states.size(); ++i) {
    const double seconds = t.times[i + 1] - t.times[i];
    const JointVector way = t.states[i + 1].q - t.states[i].q;
    // From rest to rest a joint goes as far as it likes.
    if (t.states[i].v.isZero(1e-9) && t.states[i + 1].v.isZero(1e-9)) continue;
    const JointVector led = 0.5 * seconds * (t.states[i].v + t.states[i + 1].v);
    for (Eigen::Index k = 0; k < way.size() && k < static_cast<Eigen::Index>(joints.size()); ++k) {
      const double off = std::abs(way[k] - led[k]);
      if (!(off > most) || !(off > 0.5 * std::abs(way[k]))) continue;
      most = off;
      out = findingOf(ww::fail(failures::kStateOff, {{"index", arg::Count{i + 2}},
                                                     {"joint", arg::Name{joints[static_cast<std::size_t>(k)]}},
                                                     {"way", arg::Number{way[k]}},
                                                     {"time", arg::Seconds{seconds}},
                                                     {"led", arg::Number{led[k]}}}));
    }
  }
  return out;
}

bool isOfSpeed(const Status& problem) {
  namespace rows = validate::failures;
  const FailureRow* row = problem.failure ? problem.failure->row : nullptr;
  return row == &rows::kExceedsVelocity || row == &rows::kExceedsAcceleration || row == &rows::kFrameTooFast ||
         row == &rows::kFrameAccelerates || row == &rows::kFrameTurnsTooFast || row == &rows::kFrameTurnAccelerates;
}

}  // namespace

Diagnostics unfitNotes(std::span<const std::string> joints, const planning::Trajectory& trajectory,
                       const Status& problem) {
  const Tally tally = tallyOf(trajectory);
  if (tally.mostly(tally.thousandfold, 2)) {
    const double end = trajectory.duration();
    return {findingOf(
        ww::fail(failures::kTimesInMilliseconds, {{"end", arg::Number{end}}, {"then", arg::Seconds{end / 1000.0}}}))};
  }
  if (!isOfSpeed(problem)) return {};
  if (tally.mostly(tally.in_degrees, 2)) return {findingOf(ww::fail(failures::kVelocitiesInDegrees))};
  // Two states may be at rest: the robot goes from one to the other.
  if (tally.mostly(tally.at_rest, 2)) return {findingOf(ww::fail(failures::kVelocitiesZero))};
  if (auto off = stateOff(joints, trajectory)) return {std::move(*off)};
  return {};
}

Diagnostics lateNote(const std::string& robot, const planning::Trajectory& trajectory) {
  constexpr double kAtOnce = 1e-6;  // seconds
  const double begins = trajectory.times.front();
  if (begins <= kAtOnce) return {};
  return {findingOf(ww::fail(failures::kBeginsLate, {{"time", arg::Seconds{begins}}, {"robot", arg::Name{robot}}}))};
}

Status inLightOf(const Diagnostic& note, Status problem) {
  if (problem.ok() || !note.failure) return problem;
  const FailureRow* row = note.failure->row;
  const char* words =
      row == &failures::kTimesInMilliseconds ? "the times look like milliseconds, and are taken as seconds"
      : row == &failures::kVelocitiesInDegrees
          ? "the velocities look like degrees a second, and are taken as radians a second"
      : row == &failures::kVelocitiesZero     ? "the robot stops at each state, as the velocities are 0"
      : row == &failures::kPositionsInDegrees ? "the positions look like degrees, and are taken as radians"
      : row == &failures::kStateOff           ? "positions, velocities and times do not fit"
                                              : nullptr;
  if (!words) return problem;
  problem = within(std::move(problem), Phrase(words));
  problem.hint = note.hint;
  return problem;
}

}  // namespace ww::cli
