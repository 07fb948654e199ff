// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/model/overrides.h"
#include "core/simulation/load.h"
#include "core/simulation/simulation.h"

namespace ww::simulation {

// An object that flies.
struct FlyingMoment {
  ObjectId object;
  Pose root_t_object;
  Twist twist;         // of its origin, root frame; m/s and rad/s
  bool rests = false;  // it sleeps, or is as slow as what falls asleep
};

// An object that stands elsewhere than in the world that is simulated, as it was put there.
struct StandingMoment {
  ObjectId object;
  Pose root_t_object;
};

// The joints of an object, in the object's order; radians or metres, per second; Nm or N.
struct JointMoment {
  ObjectId object;
  JointVector positions, velocities;
  JointVector targets;  // radians or metres, of the drives; NaN without one
  JointVector efforts;  // Nm or N, of the drives in the last step
  bool rests = false;
  // Of joints that trajectories drive or have driven: the largest either way since the moment before; NaN of others.
  JointVector peak_errors;   // target less position; radians or metres
  JointVector peak_efforts;  // Nm or N
};

// What is pulled, as it was in the last step; root frame.
struct PullMoment {
  EntityId link;
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  // metres
  Vec3 force = Vec3::Zero();                    // N, on the link
  bool is_most = false;                         // it is pulled no harder than that
};

// An object that hangs on a link as held fast.
struct GripMoment {
  ObjectId object;
  EntityId holder;
};

// Where everything is at a time of a simulation, to be shown and to be gone on from: no engine is needed to read it.
struct Moment {
  std::uint64_t step = 0;
  double time = 0.0;                 // seconds of simulation
  std::vector<FlyingMoment> flying;  // what is held fast, too
  std::vector<StandingMoment> standing;
  std::vector<JointMoment> joints;
  std::vector<ContactPoint> contacts;
  std::vector<GripMoment> grips;
  std::vector<LoadMoment> loads;  // of force-torque sensors, in the last step
  std::optional<PullMoment> pull;
  std::size_t awake = 0;  // bodies and mechanisms that do not sleep
  double step_s = 0.0;    // seconds of a processor that a step took of late; 0: not measured
  double waited_s = 0.0;  // seconds of the clock that a step took beside that, as others had the processor
  // What led here in a preview: steps that it made since it began, and how many calls of others.
  std::uint64_t made = 0;
  std::size_t asked = 0;

  // What differs from the world that was simulated, for views of it.
  model::Overrides shown() const;
  // About how much memory it takes.
  std::size_t bytes() const;
};
using MomentPtr = std::shared_ptr<const Moment>;

// Reads and writes the state of a simulation as a whole.
class Moments {
 public:
  static Moment of(const Simulation& simulation);
  // The same, and peaks are counted from here on.
  static Moment take(Simulation& simulation);
  // Goes on from there: poses, speeds, joints and their targets, time. The engine is made anew, as written states do
  // not undo what it remembers; forces and trajectories that were under way are over. FAILED_PRECONDITION, and nothing
  // is changed, when the moment names things that the simulation does not have.
  static Status restore(Simulation& simulation, const Moment& moment);

 private:
  friend class Simulation;
  static void countPeaks(Simulation::Impl& d);
};

}  // namespace ww::simulation
