// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/lock.h"

#include <algorithm>
#include <set>

#include "core/program/check.h"
#include "core/program/locked.h"
#include "core/session/program_builders.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/last_plan.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;

arg::Words numbered(std::size_t step) { return {std::to_string(step + 1)}; }

// The motions of the last plan, step by step.
class Locking {
 public:
  Locking(const v1::ProgramPlan& plan, const std::vector<program::FlatStep>& steps)
      : plan_(plan), steps_(steps), as_planned_(asPlanned(steps, plan)) {}

  // With all that goes through rounded corners with it.
  Status lock(std::size_t step, v1::Program& program, std::set<std::size_t>& done) const {
    const program::Place place{static_cast<std::uint32_t>(step) + 1};
    const auto at = std::ranges::find(steps_, place, &program::FlatStep::place);
    const auto i = static_cast<std::size_t>(at - steps_.begin());
    if (at == steps_.end() || !as_planned_[i] || !plannedStep(i).has_motion())
      return fail(failures::kLockUnplanned, {{"step", numbered(step)}, {"program", arg::Name{program.name()}}});
    std::size_t first = i, last = i;
    while (first > 0 && plannedStep(first - 1).goes_on()) --first;
    while (plannedStep(last).goes_on() && last + 1 < steps_.size()) ++last;
    for (std::size_t k = first; k <= last; ++k)
      if (steps_[k].place.size() > 1)
        return fail(failures::kLockCalled, {{"step", arg::Words{program::placeText(steps_[k].place)}}});
    for (std::size_t k = first; k <= last; ++k) {
      const std::size_t number = steps_[k].place.front() - 1;
      v1::LockedMotion& out = *program.mutable_steps(static_cast<int>(number))->mutable_locked();
      out = program::lockedOf(plannedStep(k));
      *out.mutable_joints() = plan_.movers(static_cast<int>(plannedStep(k).mover())).joints();
      out.set_comes_on(k > first);
      done.insert(number);
    }
    return okStatus();
  }

 private:
  const v1::PlannedStep& plannedStep(std::size_t i) const { return plan_.steps(static_cast<int>(i)); }

  const v1::ProgramPlan& plan_;
  const std::vector<program::FlatStep>& steps_;
  const std::vector<bool> as_planned_;
};

void unlock(std::size_t step, v1::Program& program, std::set<std::size_t>& done) {
  const auto lockedAt = [&](std::size_t i) -> const v1::LockedMotion& {
    return program.steps(static_cast<int>(i)).locked();
  };
  std::size_t first = step, last = step;
  while (first > 0 && lockedAt(first).comes_on() && lockedAt(first - 1).goes_on()) --first;
  while (last + 1 < static_cast<std::size_t>(program.steps_size()) && lockedAt(last).goes_on() &&
         lockedAt(last + 1).comes_on())
    ++last;
  for (std::size_t i = first; i <= last; ++i) {
    if (!program.steps(static_cast<int>(i)).has_locked()) continue;
    program.mutable_steps(static_cast<int>(i))->clear_locked();
    done.insert(i);
  }
}

// Those that move something. Where none does the first is refused.
Result<std::vector<std::size_t>> movingSteps(const v1::Program& program, std::span<const std::size_t> steps) {
  std::vector<std::size_t> out;
  for (const std::size_t step : steps) {
    if (step >= static_cast<std::size_t>(program.steps_size()))
      return fail(failures::kLockNoStep, {{"program", arg::Name{program.name()}},
                                          {"step", numbered(step)},
                                          {"last", arg::Count{static_cast<std::size_t>(program.steps_size())}}});
    if (program::canBeLocked(program.steps(static_cast<int>(step)))) out.push_back(step);
  }
  if (!out.empty() || steps.empty()) return out;
  const bool calls = program.steps(static_cast<int>(steps.front())).has_call();
  return fail(calls ? failures::kLockCalled : failures::kLockNothing, {{"step", numbered(steps.front())}});
}

}  // namespace

Result<LockEdit> lockSteps(const world::World& world, const std::string& name, std::span<const std::size_t> steps,
                           bool lock) {
  const auto& programs = world.data().record->programs();
  const v1::Program* known = program::find(programs, name);
  if (!known) return program::noSuchProgram(programs, name);
  WW_ASSIGN(const std::vector<std::size_t> moving, movingSteps(*known, steps));
  v1::Program changed = *known;
  std::set<std::size_t> done;
  if (!lock) {
    for (const std::size_t step : moving) unlock(step, changed, done);
  } else {
    const v1::ProgramPlan* plan = lastPlanOf(world, name);
    if (!plan || !program::checkPlan(*plan).ok()) return whyUnplanned(world, name);
    WW_ASSIGN(const auto flat, program::expand(programs, name));
    const Locking locking(*plan, flat);
    for (const std::size_t step : moving)
      if (!changed.steps(static_cast<int>(step)).has_locked()) WW_TRY(locking.lock(step, changed, done));
  }
  return LockEdit{session::setProgram(changed), {done.begin(), done.end()}};
}

}  // namespace ww::usecase
