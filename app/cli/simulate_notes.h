// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "app/cli/notes.h"
#include "core/simulation/simulation.h"

namespace worldwright::v1 {
class SimulationStates;
}

namespace ww::cli {

// What entries of the script in a file had to say, by the "operations" of the answer; the same of several is told once.
Diagnostics scriptNotes(const Json& operations, const std::string& file);
// A failure with the names that there are, where one of a model is not known. Others as they are.
Status withModels(Status status, const simulation::Simulation& simulation, const std::string& file);

// Where models began: at the start, or where they were spawned.
class ModelStarts {
 public:
  // At the start and after each operation: of those that are gone one of the same name may come.
  void look(const simulation::Simulation& simulation);
  // Where they are now and how far that is from there; lines of it are added to the text.
  Json movedJson(const simulation::Simulation& simulation, std::string& text) const;

 private:
  struct Start {
    Pose pose;           // in the world
    JointVector joints;  // radians or metres
  };
  std::map<ObjectId, Start> starts_;  // names change: what is held is called by its holder
};
// Whether a reader of two records sees the same; text does not keep the sign of a zero.
bool showTheSame(const worldwright::v1::SimulationStates& a, const worldwright::v1::SimulationStates& b);

}  // namespace ww::cli
