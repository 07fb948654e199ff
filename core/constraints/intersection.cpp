// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/intersection.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/constraints/failures.h"
#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

constexpr double kHolds = 1e-9;  // metres and radians

class IntersectionTask final : public Task {
 public:
  IntersectionTask(const model::Mechanism& mechanism, std::vector<TaskPtr> parts)
      : mechanism_(mechanism), parts_(std::move(parts)) {
    for (const auto& part : parts_) {
      rows_ += part->rows();
      addSimple(*part);
    }
  }

  Eigen::Index rows() const override { return rows_; }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose> root_t_row) const override {
    Eigen::VectorXd out(rows_);
    Eigen::Index at = 0;
    for (const auto& part : parts_) {
      out.segment(at, part->rows()) = part->residual(q, root_t_row);
      at += part->rows();
    }
    return out;
  }
  Eigen::MatrixXd jacobian(const JointVector& q, std::span<const Pose> root_t_row) const override {
    Eigen::MatrixXd out(rows_, static_cast<Eigen::Index>(mechanism_.size()));
    Eigen::Index at = 0;
    for (const auto& part : parts_) {
      out.middleRows(at, part->rows()) = part->jacobian(q, root_t_row);
      at += part->rows();
    }
    return out;
  }
  Miss distance(const JointVector& q, std::span<const Pose> root_t_row) const override {
    Miss out;
    for (const auto& part : parts_) out = worse(out, part->distance(q, root_t_row));
    return out;
  }
  std::optional<Sample> sample(const Unit& unit) const override;
  Phrase text() const override {
    Phrase out = parts_.front()->text();
    for (std::size_t i = 1; i < parts_.size(); ++i)
      out = phrase(WW_TEXT("Core", "{first}, and {second}"), {{"first", out}, {"second", parts_[i]->text()}});
    return out;
  }
  // Those of the first part that is about nodes.
  const Nodes* nodes() const override {
    for (const auto& part : parts_)
      if (const Nodes* found = part->nodes()) return found;
    return nullptr;
  }
  std::span<const TaskPtr> parts() const override { return parts_; }

 private:
  bool holds(const Sample& sample) const;
  void addSimple(const Task& part) {
    if (part.parts().empty()) simple_.push_back(&part);
    for (const TaskPtr& inner : part.parts()) addSimple(*inner);
  }

  const model::Mechanism& mechanism_;
  std::vector<TaskPtr> parts_;
  std::vector<const Task*> simple_;  // those of intersections within as well
  Eigen::Index rows_ = 0;
};

// Of parts that are of one sort: joints, or one pair of nodes.
bool IntersectionTask::holds(const Sample& sample) const {
  return std::ranges::all_of(simple_, [&](const Task* part) {
    const auto* about_nodes = dynamic_cast<const NodeTask*>(part);
    Miss miss;
    if (sample.target_t_moving) {
      const Nodes &a = *nodes(), *b = part->nodes();
      if (!about_nodes || b->moving_node != a.moving_node || b->target_node != a.target_node) return false;
      miss = about_nodes->miss(*sample.target_t_moving);
    } else {
      if (part->nodes()) return false;
      miss = part->distance(sample.q, {});
    }
    return miss.metres < kHolds && miss.radians < kHolds;
  });
}

std::optional<Sample> IntersectionTask::sample(const Unit& unit) const {
  constexpr int kTries = 200;
  for (int n = 0; n < kTries; ++n) {
    const auto found = simple_[static_cast<std::size_t>(n) % simple_.size()]->sample(unit);
    if (found && holds(*found)) return found;
  }
  return std::nullopt;
}

}  // namespace

Result<TaskPtr> makeIntersection(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start) {
  std::vector<TaskPtr> parts;
  for (const Constraint& one : std::get<Intersection>(constraint).all) {
    WW_ASSIGN(TaskPtr part, makeTask(mechanism, one, start));
    parts.push_back(std::move(part));
  }
  if (parts.empty()) return fail(failures::kEmpty);
  if (parts.size() == 1) return std::move(parts.front());
  return TaskPtr(std::make_unique<IntersectionTask>(mechanism, std::move(parts)));
}

}  // namespace ww::constraints
