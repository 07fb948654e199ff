// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/program/planned.h"
#include "core/usecase/programs/stage.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// A planned program run in a world: where everything is at a time, with what is held riding along. An immutable value;
// a world of a time costs an edit.
class Playback {
 public:
  // The world may be another than it was planned in. INVALID_ARGUMENT for a plan that does not fit together; fails as
  // edits do where what it moves or attaches is no longer there.
  static Result<Playback> make(const world::World& world, const worldwright::v1::ProgramPlan& plan);
  // Of the plan that the world keeps. FAILED_PRECONDITION where it keeps none; else as make.
  static Result<Playback> ofLastPlan(const world::World& world, const std::string& name);

  const program::PlannedProgram& program() const { return program_; }
  double duration() const { return program_.duration(); }
  // The step that is at work at a time (seconds); of several the last. Times outside are clamped.
  std::size_t stepAt(double seconds) const;
  // Fails as edits do.
  Result<world::World> at(double seconds) const;
  // The objects whose poses it changes by holding them; each once.
  std::vector<ObjectId> riders() const;
  // As the program leaves it.
  const world::World& after() const { return before_.back().world(); }

 private:
  Playback() = default;
  program::PlannedProgram program_;
  std::vector<Stage> before_;  // each step; and after the last
};

}  // namespace ww::usecase
