// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/simulation/spec.h"

namespace ww::simulation {

// Bullet alone with the same bodies and settings, and nothing of ours between: what our stepping is measured against.
// Knows grounds, boxes that fly, and arms of turning joints whose parts have no shapes.
class RawTwin {
 public:
  RawTwin(const std::vector<AssemblyPtr>& assemblies, const PhysicsProperties& properties);
  ~RawTwin();

  // Nm, radians, metres in the root frame.
  void addTorque(int joint, double torque);  // of the arm, for the next step
  double position(int joint) const;
  double speed(int joint) const;
  Vec3 place(int body) const;  // of those that fly, in their order
  void step();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::simulation
