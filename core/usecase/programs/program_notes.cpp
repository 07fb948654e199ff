// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/program_notes.h"

#include <algorithm>

#include "core/base/finding.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/plan_program.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using program::Programs;
using world::World;

const Programs& programsOf(const World& world) { return world.data().record->programs(); }

// What steps name by their names or ids: such an edit may take it away.
bool takesAway(const world::WorldDiff& diff) {
  constexpr unsigned kNamed = world::kNameChanged | world::kContentChanged | world::kLimitsChanged;
  const auto object = [](const world::ObjectChange& change) {
    return change.before && (!change.after || (world::whatChanged(*change.before, *change.after) & kNamed) != 0 ||
                             change.before->entities.size() != change.after->entities.size());
  };
  const auto frame = [](const world::FrameChange& change) {
    return change.before && (!change.after || change.before->name != change.after->name ||
                             change.before->object != change.after->object);
  };
  return std::ranges::any_of(diff.objects, object) || std::ranges::any_of(diff.frames, frame);
}

bool isSame(const Programs& a, const Programs& b) {
  return std::ranges::equal(a, b, [](const auto& left, const auto& right) {
    return &left == &right || left.SerializeAsString() == right.SerializeAsString();
  });
}

std::vector<StepFinding> problemsOf(const World& world, const std::string& name) {
  auto found = programProblems(world, name);
  return found.ok() ? std::move(*found) : std::vector<StepFinding>();
}

// The first of now that names what is not there, or a position that no joint goes to, and was not said before the edit.
std::optional<StepFinding> newProblem(const World& before, const World& after, const std::string& name) {
  const std::vector<StepFinding> now = problemsOf(after, name);
  const auto missing = [](const StepFinding& finding) {
    return finding.status.code == Code::kNotFound || finding.status.code == Code::kOutOfRange;
  };
  if (std::ranges::none_of(now, missing)) return std::nullopt;
  const std::vector<StepFinding> was = problemsOf(before, name);
  for (const StepFinding& finding : now) {
    const auto same = [&](const StepFinding& old) { return old.status.title == finding.status.title; };
    if (missing(finding) && std::ranges::none_of(was, same)) return finding;
  }
  return std::nullopt;
}

Phrase whyOf(const StepFinding& finding) {
  const bool near = finding.status.failure && !finding.status.failure->near.empty();
  Phrase why = told(finding.status, near || finding.status.code == Code::kOutOfRange);
  if (finding.place.empty()) return why;
  return phrase(WW_TEXT("Core", "step {step}: {why}"),
                {{"step", arg::Words{program::placeText(finding.place)}}, {"why", std::move(why)}});
}

}  // namespace

void tellBrokenPrograms(const World& before, const World& after, const world::WorldDiff& diff, Diagnostics& out) {
  constexpr int kMostSteps = 20'000;
  const Programs& programs = programsOf(after);
  if (programs.empty()) return;
  const bool same_record = before.data().record == after.data().record;
  if (!takesAway(diff) && (same_record || isSame(programsOf(before), programs))) return;
  int steps = 0;
  for (const auto& program : programs) steps += program.steps_size();
  if (steps > kMostSteps) return;
  std::vector<std::string> names;
  Phrase why;
  for (const auto& program : programs) {
    const auto found = newProblem(before, after, program.name());
    if (!found) continue;
    if (names.empty()) why = whyOf(*found);
    names.push_back(program.name());
  }
  if (names.empty()) return;
  const FailureRow& row = names.size() == 1 ? failures::kProgramBroken : failures::kProgramsBroken;
  out.push_back(findingOf(fail(row, {{"program", arg::Name{names.front()}},
                                     {"why", why},
                                     {"name", arg::Words{names.front()}},
                                     {"count", arg::Count{names.size()}},
                                     {"programs", arg::Names{names}}})));
}

}  // namespace ww::usecase
