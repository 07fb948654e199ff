// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/progress.h"
#include "core/simulation/wire.h"

namespace worldwright::v1 {
class SimulationOperation;
class SimulationRecord;
class SimulationScript;
}  // namespace worldwright::v1

namespace ww::simulation {

// Reads a model that a script spawns: text of SDF or URDF, and the files that it names.
using ReadModel = std::function<Result<SpawnSource>(const v1::SpawnModelRequest& request)>;

// One operation. The reply of those that spawn is that within the answer. As perform() fails; INVALID_ARGUMENT for one
// that says nothing to do.
Status performOperation(Simulation& simulation, const v1::SimulationOperation& operation, const ReadModel& read,
                        v1::SimulationReply* reply);

// INVALID_ARGUMENT unless times are numbers, 0 or more, in order, and each entry says what to do.
Status checkScript(const v1::SimulationScript& script);

struct ScriptRun {
  double seconds = 0.0;
  std::uint64_t every = 10;  // steps from frame to frame
  ReadModel read;
  std::stop_token stop;
  Progress progress;
  // Told of each operation, by its index, and what it had to say.
  std::function<void(int, const std::string&)> told;
  // Of each frame that is made; null: none are.
  std::function<Status(const v1::SimulationStates&)> frame;
};

// Runs a script from where the simulation is: each operation before the step that begins at its time, frames every so
// many steps and at both ends. It ends with the first operation that fails, whose index stands in the title.
Status runScript(Simulation& simulation, const v1::SimulationScript& script, const ScriptRun& run);

// A table with a row for each thing and frame: time, kind, name, pose, twist, or position and velocity of a joint.
std::string csvOf(const v1::SimulationRecord& record);

}  // namespace ww::simulation
