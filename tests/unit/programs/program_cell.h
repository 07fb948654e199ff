// SPDX-License-Identifier: Apache-2.0
// The sample cell with programs, in a session.
#pragma once
#include <QtTest>

#include "core/session/edit_builders.h"
#include "core/session/program_builders.h"
#include "core/session/session.h"
#include "core/usecase/programs/check_program.h"
#include "program_text.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::test {

struct ProgramCell {
  explicit ProgramCell(const char* sample = "pick_and_place")
      : store(std::make_shared<geometry::GeometryStore>()),
        session(samples::makeSample(sample, *store).value(), store) {}

  world::WorldPtr world() const { return session.snapshot().world; }
  Status commit(const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.label = "Change";
    request.edits = edits;
    return session.commit(request).status();
  }
  void add(const std::string& program) {
    const Status status = commit(session::setProgram(programOf(program)));
    if (!status.ok()) qFatal("%s", status.line().c_str());
  }
  Result<usecase::ProgramOutcome> plan(const std::string& name, usecase::ProgramFailure* why = nullptr) const {
    return usecase::planProgram(*world(), name, {}, why);
  }
  // Plans and keeps the plan.
  Status planAndKeep(const std::string& name) {
    WW_ASSIGN(const usecase::ProgramOutcome outcome, plan(name));
    return commit(session::setProgramPlan(name, *outcome.plan));
  }
  usecase::ProgramCheck check(const std::string& name) const {
    auto found = usecase::checkPlanOf(*world(), name, {});
    if (!found.ok()) qFatal("%s", found.status().line().c_str());
    return std::move(found).value();
  }
  Status move(const std::string& object, const Vec3& by) {
    const ObjectId id = world()->find(object);
    Pose pose = world()->rootT(id);
    pose.p += by;
    return commit(session::setPose(id, world::kRootObject, pose));
  }

  std::shared_ptr<geometry::GeometryStore> store;
  session::WorldSession session;
};

inline std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

// "2:validate.misses-goal 5:validate.collides"
inline std::string textOf(const std::vector<usecase::StepFinding>& findings) {
  std::string out;
  for (const auto& finding : findings)
    out += fmt::format("{}{}:{}", out.empty() ? "" : " ", program::placeText(finding.place), codeOf(finding.status));
  return out;
}

}  // namespace ww::test
