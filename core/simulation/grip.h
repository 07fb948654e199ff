// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/simulation.h"

namespace ww::simulation {

// Objects that are held fast, as by a gripper that nothing slips in: rigid with a link until they are let go, and
// touching nothing of what holds them.
class Grips {
 public:
  // Where the object is now. What held it before lets it go; where its name is taken there, it gets a free one until a
  // reset. NOT_FOUND for what is gone; else as hanging an object on another fails, such as on itself.
  static Status hold(Simulation& simulation, ObjectId object, EntityId link);
  // It goes on as it moved; also what hangs on another in the world. NOT_FOUND when nothing holds it.
  static Status letGo(Simulation& simulation, ObjectId object);
  // The same by names: "robot", "robot::finger". NOT_FOUND with the nearest names. What is odd about it: that nothing
  // of the holder is near.
  static Result<StatusMessage> hold(Simulation& simulation, const std::string& model, const std::string& link);
  static Status letGo(Simulation& simulation, const std::string& model);
  // The one or (without a link) the other once so many seconds of simulation have gone by. A step in which it cannot be
  // done fails so. NOT_FOUND, INVALID_ARGUMENT at once.
  static Status plan(Simulation& simulation, ObjectId object, EntityId link, double wait_s);

 private:
  friend class Simulation;
  // These fail as hold() and letGo() do.
  static Status hang(Simulation::Impl& d, ObjectId object, EntityId on, const Pose& on_t_object);
  static Status hold(Simulation::Impl& d, ObjectId object, EntityId link);
  static Status letGo(Simulation::Impl& d, ObjectId object);
  static Status letGoOf(Simulation::Impl& d, ObjectId model);  // it, and what its parts hold
  static Status apply(Simulation::Impl& d);                    // what is due before the step that is made
  static Bounds boxOf(const Simulation::Impl& d, const std::set<ObjectId>& objects);  // in the root
  static void takeHome(Simulation::Impl& d);  // all that was held since the last reset
  // The same of these objects alone, and nothing holds them; what they hold is let go where it is.
  static Status takeHome(Simulation::Impl& d, const std::set<ObjectId>& objects);
  static bool isGripped(const Simulation::Impl& d, EntityId a, EntityId b);  // one by the other
};

}  // namespace ww::simulation
