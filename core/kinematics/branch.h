// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "core/base/phrase.h"

namespace ww::kinematics {

// Which of the postures that reach a pose: what cannot change without passing a singularity. Each is +1 or -1, or 0
// where the arm has no such choice, or none that has a name.
//
// With joint 1's axis upwards (that end of it that points up in the root frame) and joint 2's to the left, the arm
// reaches forward: shoulder +1 (right), or over its back: -1 (left). Elbow +1 (up): in front of the shoulder it is
// above the line from the shoulder to the wrist, behind it that turned over. Wrist +1: the axes 4, 5, 6 make a
// right-handed triple; -1: flipped.
struct IkBranch {
  std::int8_t shoulder = 0, elbow = 0, wrist = 0;

  bool named() const { return shoulder != 0 || elbow != 0 || wrist != 0; }
  bool complete() const { return shoulder != 0 && elbow != 0 && wrist != 0; }
  bool operator==(const IkBranch&) const = default;
};

// "shoulder right, elbow up, wrist flipped"; empty for one without a name.
Phrase nameOf(const IkBranch& branch);

}  // namespace ww::kinematics
