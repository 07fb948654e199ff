// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/references.h"
#include "core/difference/step_words.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"

namespace ww::difference {
namespace {

using worldwright::v1::Program;
using worldwright::v1::ProgramStep;

// A program stands in a world of its own, which may be empty by now.
Program* programOf(WorldRecord& record) { return record.programs().empty() ? nullptr : record.mutable_programs(0); }

void takeSteps(WorldRecord& rest, Pieces& out) {
  Program* from = programOf(rest);
  if (!from) return;
  int number = 0;
  for (ProgramStep& step : *from->mutable_steps()) {
    WorldRecord part;
    part.add_programs()->add_steps()->Swap(&step);
    addPiece(out, std::to_string(++number), std::move(part));
  }
  from->clear_steps();
}

const ProgramStep& stepIn(const Message* part) {
  return part ? static_cast<const WorldRecord*>(part)->programs(0).steps(0) : ProgramStep::default_instance();
}

void tellStep(const Told& told, std::vector<Phrase>& words) {
  const FailureArg number{"number", arg::Count{told.after ? told.after_place : told.before_place}};
  if (told.before && told.after) {
    tellStepChange({stepIn(told.before), told.before_in}, {stepIn(told.after), told.after_in}, told.after_place, words);
  } else if (told.after) {
    words.push_back(phrase(WW_TEXT("Core", "step {number} added: {what}"),
                           {number, {"what", stepWords(stepIn(told.after), told.after_in)}}));
  } else {
    words.push_back(phrase(WW_TEXT("Core", "step {number} removed: {what}"),
                           {number, {"what", stepWords(stepIn(told.before), told.before_in)}}));
  }
}

void takePlan(WorldRecord& rest, Pieces& out) {
  if (rest.program_plans().empty()) return;
  WorldRecord part;
  part.add_program_plans()->Swap(rest.mutable_program_plans(0));
  rest.clear_program_plans();
  addPiece(out, {}, std::move(part));
}

void tellPlan(const Told& told, std::vector<Phrase>& words) {
  if (!told.before) words.push_back(phrase(WW_TEXT("Core", "planned")));
  else if (!told.after) words.push_back(phrase(WW_TEXT("Core", "its plan is gone")));
  else words.push_back(phrase(WW_TEXT("Core", "planned again")));
}

void takeHead(Message& rest, Pieces& out) { takeAll<WorldRecord>(rest, out); }

void tellHead(const Told& told, std::vector<Phrase>& words) {
  static const Program kNone;
  const auto programIn = [](const Message* part) -> const Program& {
    const auto* record = static_cast<const WorldRecord*>(part);
    return record && !record->programs().empty() ? record->programs(0) : kNone;
  };
  const Program &a = programIn(told.before), &b = programIn(told.after);
  if (!sameMessage(a.robot(), b.robot()))
    words.push_back(
        phrase(WW_TEXT("Core", "robot {old} to {new}"), {{"old", arg::Words{refText(a.robot(), told.before_in)}},
                                                         {"new", arg::Words{refText(b.robot(), told.after_in)}}}));
  if (!sameMessage(a.tool(), b.tool()))
    words.push_back(
        phrase(WW_TEXT("Core", "tool {old} to {new}"), {{"old", arg::Words{refText(a.tool(), told.before_in)}},
                                                        {"new", arg::Words{refText(b.tool(), told.after_in)}}}));
  if (a.start_case() != b.start_case() || a.start_configuration() != b.start_configuration() ||
      !sameMessage(a.start_joints(), b.start_joints()))
    words.push_back(phrase(WW_TEXT("Core", "starts elsewhere")));
  if (a.comment() != b.comment()) words.push_back(phrase(WW_TEXT("Core", "comment changed")));
  if (words.empty()) tellOther(told, words);
}

// All pieces are of the one program.
void putProgram(Message& into, const Message& part) {
  auto& to = static_cast<WorldRecord&>(into);
  const auto& from = static_cast<const WorldRecord&>(part);
  if (!from.programs().empty()) {
    Program& program = to.programs().empty() ? *to.add_programs() : *to.mutable_programs(0);
    program.MergeFrom(from.programs(0));
  }
  for (const auto& plan : from.program_plans()) *to.add_program_plans() = plan;
}

}  // namespace

Aspects programAspects() {
  static constexpr std::array kTable{
      Aspect{
          .name = "step", .is_list = true, .take = takeAs<WorldRecord, takeSteps>, .tell = tellStep, .put = putProgram},
      Aspect{.name = "plan",
             .is_derived = true,
             .take = takeAs<WorldRecord, takePlan>,
             .tell = tellPlan,
             .put = putProgram},
      Aspect{.name = "head", .take = takeHead, .tell = tellHead, .put = putProgram}};
  return kTable;
}

}  // namespace ww::difference
