// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/gathered.h"
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/ik/task_descent.h"

namespace ww::kinematics {
namespace {

constexpr double kBranchStep = 0.05;  // radians or metres

class TaskSolver {
 public:
  TaskSolver(const JointTree& tree, const IkRequest& request)
      : tree_(tree),
        r_(request),
        limits_(request.limits.empty() ? tree.limits() : request.limits),
        descent_(tree, *request.task, limits_),
        random_(request.seed),
        found_(request) {}

  Result<IkResult> run();

 private:
  void take(JointVector q);
  void unwindTurns(JointVector& q);
  JointVector nextStart(int n);
  std::optional<JointVector> sampledStart();
  JointVector randomPlace();
  IkDiagnosis diagnose(const IkResult& tried);

  const JointTree& tree_;
  const IkRequest& r_;
  const std::vector<world::JointLimits> limits_;
  TaskDescent descent_;
  Random random_;
  Gathered found_;
  int vain_samples_ = 0;
  TaskDescent::Found nearest_{{}, std::numeric_limits<double>::infinity()};
};

// Full turns are taken off where range and task allow it.
void TaskSolver::unwindTurns(JointVector& q) {
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    if (!tree_.isRevolute(i)) continue;
    const auto at = static_cast<Eigen::Index>(i);
    const double before = q[at], turns = std::round((r_.start[at] - before) / (2.0 * M_PI));
    if (turns == 0.0) continue;
    q[at] = before + 2.0 * M_PI * turns;
    if (q[at] < limits_[i].lower || q[at] > limits_[i].upper || descent_.missing(q) > 1e-8) q[at] = before;
  }
}

void TaskSolver::take(JointVector q) {
  unwindTurns(q);
  found_.take(std::move(q));
}

JointVector TaskSolver::randomPlace() {
  JointVector q = r_.start;
  for (std::size_t i = 0; i < tree_.size(); ++i)
    q[static_cast<Eigen::Index>(i)] = randomPosition(tree_, limits_, r_.start, i, random_);
  return q;
}

// A place that satisfies the task, or comes near to a pose that does.
std::optional<JointVector> TaskSolver::sampledStart() {
  // Constraints that together leave too little room for samples cost the more, the longer it is tried.
  constexpr int kVain = 3;
  if (vain_samples_ >= kVain) return std::nullopt;
  const auto sample = r_.task->sample([this] { return random_.uniform(); });
  if (!sample) return ++vain_samples_, std::nullopt;
  if (!sample->target_t_moving) return sample->q;
  const constraints::Nodes& nodes = *r_.task->nodes();
  const bool held = nodes.moving.row < 0;
  if (!held && nodes.target.row >= 0) return std::nullopt;
  const auto& tip = held ? nodes.target : nodes.moving;
  const Pose root_t_goal = held ? nodes.moving.row_t_node * sample->target_t_moving->inverse()
                                : nodes.target.row_t_node * *sample->target_t_moving;
  Descent descent(tree_, {tip.row, tip.row_t_node}, root_t_goal, limits_);
  return descent.run(randomPlace(), 30).q;
}

// By turns the best of a few random places, and a sample.
JointVector TaskSolver::nextStart(int n) {
  if (n == 0) return r_.start;
  if (n % 2 == 0) {
    if (auto sampled = sampledStart()) return *sampled;
  }
  JointVector best = randomPlace();
  for (int k = 0; k < 3; ++k) {
    const JointVector q = randomPlace();
    if (descent_.missing(q) < descent_.missing(best)) best = q;
  }
  return best;
}

IkDiagnosis TaskSolver::diagnose(const IkResult& tried) {
  constexpr int kTries = 12;
  TaskDescent free(tree_, *r_.task, {});
  std::vector<JointVector> beyond;
  for (int n = 0; n < kTries && interrupted(r_).ok(); ++n) {
    const auto found = free.run(n == 0 ? r_.start : randomPlace());
    if (found.solved()) beyond.push_back(found.q);
  }
  return diagnoseTask(tree_, r_, tried, nearest_.q, beyond);
}

Result<IkResult> TaskSolver::run() {
  bool has_branch = false;
  if (r_.ensure_same_branch || r_.prefer_same_branch) {
    nearest_ = descent_.run(r_.start, 400, kBranchStep);
    if (nearest_.solved()) take(nearest_.q);
    has_branch = !found_.empty();
  }
  for (int n = 0; n <= r_.max_restarts && !found_.enough() && !r_.ensure_same_branch; ++n) {
    WW_TRY(interrupted(r_));
    const auto found = descent_.run(nextStart(n));
    if (found.missing < nearest_.missing) nearest_ = found;
    if (found.solved()) take(found.q);
    found_.setRestarts(n);
  }
  IkResult out = found_.finish(has_branch && r_.prefer_same_branch ? 1 : 0);
  if (out.solutions.empty() && r_.diagnose) {
    out.why = diagnose(out);
    WW_TRY(interrupted(r_));  // half a reason may be a wrong one
  }
  return out;
}

}  // namespace

Result<IkResult> solveTask(const JointTree& tree, const IkRequest& request) { return TaskSolver(tree, request).run(); }

}  // namespace ww::kinematics
