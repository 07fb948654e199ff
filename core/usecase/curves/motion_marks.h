// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/usecase/clearance_curve.h"
#include "core/usecase/curves/motion_curves.h"

namespace ww::usecase {

// What is worth going to on the time line of a motion.
struct MotionMark {
  enum class Kind {
    kStop,     // the robot rests there: a step ends
    kNear,     // something is nearer than the limit that was asked for
    kContact,  // something touches
    kLimit,    // a limit is not kept
    kSingular  // near a singular place
  };
  Kind kind = Kind::kStop;
  double from_s = 0.0, to_s = 0.0;  // seconds; the same for a moment
  double worst_s = 0.0;             // seconds: where it is worst
  bool of_tool = false;             // a limit of the tool's speed, and not of a joint
  std::size_t joint = 0;            // of a limit
  Rate rate = Rate::kPosition;      // of a limit
  double amount = 0.0;  // metres of the distance, the value in the unit of the rate, ratio of a singular place
  EntityId a, b;        // that come near
};

// Times in seconds in which something is nearer than `limit` (metres), with the pair that comes nearest; between
// samples the distance is taken for straight. Samples by time.
std::vector<MotionMark> nearMarks(const std::vector<ClearanceSample>& samples, double limit);

// All of a motion by their beginnings; `limit` in metres.
std::vector<MotionMark> motionMarks(const MotionCurves& curves, const std::vector<ClearanceSample>& samples,
                                    double limit);

}  // namespace ww::usecase
