// SPDX-License-Identifier: Apache-2.0
#include "core/session/program_builders.h"

#include "worldwright/v1/edits.pb.h"

namespace ww::session {

EditsPtr setProgram(const worldwright::v1::Program& program, std::string replaces) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& edit = *edits->add_edits()->mutable_set_program();
  *edit.mutable_program() = program;
  edit.set_replaces(std::move(replaces));
  return edits;
}

EditsPtr deleteProgram(std::string name) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  edits->add_edits()->mutable_delete_program()->set_name(std::move(name));
  return edits;
}

EditsPtr setProgramPlan(std::string program, const worldwright::v1::ProgramPlan& plan) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& edit = *edits->add_edits()->mutable_set_program_plan();
  edit.set_program(std::move(program));
  *edit.mutable_plan() = plan;
  return edits;
}

EditsPtr forgetProgramPlan(std::string program) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  edits->add_edits()->mutable_set_program_plan()->set_program(std::move(program));
  return edits;
}

}  // namespace ww::session
