// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/simulation/failures.h"
#include "worldwright/v1/simulation.pb.h"

namespace ww::simulation {
namespace {

using Operation = v1::SimulationOperation;

Status badEntry(int index, Phrase reason) {
  return fail(failures::kBadScript,
              {{"index", arg::Count{static_cast<std::uint64_t>(index) + 1}}, {"reason", std::move(reason)}});
}

// A reset of the time would make the times after it mean others.
Status checkReset(const v1::ResetSimulationRequest& reset, int index) {
  const arg::Count number{static_cast<std::uint64_t>(index) + 1};
  if (Status known = checkScope(reset); !known.ok())
    return within(std::move(known), phrase(WW_TEXT("Core", "entry {index} of the script"), {{"index", number}}));
  const bool time = reset.scope() == 0 || (reset.scope() & v1::ResetSimulationRequest::SCOPE_TIME);
  if (!reset.model_name().empty() || !time) return okStatus();
  return fail(failures::kScriptResetsTime, {{"index", number}});
}

Status spawnBy(Simulation& s, const v1::SpawnModelRequest& request, const ReadModel& read, v1::SimulationReply* reply) {
  SpawnSource source;
  if (request.source_case() == v1::SpawnModelRequest::kModelXml) {
    WW_ASSIGN(source, read(request));
  }
  v1::SpawnModelResponse answer;
  WW_TRY(perform(s, request, source, &answer));
  *reply = answer.reply();
  return okStatus();
}

std::uint64_t stepsUntil(const Simulation& s, double time) {
  return static_cast<std::uint64_t>(std::max(0.0, std::round((time - s.time()) / s.physics().time_step)));
}

class Runner {
 public:
  Runner(Simulation& simulation, const ScriptRun& run)
      : s_(simulation), run_(run), end_(simulation.time() + run.seconds) {}

  Status until(double time) {
    // Parts of a second, so that the bar moves.
    for (std::uint64_t left = stepsUntil(s_, std::min(time, end_)); left > 0;) {
      const std::uint64_t count = std::min<std::uint64_t>(left, 1000);
      Status framed = okStatus();
      WW_TRY(s_.step(count, run_.stop, [&] {
        if (++made_ % run_.every == 0 && framed.ok()) framed = frame();
      }));
      WW_TRY(std::move(framed));
      left -= count;
      run_.progress.report(std::clamp(1.0 - (end_ - s_.time()) / run_.seconds, 0.0, 1.0));
    }
    return okStatus();
  }
  Status frame() {
    if (!run_.frame) return okStatus();
    v1::SimulationStates states;
    fill(s_, {}, &states);
    return run_.frame(states);
  }
  bool framed() const { return made_ % run_.every == 0; }
  double end() const { return end_; }

