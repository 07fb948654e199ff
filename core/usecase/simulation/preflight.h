// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/session/edit_builders.h"
#include "core/simulation/world_plan.h"

// What a person should know before physics plays: what will stand still, fall through the floor, be thrown apart, or
// not be true.
namespace ww::usecase {

// An edit that puts one finding right; `label` is what the step is called, and tells what it does.
struct PreflightFix {
  Phrase label;
  session::EditsPtr edits;
};

struct PreflightFinding {
  Diagnostic told;  // with the code of its failure: "simulation.no-mass", ...
  std::vector<ObjectId> objects;
  std::vector<PreflightFix> fixes;
};

struct PreflightOptions {
  simulation::PlanOptions plan;
  double time_step = 1e-3;  // seconds
  std::size_t most_overlaps = 50;
  std::stop_token stop;
};

// A time step that is coarse, then masses, then inertias, shapes, overlaps at the start, and masses that are far apart
// on each other. Costs a check of all pairs; what was not reached when it is stopped is left out.
std::vector<PreflightFinding> preflight(const world::World& world, const PreflightOptions& options = {});

// Of these what is told of each simulation, asked or not: what is pushed apart at the start, falls through everything,
// meets nothing by the rules, or comes to no rest in such steps. Beside what the engine itself notes.
Diagnostics startNotes(const world::World& world, PreflightOptions options);

// Objects by what physics does with them; one that it leaves out is none of these.
struct PhysicsCast {
  std::size_t flying = 0, mechanisms = 0, standing = 0;
  bool moves() const { return flying + mechanisms > 0; }
};
PhysicsCast physicsCast(const world::World& world, const simulation::PlanOptions& options);

}  // namespace ww::usecase
