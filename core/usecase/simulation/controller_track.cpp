// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/controller_track.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ww::usecase {
namespace {

constexpr double kAllOfIt = 0.999;  // of the limit of a drive

// Error and effort of a joint; none: nothing drives it.
std::optional<std::pair<double, double>> followed(const simulation::Moment& moment, const ControlledJoint& joint) {
  const auto object = std::ranges::find(moment.joints, joint.object, &simulation::JointMoment::object);
  const auto at = static_cast<Eigen::Index>(joint.index);
  if (object == moment.joints.end() || at >= object->peak_errors.size()) return std::nullopt;
  const double error = object->peak_errors[at], effort = object->peak_efforts[at];
  if (!std::isfinite(error) || !std::isfinite(effort)) return std::nullopt;
  return std::pair(error, effort);
}

}  // namespace

ControllerTrack::ControllerTrack(std::shared_ptr<const ControllerRun> run)
    : run_(std::move(run)), joints_(run_->joints.size()) {}

void ControllerTrack::add(const simulation::Moment& moment) {
  const double before = times_.empty() ? 0.0 : times_.back();
  if (!(moment.time > before)) return;
  std::vector<std::pair<double, double>> now;
  for (const ControlledJoint& joint : run_->joints) {
    const auto found = followed(moment, joint);
    if (!found) return;
    now.push_back(*found);
  }
  times_.push_back(moment.time);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    Joint& joint = joints_[i];
    const auto [error, effort] = now[i];
    joint.errors.push_back(error);
    joint.efforts.push_back(effort);
    joint.most_error = std::max(joint.most_error, std::abs(error));
    joint.most_effort = std::max(joint.most_effort, std::abs(effort));
    if (std::abs(effort) >= kAllOfIt * run_->joints[i].effort_limit) joint.at_limit_s += moment.time - before;
  }
}

}  // namespace ww::usecase
