// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/kinematics/failures.h"
#include "core/kinematics/ik/descent.h"
#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/ik/solvers.h"
#include "core/kinematics/ik/task_descent.h"
#include "core/kinematics/random.h"

namespace ww::kinematics {
namespace {

constexpr double kSameTask = 1e-3;    // solutions nearer than this in all joints are one
constexpr double kBranchStep = 0.05;  // radians or metres

class TaskSolver {
 public:
  TaskSolver(const JointTree& tree, const IkRequest& request)
      : tree_(tree),
        r_(request),
        limits_(request.limits.empty() ? tree.limits() : request.limits),
        descent_(tree, *request.task, limits_),
        random_(request.seed) {}

  Result<IkResult> run();

 private:
  Status interrupted() const {
    if (r_.stop.stop_requested()) return fail(failures::kCancelled);
    if (Clock::now() > r_.deadline) return fail(failures::kOutOfTime);
    return okStatus();
  }
  void take(JointVector q);
  void unwindTurns(JointVector& q);
  bool enough() const { return static_cast<int>(out_.solutions.size()) >= std::max(1, r_.max_solutions); }
  JointVector nextStart(int n);
  std::optional<JointVector> sampledStart();
  JointVector randomPlace();
  IkDiagnosis diagnose();

  const JointTree& tree_;
  const IkRequest& r_;
  const std::vector<world::JointLimits> limits_;
  TaskDescent descent_;
  Random random_;
  IkResult out_;
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
  const auto known = [&q](const std::vector<JointVector>& list) {
    return std::ranges::any_of(list, [&q](const JointVector& o) { return jointDistance(o, q) < kSameTask; });
  };
  if (known(out_.solutions) || known(out_.refused)) return;
  (r_.accept && !r_.accept(q) ? out_.refused : out_.solutions).push_back(std::move(q));
}

JointVector TaskSolver::randomPlace() {
  JointVector q = r_.start;
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const double span = tree_.isRevolute(i) ? M_PI : 1.0;
    const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : r_.start[at] - span;
    const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : r_.start[at] + span;
    q[at] = random_.uniform(lower, std::max(lower, upper));
  }
  return q;
}

// A place that satisfies the task, or comes near to a pose that does.
std::optional<JointVector> TaskSolver::sampledStart() {
  const auto sample = r_.task->sample([this] { return random_.uniform(); });
  if (!sample) return std::nullopt;
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

IkDiagnosis TaskSolver::diagnose() {
  constexpr int kTries = 12;
  TaskDescent free(tree_, *r_.task, {});
  std::vector<JointVector> beyond;
  for (int n = 0; n < kTries; ++n) {
    const auto found = free.run(n == 0 ? r_.start : randomPlace());
    if (found.solved()) beyond.push_back(found.q);
  }
  return diagnoseTask(tree_, r_, out_, nearest_.q, beyond);
}

Result<IkResult> TaskSolver::run() {
  bool has_branch = false;
  if (r_.ensure_same_branch || r_.prefer_same_branch) {
    nearest_ = descent_.run(r_.start, 400, kBranchStep);
    if (nearest_.solved()) take(nearest_.q);
    has_branch = !out_.solutions.empty();
  }
  for (int n = 0; n <= r_.max_restarts && !enough() && !r_.ensure_same_branch; ++n) {
    WW_TRY(interrupted());
    const auto found = descent_.run(nextStart(n));
    if (found.missing < nearest_.missing) nearest_ = found;
    if (found.solved()) take(found.q);
    out_.restarts = n;
  }
  const auto by_distance = [this](const JointVector& a, const JointVector& b) {
    return (a - r_.start).squaredNorm() < (b - r_.start).squaredNorm();
  };
  const auto from = out_.solutions.begin() + (has_branch && r_.prefer_same_branch ? 1 : 0);
  std::stable_sort(from, out_.solutions.end(), by_distance);
  std::ranges::stable_sort(out_.refused, by_distance);
  if (out_.solutions.empty() && r_.diagnose) out_.why = diagnose();
  return std::move(out_);
}

}  // namespace

Result<IkResult> solveTask(const JointTree& tree, const IkRequest& request) { return TaskSolver(tree, request).run(); }

}  // namespace ww::kinematics
