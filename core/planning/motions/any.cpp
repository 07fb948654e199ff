// SPDX-License-Identifier: Apache-2.0
#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/refusals.h"

namespace ww::planning {
namespace {

// Configurations are checked about 2 mm of tool motion apart; a path that keeps off by more than that is
// free between them, too. More than the 5 mm below which users are warned at first, as smoothing takes some of it.
constexpr double kPadding = 0.006;  // metres

// The direct way if it is free, else around. With padding only a share of the time is used. `searches`: it came to
// the second.
Result<Waypoints> wayTo(SegmentPlanner& planner, const JointVector& start, const std::vector<JointVector>& goals,
                        double padding, bool& searches) {
  WW_ASSIGN(auto straight, planner.straight(start, goals, padding));
  if (straight) return std::move(*straight);
  searches = true;
  WW_ASSIGN(auto along, planner.along(start, goals));
  if (along) return std::move(*along);
  // With a path constraint most of a search is the way itself, whatever is beside it, and only all of the goals show
  // which of them can be had: little of the time is for less.
  const double share = planner.rule() ? 1.0 / 15.0 : 1.0 / 3.0;
  return planner.around(start, goals, padding > 0.0 ? planner.budget().share(share) : planner.budget());
}

bool isLast(const Result<Waypoints>& found) { return found.ok() || found.status().code == Code::kCancelled; }

// Postures far from the present one are for when the near ones cannot be had.
std::vector<JointVector> nearGoals(const JointVector& start, std::vector<JointVector> goals) {
  const double reach = 1.5 * (goals.front() - start).norm() + 0.5;
  std::erase_if(goals, [&](const JointVector& goal) { return (goal - start).norm() > reach; });
  return goals;
}

// What is in the way of the straight motion; none where that is free and only breaks the path constraint.
Result<std::optional<Status>> blockOf(SegmentPlanner& planner, const JointVector& start, const JointVector& goal) {
  if (planner.rule()) {
    WW_ASSIGN(const auto hit, findCollision(planner.scene(), start, goal, planner.scene().spacing(), planner.budget()));
    if (!hit) return std::optional<Status>();
  }
  return std::optional(planner.refusePath(start, goal).status());
}

// How far it came in the time that it had.
Status outOfTime(const SegmentPlanner& planner, const Status& why, bool searched) {
  const FailureValue* time = why.failure ? why.failure->find("time") : nullptr;
  const Phrase far =
      searched ? phrase(WW_TEXT("Core", "the direct motion is not free, and a way around was still being looked for"))
               : phrase(WW_TEXT("Core", "the direct motion was still being looked at"));
  return fail(planner.rule() ? failures::kNoKeptWayInTime : failures::kNoWayInTime,
              {{"time", time ? *time : FailureValue(arg::Seconds{0.0})}, {"far", far}});
}

}  // namespace

Result<Waypoints> planAny(SegmentPlanner& planner, const JointVector& start) {
  WW_ASSIGN(const auto goals, planner.goals(start));
  const std::vector<JointVector> near = nearGoals(start, goals);
  bool searches = false;
  for (const double padding : {kPadding, 0.25 * kPadding}) {
    auto found = wayTo(planner, start, near, padding, searches);
    if (isLast(found)) return found;
  }
  // What is in the way of the straight motion, while there is time to look.
  const auto block = blockOf(planner, start, goals.front());
  auto found = wayTo(planner, start, goals, 0.0, searches);
  if (isLast(found)) return found;
  if (found.status().failure && found.status().failure->row == &failures::kNoTimeLeft)
    return planner.refuse(Diagnosis::Kind::kNoPath, found.status(), goals.front());
  const bool late = found.status().code == Code::kDeadlineExceeded;
  Status status = late ? outOfTime(planner, found.status(), searches)
                       : fail(planner.rule() ? failures::kNoKeptWay : failures::kNoWay, {}, found.status());
  const bool seen = block.ok() && *block && (*block)->code == Code::kFailedPrecondition;
  if (seen) status = andAlso(std::move(status), **block);
  return planner.refuse(Diagnosis::Kind::kNoPath, std::move(status),
                        seen ? JointVector(planner.diagnosis().joints) : goals.front());
}

}  // namespace ww::planning
