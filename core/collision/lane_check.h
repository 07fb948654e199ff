// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/quick_check.h"
#include "core/model/mechanism.h"

namespace ww::collision {

// Whether configurations of a mechanism collide, eight at once: pairs of bodies are looked at for all eight, by the
// spheres around them; what these leave open for each by itself. Says what Checker::collides() says, with all
// that the mechanism does not move where the mechanism has it at rest. One thread at a time; the checker is used
// meanwhile and must live as long.
class LaneCheck {
 public:
  // The mechanism must be of the checker's model, and its joints the checker's movers.
  LaneCheck(Checker& checker, const model::Mechanism& mechanism);

  // A bit for each configuration that collides, the first the lowest; those not among `lanes` are not looked at.
  // A column of `q` for each joint: radians or metres.
  unsigned collides(const model::PositionLanes& q, unsigned lanes = 0xFF);
  // The same of any number.
  std::vector<bool> collides(std::span<const JointVector> configurations);
  // Another kind of processor's code, for tests and measurements.
  void useKernels(const CoverKernels& kernels) { quick_.useKernels(kernels); }

 private:
  void placeRoots();
  Bounds boxOf(unsigned lanes) const;
  void placeLane(int lane);
  bool alone(const model::PositionLanes& q, int lane);

  Checker& checker_;
  QuickCheck quick_;
  model::Mechanism mechanism_;
  model::State state_;  // for what has to be looked at alone
  std::vector<int> rows_;
  std::vector<QuickCheck::Rider> riders_;  // on the rows
  std::vector<model::PoseLanes> root_t_row_;
  std::vector<SphereGroup> roots_;
};

}  // namespace ww::collision
