// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "core/collision/checker.h"
#include "core/model/overrides.h"
#include "core/model/trajectory.h"

namespace ww::usecase {

// How near a motion comes to anything at one of its moments.
struct ClearanceSample {
  double seconds = 0.0;
  double metres = 0.0;  // the smallest distance, negative in an overlap; at most ClearanceCurve::kFarthest
  EntityId a, b;        // whose; none where nothing is nearer than that
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  // root frame, metres
};

// The clearance along a motion of one robot, worked out piece by piece: first at few moments over all of it, then
// between these. Of pairs that the world's rules have checked and that the motion moves against each other.
// One thread at a time.
class ClearanceCurve {
 public:
  static constexpr double kFarthest = 0.5;  // metres; how much more there is nobody needs to know
  // `robot` must be an object of the scene's world, positions in the order of its joints; `moments` at least 2, at
  // equal times from start to end.
  ClearanceCurve(const collision::Scene& scene, ObjectId robot, model::Trajectory trajectory, int moments);

  // The next so many moments; false when all are known. Costs a question for the nearest pair each.
  bool work(int count);
  bool isDone() const { return next_ == order_.size(); }
  // Nothing is checked: no curve can be told.
  bool isEmpty() const { return order_.empty(); }
  // Those that are known, by time.
  std::vector<ClearanceSample> samples() const;

 private:
  ClearanceSample at(double seconds);

  ObjectId robot_;
  model::Trajectory trajectory_;
  model::Overrides there_;
  model::State state_;
  collision::Checker checker_;
  std::vector<int> order_;  // of the moments
  std::size_t next_ = 0;
  std::vector<ClearanceSample> known_;  // by moment
  std::vector<bool> is_known_;
};

}  // namespace ww::usecase
