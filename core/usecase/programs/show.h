// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/program/expand.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class ProgramPlan;
class ProgramStep;
}  // namespace worldwright::v1

namespace ww::usecase {

// A step of a program as people read it; calls are not replaced.
struct ProgramLine {
  program::Place place;
  Phrase text;  // "Move straight to pick"
  std::string name, comment;
  bool off = false;
  bool locked = false;  // its motion is kept when the program is planned anew
  // Of the last plan, seconds; of a call from the first of its steps to the last. None without a plan, of a step that
  // is another than the planned one, and, where steps were added or taken out, from the first such step on.
  std::optional<double> begins, ends;
  // Of a move behind which a corner is asked for: how far from the target it is rounded in the plan, metres; 0: a stop.
  std::optional<double> corner_m;
};

// "Move straight to pick", of a step as it stands in this world.
Phrase stepWords(const world::World& world, const worldwright::v1::ProgramStep& step);
// The same of each step of a plan.
std::vector<Phrase> stepWords(const world::World& world, const worldwright::v1::ProgramPlan& plan);

// What a plan comes nearest to, by its name; of what has gone since the one that it had.
std::string nearestName(const world::World& world, EntityId entity, const std::string& then);

// NOT_FOUND when there is no such program.
Result<std::vector<ProgramLine>> programLines(const world::World& world, const std::string& name);

}  // namespace ww::usecase
