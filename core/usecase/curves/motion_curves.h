// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/model/limits.h"
#include "core/model/trajectory.h"
#include "core/usecase/curves/cubic_piece.h"

namespace ww::usecase {

// The largest share of a limit that a rate takes.
struct Peak {
  double share = 0.0;  // of the limit, 1 at it
  double at_s = 0.0;   // when, seconds
  double value = 0.0;  // then, in the unit of the rate
};

// A joint of a motion.
struct JointCurve {
  std::string name;
  bool revolute = true;             // radians; else metres
  double lower = 0.0, upper = 0.0;  // radians or metres, infinite without limits
  model::DynamicLimit limit;        // that hold for it, assumed where the world has none
  std::array<Peak, 4> peaks;        // by Rate; of positions nothing, as what counts of them is:
  double margin = 0.0;              // radians or metres: smallest distance to a position limit, negative outside
  double margin_at_s = 0.0;         // when, seconds

  double most(Rate rate) const;   // the largest value that is allowed, in the unit of the rate
  double least(Rate rate) const;  // the smallest, in the unit of the rate
};

// A moment of a motion. At the states of a trajectory acceleration and jerk may jump: there are two moments then.
struct CurvePoint {
  double seconds = 0.0;
  std::array<JointVector, 4> joints;  // by Rate, in the order of the joints; radians or metres, per second and so on
  double tool_speed = 0.0;            // of the tool's origin in the root frame, m/s
  double tool_turn = 0.0;             // rad/s
  double dexterity = 1.0;  // ratio of the smallest to the largest singular value of the tool's Jacobian, lengths by
                           // its longest arm; 0: singular
};

// A limit that is not kept; of the tool's speed `joint` says nothing.
struct LimitBreak {
  std::size_t joint = 0;
  Rate rate = Rate::kPosition;
  double from_s = 0.0, to_s = 0.0;    // seconds
  double worst_s = 0.0, worst = 0.0;  // when, seconds, and the value then: in the unit of the rate
};

// Where the robot comes near to losing a direction.
struct SingularPlace {
  double at_s = 0.0;       // seconds
  double dexterity = 0.0;  // ratio, as of CurvePoint
};

// What is drawn of a motion over its time, and told of it in figures.
struct MotionCurves {
  double seconds = 0.0;
  std::optional<world::NodeRef> tool;  // none: nothing rides on the joints
  std::vector<JointCurve> joints;
  std::vector<CurvePoint> points;  // by time, from start to end
  std::vector<LimitBreak> breaks;  // by time
  // The speed that the robot's own Cartesian limits allow its tool, m/s, infinite without one; and where it is faster.
  double tool_limit = std::numeric_limits<double>::infinity();
  std::vector<LimitBreak> tool_breaks;
  std::vector<SingularPlace> singular;
  std::vector<double> stops;                     // seconds: where the robot rests between start and end
  double top_speed = 0.0, top_speed_at_s = 0.0;  // of the tool's origin, m/s, and when
  double way_m = 0.0;                            // of the tool's origin
};

struct CurveOptions {
  std::size_t moments = 600;         // at least so many, at equal times; states of the trajectory come to them
  std::function<bool()> outdated{};  // asked now and then; true ends the work with what there is
};

// Closer to a singular place than this ratio is told.
inline constexpr double kNearSingular = 0.02;

// Of a trajectory of all independent joints of an object, under the limits that the judge takes; breaks of positions,
// velocities and accelerations as it sees them, of jerk from a hundredth beyond. `tool` none: the likeliest. NOT_FOUND,
// FAILED_PRECONDITION without a moving joint, INVALID_ARGUMENT for a trajectory that is empty or of another robot.
Result<MotionCurves> motionCurves(const model::Model& model, ObjectId robot, const std::optional<world::NodeRef>& tool,
                                  const model::Trajectory& trajectory, const CurveOptions& options = {});

}  // namespace ww::usecase
