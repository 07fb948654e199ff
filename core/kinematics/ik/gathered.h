// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>

#include "core/kinematics/ik.h"
#include "core/kinematics/random.h"

namespace ww::kinematics {

// Not for use outside this folder. What solvers share that try one start after the other: their solutions, each once.
class Gathered {
 public:
  explicit Gathered(const IkRequest& request) : request_(request) {}
  // Within limits; the request may refuse it. What is nearer than 1e-3 in all joints (radians or metres) is the same.
  void take(JointVector q);
  bool enough() const { return static_cast<int>(out_.solutions.size()) >= std::max(1, request_.max_solutions); }
  bool empty() const { return out_.solutions.empty(); }
  const std::vector<JointVector>& solutions() const { return out_.solutions; }
  const std::vector<JointVector>& refused() const { return out_.refused; }
  void setRestarts(int n) { out_.restarts = n; }
  // The first `kept` stay first; all others are sorted by their distance from the start.
  IkResult finish(std::size_t kept);

 private:
  const IkRequest& request_;
  IkResult out_;
};

// A position of a joint at random: within its limits, or where there are none half a turn or 1 m about the start.
double randomPosition(const JointTree& tree, const std::vector<world::JointLimits>& limits, const JointVector& start,
                      std::size_t joint, Random& random);

}  // namespace ww::kinematics
