// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/program/check.h"
#include "core/program/failures.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/updates/nothing_to_delete.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

namespace v1 = worldwright::v1;
using program::Programs;
using Plans = google::protobuf::RepeatedPtrField<v1::ProgramPlan>;

const Programs& programsOf(const World& world) { return world.data().record->programs(); }

std::shared_ptr<v1::WorldRecord> copyOfRecord(const WorldEditor& editor) {
  return std::make_shared<v1::WorldRecord>(*editor.world().data().record);
}

int placeOf(const Programs& programs, const std::string& name) {
  const auto it = std::ranges::find(programs, name, &v1::Program::name);
  return it == programs.end() ? -1 : static_cast<int>(it - programs.begin());
}

int placeOf(const Plans& plans, const std::string& program) {
  const auto it = std::ranges::find(plans, program, &v1::ProgramPlan::program);
  return it == plans.end() ? -1 : static_cast<int>(it - plans.begin());
}

bool calls(const v1::Program& program, const std::string& name) {
  return std::ranges::any_of(
      program.steps(), [&](const v1::ProgramStep& step) { return step.has_call() && step.call().program() == name; });
}

void renameCalls(Programs& programs, const std::string& from, const std::string& to) {
  for (v1::Program& program : programs) {
    if (!calls(program, from)) continue;
    for (v1::ProgramStep& step : *program.mutable_steps())
      if (step.has_call() && step.call().program() == from) step.mutable_call()->set_program(to);
  }
}

// The program of the old name gets the new one, wherever it is named.
Status rename(v1::WorldRecord& record, const std::string& from, const std::string& to) {
  auto& programs = *record.mutable_programs();
  const int place = placeOf(programs, from);
  if (place < 0) return program::noSuchProgram(programs, from);
  if (placeOf(programs, to) >= 0) return fail(program::failures::kNameTaken, {{"program", arg::Name{to}}});
  programs[place].set_name(to);
  renameCalls(programs, from, to);
  if (const int plan = placeOf(record.program_plans(), from); plan >= 0)
    record.mutable_program_plans(plan)->set_program(to);
  return okStatus();
}

}  // namespace

static Status setProgram(WorldEditor& editor, const v1::SetProgram& request) {
  WW_TRY(program::checkProgram(request.program()));
  const std::string& name = request.program().name();
  auto record = copyOfRecord(editor);
  if (!request.replaces().empty() && request.replaces() != name) WW_TRY(rename(*record, request.replaces(), name));
  auto& programs = *record->mutable_programs();
  int place = placeOf(programs, name);
  if (place < 0 && static_cast<std::size_t>(programs.size()) >= program::kMostPrograms)
    return fail(program::failures::kTooManyPrograms, {{"most", arg::Count{program::kMostPrograms}}});
  const bool same = place >= 0 && sameMessage(programsOf(editor.world()).Get(place), request.program());
  if (same) return okStatus();
  if (place < 0) {
    place = programs.size();
    programs.Add();
  }
  programs[place] = request.program();
  WW_TRY(program::checkCalls(programs, name));
  editor.setRecord(std::move(record));
  return okStatus();
}

static Status deleteProgram(WorldEditor& editor, const v1::DeleteProgram& request) {
  const Programs& now = programsOf(editor.world());
  const int place = placeOf(now, request.name());
  if (place < 0) return ofDeletion(program::noSuchProgram(now, request.name()), program::failures::kNoPrograms);
  std::vector<std::string> callers;
  for (const v1::Program& program : now)
    if (calls(program, request.name())) callers.push_back(program.name());
  if (!callers.empty())
    return fail(program::failures::kStillCalled,
                {{"program", arg::Name{request.name()}}, {"callers", arg::Names{std::move(callers)}}});
  auto record = copyOfRecord(editor);
  record->mutable_programs()->DeleteSubrange(place, 1);
  if (const int plan = placeOf(record->program_plans(), request.name()); plan >= 0)
    record->mutable_program_plans()->DeleteSubrange(plan, 1);
  editor.setRecord(std::move(record));
  return okStatus();
}

static Status setProgramPlan(WorldEditor& editor, const v1::SetProgramPlan& request) {
  const Programs& programs = programsOf(editor.world());
  if (placeOf(programs, request.program()) < 0) return program::noSuchProgram(programs, request.program());
  auto record = copyOfRecord(editor);
  auto& plans = *record->mutable_program_plans();
  int place = placeOf(plans, request.program());
  if (!request.has_plan()) {
    if (place < 0) return okStatus();
    plans.DeleteSubrange(place, 1);
  } else {
    v1::ProgramPlan plan = request.plan();
    plan.set_program(request.program());
    WW_TRY(program::checkPlan(plan));
    if (place >= 0 && sameMessage(plans[place], plan)) return okStatus();
    if (place < 0) {
      place = plans.size();
      plans.Add();
    }
    plans[place] = std::move(plan);
  }
  editor.setRecord(std::move(record));
  return okStatus();
}

namespace {

Phrase setLabel(const World& w, const v1::SetProgram& u) {
  const std::string name = labelName(u.program().name());
  if (!u.replaces().empty() && u.replaces() != u.program().name())
    return phrase(WW_TEXT("Core", "Rename program {name} to {new_name}"),
                  {{"name", arg::Words{labelName(u.replaces())}}, {"new_name", arg::Words{name}}});
  return placeOf(programsOf(w), u.program().name()) < 0 ? labelOfOne(WW_TEXT("Core", "Add program {name}"), name)
                                                        : labelOfOne(WW_TEXT("Core", "Change program {name}"), name);
}

Phrase deleteLabel(const World&, const v1::DeleteProgram& u) {
  return labelOfOne(WW_TEXT("Core", "Delete program {name}"), labelName(u.name()));
}

Phrase planLabel(const World&, const v1::SetProgramPlan& u) {
  return labelOfOne(
      u.has_plan() ? WW_TEXT("Core", "Plan program {name}") : WW_TEXT("Core", "Forget the plan of program {name}"),
      labelName(u.program()));
}

}  // namespace

EditKinds programKinds() {
  return {ownKind<setProgram, setLabel>(v1::Edit::kSetProgram),
          ownKind<deleteProgram, deleteLabel>(v1::Edit::kDeleteProgram),
          ownKind<setProgramPlan, planLabel>(v1::Edit::kSetProgramPlan)};
}

}  // namespace ww::world::updates
