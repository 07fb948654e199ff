// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/export_notes.h"

#include <algorithm>

#include "core/program/dialects/dialects.h"
#include "core/program/planned.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/last_plan.h"
#include "intrinsic/motion_planning/proto/v1/motion_specification.pb.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
namespace mp = intrinsic_proto::motion_planning::v1;
using program::dialects::SaidLimits;

bool isStraight(const v1::MoveStep& move) { return move.motion_type() == mp::MotionSegment::LINEAR; }

// Speeds are not among them: of joints and tool they are what the speeds of the program stand for.
struct UnsaidRow {
  const char* what;
  bool (*is_unsaid)(const v1::MoveStep& move, const SaidLimits& said);
};
constexpr UnsaidRow kUnsaid[] = {
    {WW_TEXT("Core", "the range of the joints"),
     [](const v1::MoveStep& m, const SaidLimits&) {
       return m.joint_limits().has_min_position() || m.joint_limits().has_max_position();
     }},
    {WW_TEXT("Core", "the acceleration of the joints on a line"),
     [](const v1::MoveStep& m, const SaidLimits&) { return isStraight(m) && m.joint_limits().has_max_acceleration(); }},
    {WW_TEXT("Core", "the jerk of the joints"),
     [](const v1::MoveStep& m, const SaidLimits&) { return m.joint_limits().has_max_jerk(); }},
    {WW_TEXT("Core", "the acceleration of the tool"),
     [](const v1::MoveStep& m, const SaidLimits& said) {
       return m.cartesian_limits().has_max_translational_acceleration() && !(isStraight(m) && said.acceleration);
     }},
    {WW_TEXT("Core", "the speed at which the tool turns"),
     [](const v1::MoveStep& m, const SaidLimits& said) {
       return isStraight(m) && m.cartesian_limits().has_max_rotational_velocity() && !said.turning;
     }},
    {WW_TEXT("Core", "the acceleration of the turning of the tool"),
     [](const v1::MoveStep& m, const SaidLimits& said) {
       return m.cartesian_limits().has_max_rotational_acceleration() && !(isStraight(m) && said.turning_acceleration);
     }},
    {WW_TEXT("Core", "conditions all along the way"),
     [](const v1::MoveStep& m, const SaidLimits&) { return m.has_path_constraints(); }}};

program::Place placeInPlan(const v1::PlannedStep& step) { return {step.place().begin(), step.place().end()}; }

std::string dialectName(std::string_view dialect) {
  const auto all = program::dialects::dialects();
  const auto found = std::ranges::find(all, dialect, &program::dialects::Dialect::id);
  return std::string(found == all.end() ? dialect : found->name);
}

}  // namespace

std::vector<const char*> unsaidOf(const v1::MoveStep& move, bool is_line) {
  const auto& own = move.joint_limits();
  std::vector<const char*> out;
  if (move.has_path_constraints())
    out.push_back("planned with conditions all along the way, which this program does not say");
  if (own.has_min_position() || own.has_max_position())
    out.push_back("planned with a range of the joints of its own, which this program does not say");
  if (is_line && own.max_acceleration().values_size() > 0)
    out.push_back("planned with accelerations of the joints of its own, which this program does not say");
  if (own.max_jerk().values_size() > 0)
    out.push_back("planned with jerks of the joints of its own, which this program does not say");
  return out;
}

std::vector<Status> exportNotes(const world::World& world, const std::string& program, std::string_view dialect) {
  std::vector<Status> out;
  const v1::ProgramPlan* plan = lastPlanOf(world, program);
  if (!plan) return out;
  const SaidLimits said = program::dialects::saidLimits(dialect);
  for (const UnsaidRow& row : kUnsaid) {
    std::string steps;
    std::size_t count = 0;
    for (const v1::PlannedStep& step : plan->steps()) {
      if (!step.step().has_move() || !row.is_unsaid(step.step().move(), said)) continue;
      ++count;
      steps += (steps.empty() ? "" : ", ") + program::placeText(placeInPlan(step));
    }
    if (count > 0)
      out.push_back(fail(failures::kExportUnsaid, {{"dialect", arg::Words{dialectName(dialect)}},
                                                   {"what", phrase(row.what)},
                                                   {"count", arg::Count{count}},
                                                   {"steps", arg::Words{steps}},
                                                   {"program", arg::Name{program}}}));
  }
  return out;
}

}  // namespace ww::usecase