 private:
  Simulation& s_;
  const ScriptRun& run_;
  const double end_;
  std::uint64_t made_ = 0;
};

std::string numbers(std::initializer_list<double> values) {
  std::string out;
  for (const double v : values) out += fmt::format(",{}", v);
  return out;
}

// As CSV has it: quoted where it must be.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

void addRow(const char* kind, double time, const v1::EntityState& state, std::string& out) {
  const auto& p = state.pose().position();
  const auto& q = state.pose().orientation();
  const auto &v = state.twist().linear(), &w = state.twist().angular();
  out += fmt::format("{},{},{}", time, kind, cell(state.name()));
  out += numbers({p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z(), v.x(), v.y(), v.z(), w.x(), w.y(), w.z()});
  out += ",,,,,,,,,\n";
}

}  // namespace

Status performOperation(Simulation& s, const Operation& o, const ReadModel& read, v1::SimulationReply* reply) {
  switch (o.operation_case()) {
    case Operation::kSpawnModel: return spawnBy(s, o.spawn_model(), read, reply);
    case Operation::kDeleteModel: return perform(s, o.delete_model(), reply);
    case Operation::kSetModelState: return perform(s, o.set_model_state(), reply);
    case Operation::kSetLinkProperties: return perform(s, o.set_link_properties(), reply);
    case Operation::kSetLinkState: return perform(s, o.set_link_state(), reply);
    case Operation::kSetJointProperties: return perform(s, o.set_joint_properties(), reply);
    case Operation::kSetPhysicsProperties: return perform(s, o.set_physics_properties(), reply);
    case Operation::kSetModelConfiguration: return perform(s, o.set_model_configuration(), reply);
    case Operation::kSetJointTrajectory: return perform(s, o.set_joint_trajectory(), reply);
    case Operation::kApplyBodyWrench: return perform(s, o.apply_body_wrench(), reply);
    case Operation::kClearBodyWrenches: return perform(s, o.clear_body_wrenches(), reply);
    case Operation::kApplyJointEffort: return perform(s, o.apply_joint_effort(), reply);
    case Operation::kClearJointForces: return perform(s, o.clear_joint_forces(), reply);
    case Operation::kSetSurfaceProperties: return perform(s, o.set_surface_properties(), reply);
    case Operation::kHoldModel: return perform(s, o.hold_model(), reply);
    case Operation::kReleaseModel: return perform(s, o.release_model(), reply);
    case Operation::kResetSimulation: return perform(s, o.reset_simulation(), reply);
    case Operation::OPERATION_NOT_SET: break;
  }
  return badEntry(0, phrase(WW_TEXT("Core", "it says nothing to do")));
}

Status checkScript(const v1::SimulationScript& script) {
  double before = 0.0;
  for (int i = 0; i < script.operations_size(); ++i) {
    const Operation& o = script.operations(i);
    if (o.operation_case() == Operation::OPERATION_NOT_SET)
      return badEntry(i, phrase(WW_TEXT("Core", "it says nothing to do")));
    if (!std::isfinite(o.time()) || o.time() < 0.0)
      return badEntry(
          i, phrase(WW_TEXT("Core", "its time is {time}, and not 0 s or later"), {{"time", arg::Number{o.time()}}}));
    if (o.time() < before) return badEntry(i, phrase(WW_TEXT("Core", "its time is before that of the entry above")));
    if (o.has_reset_simulation()) WW_TRY(checkReset(o.reset_simulation(), i));
    before = o.time();
  }
  return okStatus();
}

Status runScript(Simulation& simulation, const v1::SimulationScript& script, const ScriptRun& run) {
  WW_TRY(checkScript(script));
  Runner runner(simulation, run);
  WW_TRY(runner.frame());
  for (int i = 0; i < script.operations_size(); ++i) {
    const Operation& o = script.operations(i);
    if (o.time() > runner.end()) break;
    WW_TRY(runner.until(o.time()));
    v1::SimulationReply reply;
    Status done = performOperation(simulation, o, run.read, &reply);
    if (!done.ok())
      return within(std::move(done), phrase(WW_TEXT("Core", "entry {index} of the script"),
                                            {{"index", arg::Count{static_cast<std::uint64_t>(i) + 1}}}));
    if (run.told) run.told(i, reply.status_message());
  }
  WW_TRY(runner.until(runner.end()));
  return runner.framed() ? okStatus() : runner.frame();
}

std::string csvOf(const v1::SimulationRecord& record) {
  std::string out =
      "time_s,kind,name,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s,position,"
      "velocity,drive_force,force_x_n,force_y_n,force_z_n,torque_x_nm,torque_y_nm,torque_z_nm\n";
  for (const v1::SimulationStates& frame : record.frames()) {
    for (const auto& model : frame.models()) addRow("model", frame.time(), model, out);
    for (const auto& link : frame.links()) addRow("link", frame.time(), link, out);
    for (const auto& joint : frame.joints())
      out += fmt::format("{},joint,{},,,,,,,,,,,,,,{},{},{},,,,,,\n", frame.time(), cell(joint.name()),
                         joint.position(), joint.velocity(), joint.drive_force());
    for (const auto& sensor : frame.force_torques()) {
      const auto &f = sensor.wrench().force(), &t = sensor.wrench().torque();
      out += fmt::format("{},force_torque,{},,,,,,,,,,,,,,,,,{},{},{},{},{},{}\n", frame.time(), cell(sensor.name()),
                         f.x(), f.y(), f.z(), t.x(), t.y(), t.z());
    }
  }
  return out;
}

}  // namespace ww::simulation
