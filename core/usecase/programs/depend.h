// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "core/base/phrase.h"
#include "core/model/model.h"
#include "core/model/trajectory.h"
#include "core/program/expand.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class PlanKey;
class ProgramPlan;
}  // namespace worldwright::v1

namespace ww::usecase {

// Where the robots of a program and what they hold come to: a box in the root frame.
class Reach {
 public:
  // All that rides on the object in the model's world, along the trajectory.
  void add(const model::Model& model, ObjectId robot, const model::Trajectory& trajectory);
  // With room around it: what stands farther off does not matter to the motions. Empty when nothing moves.
  Bounds region() const;

 private:
  Bounds box_;
};

// What a plan depends on, so that it can be told later whether any of that is another: the steps, collision rules, who
// takes part, and all that stands where the robots come to. Names and colours do not matter, nor what stands elsewhere.
// `world` is the one that it was planned in; `movers` are the objects whose joints the program moves.
void writeKey(const world::World& world, const worldwright::v1::Program& program,
              const std::vector<program::FlatStep>& steps, const Bounds& region, const std::set<ObjectId>& movers,
              worldwright::v1::PlanKey& out);

// What of that has changed, for people: "part_3 moved 4 mm". None: the plan is as good as on its first day. `steps` are
// those of the program as it is now.
std::vector<Phrase> changesSince(const world::World& world, const worldwright::v1::Program& program,
                                 const std::vector<program::FlatStep>& steps, const worldwright::v1::ProgramPlan& plan);

}  // namespace ww::usecase
