// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/kinematics/ik.h"

namespace ww::kinematics {

// A solver of inverse kinematics: a row in ikSolvers(), and its contract suite (tests/contract/ik) runs on it.
struct IkSolver {
  const char* name;
  // Whether it can solve the request for this mechanism.
  bool (*covers)(const JointTree& tree, const IkRequest& request);
  // See solveIk(). The request is sound, and covered.
  Result<IkResult> (*solve)(const JointTree& tree, const IkRequest& request);
};
// The first that covers a request solves it; the last covers all.
std::span<const IkSolver> ikSolvers();

// Six revolute joints whose axes have a closed form (closed_form.h): all postures. Errors are those of
// solveIk().
bool coversClosed(const JointTree& tree, const IkRequest& request);
Result<IkResult> solveClosed(const JointTree& tree, const IkRequest& request);

// One joint more than that, revolute or prismatic: closed forms with one joint held, at the start first and then over
// its range, the nearest first; else the numeric one. Errors as above.
bool coversFamily(const JointTree& tree, const IkRequest& request);
Result<IkResult> solveFamily(const JointTree& tree, const IkRequest& request);

// Damped least squares with limits kept as active set, from the start and from random places (Levenberg 1944,
// Marquardt 1963; seeded). Errors as above.
Result<IkResult> solveNumeric(const JointTree& tree, const IkRequest& request);

// Of requests with a task: the same on what each constraint of it misses, zero inside of a region. The branch of the
// start is what small steps from it lead to. Fails as solveIk().
Result<IkResult> solveTask(const JointTree& tree, const IkRequest& request);

// Squared distance from the start, by the request's weights.
double squareFromStart(const IkRequest& request, const JointVector& q);
// CANCELLED and DEADLINE_EXCEEDED when the request says so.
Status interrupted(const IkRequest& request);

}  // namespace ww::kinematics
