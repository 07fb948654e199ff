// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/ik_diagnosis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/kinematics/ik/descent.h"
#include "core/kinematics/random.h"

namespace ww::kinematics {
namespace {

constexpr int kStarts = 24;
constexpr double kReached = 1e-4;  // metres

class Starts {
 public:
  Starts(const JointTree& tree, const IkRequest& r)
      : tree_(tree), r_(r), limits_(r.limits.empty() ? tree.limits() : r.limits), random_(r.seed + 77) {}
  const std::vector<world::JointLimits>& limits() const { return limits_; }
  JointVector next() {
    if (first_) {
      first_ = false;
      return r_.start;
    }
    JointVector q = r_.start;
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const double lower = std::isfinite(limits_[i].lower) ? limits_[i].lower : q[at] - M_PI;
      const double upper = std::isfinite(limits_[i].upper) ? limits_[i].upper : q[at] + M_PI;
      q[at] = random_.uniform(lower, std::max(lower, upper));
    }
    return q;
  }

 private:
  const JointTree& tree_;
  const IkRequest& r_;
  std::vector<world::JointLimits> limits_;
  Random random_;
  bool first_ = true;
};

// A solution beyond the limits, by as little as possible: the joint that exceeds most, and by how much.
bool findLimit(const JointTree& tree, const IkRequest& r, IkDiagnosis& why) {
  Starts starts(tree, r);
  Descent free(tree, r.tip, r.root_t_goal, {});
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    auto found = free.run(starts.next(), 60);
    if (!found.solved()) continue;
    double total = 0.0, most = 0.0;
    int joint = -1;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const auto& limit = starts.limits()[i];
      double& v = found.q[at];
      if (tree.isRevolute(i)) {
        const double middle =
            std::isfinite(limit.lower + limit.upper) ? 0.5 * (limit.lower + limit.upper) : r.start[at];
        v -= 2.0 * M_PI * std::round((v - middle) / (2.0 * M_PI));
      }
      const double over = std::max({0.0, limit.lower - v, v - limit.upper});
      total += over;
      if (over > most) most = over, joint = static_cast<int>(i);
    }
    if (joint < 0 || total >= least) continue;
    least = total;
    why.joint = joint;
    why.excess = most;
    why.nearest = found.q;
  }
  return std::isfinite(least);
}

// How near the tip comes to the goal's position, whatever its orientation.
Descent::Found closestApproach(const JointTree& tree, const IkRequest& r) {
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.position = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    auto found = descent.run(starts.next(), 150, 0.0);
    if (found.position < best.position) best = std::move(found);
    if (best.position < kReached) break;
  }
  return best;
}

Descent::Found closestOrientation(const JointTree& tree, const IkRequest& r) {
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.rotation = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    // Less and less weight on the rotation: the position holds while the angle falls.
    auto found = descent.run(starts.next(), 80, 0.1);
    for (const double weight : {0.02, 0.004, 0.0008}) found = descent.run(found.q, 60, weight);
    if (found.position < 5e-3 && found.rotation < best.rotation) best = std::move(found);
  }
  return best;
}

// How near the tip comes to the goal's position with the goal's orientation held; none found: infinite.
Descent::Found closestHeld(const JointTree& tree, const IkRequest& r, const JointVector& near) {
  constexpr double kHeld = 0.02;  // radians
  Starts starts(tree, r);
  Descent descent(tree, r.tip, r.root_t_goal, starts.limits());
  Descent::Found best;
  best.position = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kStarts; ++n) {
    // More and more weight on the rotation: the angle holds while the distance falls as far as it can.
    auto found = descent.run(n == 0 ? near : starts.next(), 80, 0.5);
    for (const double weight : {3.0, 10.0, 30.0}) found = descent.run(found.q, 60, weight);
    if (found.rotation < kHeld && found.position < best.position) best = std::move(found);
  }
  return best;
}

// Millimetres where hundredths of a metre would say nothing.
std::string lengthText(double metres) {
  return metres < 0.01 ? fmt::format("{:.1f} mm", 1e3 * metres) : fmt::format("{:.2f} m", metres);
}

struct Step {
  std::string length, axis;  // "0.43 m", "+z"
};

// The way along the axes, those that matter: one when it goes nearly along it.
std::vector<Step> stepsOf(double metres, const Vec3& direction) {
  constexpr double kAll = 0.995, kNone = 0.1;
  std::vector<Step> steps;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double part = std::abs(direction[k]);
    const std::string axis{direction[k] < 0.0 ? '-' : '+', "xyz"[k]};
    if (part > kAll) return {{lengthText(metres), axis}};
    if (part > kNone) steps.push_back({lengthText(metres * part), axis});
  }
  return steps;
}

// "; with its orientation it is 0.43 m too far along +z" when holding the orientation makes a difference.
void tellHeld(const JointTree& tree, const IkRequest& r, const Descent::Found& near, IkDiagnosis& why) {
  const Descent::Found held = closestHeld(tree, r, near.q);
  if (!std::isfinite(held.position) || held.position - near.position < 0.01) return;
  Descent descent(tree, r.tip, r.root_t_goal, {});
  why.held_distance_m = held.position;
  why.held_direction = (r.root_t_goal.p - descent.tipAt(held.q).p) / held.position;
  const auto s = stepsOf(held.position, why.held_direction);
  if (s.size() == 1)
    why.text += fmt::format("; with its orientation it is {} too far along {}", s[0].length, s[0].axis);
  if (s.size() == 2)
    why.text += fmt::format("; with its orientation it is too far by {} along {} and {} along {}", s[0].length,
                            s[0].axis, s[1].length, s[1].axis);
  if (s.size() == 3)
    why.text += fmt::format("; with its orientation it is too far by {} along {}, {} along {} and {} along {}",
                            s[0].length, s[0].axis, s[1].length, s[1].axis, s[2].length, s[2].axis);
}

void tellReach(const JointTree& tree, const IkRequest& r, const Descent::Found& near, IkDiagnosis& why) {
  Descent descent(tree, r.tip, r.root_t_goal, {});
  why.reason = IkDiagnosis::Reason::kOutOfReach;
  why.distance_m = near.position;
  why.direction = (r.root_t_goal.p - descent.tipAt(near.q).p) / near.position;
  why.nearest = near.q;
  const std::string length = lengthText(near.position);
  const auto s = stepsOf(near.position, why.direction);
  if (s.size() == 1)
    why.text = fmt::format("the goal is {} out of reach: {} too far along {}", length, length, s[0].axis);
  if (s.size() == 2)
    why.text = fmt::format("the goal is {} out of reach: too far by {} along {} and {} along {}", length, s[0].length,
                           s[0].axis, s[1].length, s[1].axis);
  if (s.size() == 3)
    why.text = fmt::format("the goal is {} out of reach: too far by {} along {}, {} along {} and {} along {}", length,
                           s[0].length, s[0].axis, s[1].length, s[1].axis, s[2].length, s[2].axis);
  tellHeld(tree, r, near, why);
}

std::string limitText(const JointTree& tree, const IkRequest& r, const IkDiagnosis& why) {
  const auto i = static_cast<std::size_t>(why.joint);
  const auto& limit = (r.limits.empty() ? tree.limits() : r.limits)[i];
  const double v = why.nearest[why.joint];
  const bool above = v > limit.upper;
  return fmt::format("{} would have to go to {}, which is {} {} its limit of {}", tree.names()[i],
                     amountText(tree.isRevolute(i), v), amountText(tree.isRevolute(i), why.excess),
                     above ? "above" : "below", amountText(tree.isRevolute(i), above ? limit.upper : limit.lower));
}

}  // namespace

IkDiagnosis diagnoseIk(const JointTree& tree, const IkRequest& r, const IkResult& tried) {
  using Reason = IkDiagnosis::Reason;
  IkDiagnosis why;
  if (!tried.refused.empty()) {
    why.reason = Reason::kRefused;
    why.nearest = tried.refused.front();
    why.text = fmt::format("all {} solutions are refused", tried.refused.size());
    return why;
  }
  if (findLimit(tree, r, why)) {
    why.reason = Reason::kJointLimit;
    why.text = limitText(tree, r, why);
    return why;
  }
  const auto near = closestApproach(tree, r);
  if (near.position > kReached) {
    tellReach(tree, r, near, why);
    return why;
  }
  if (r.ensure_same_branch) {
    why.reason = Reason::kSameBranch;
    why.text = "the goal cannot be reached on the branch of the start";
    return why;
  }
  const auto turned = closestOrientation(tree, r);
  why.reason = Reason::kOrientation;
  why.nearest = turned.q.size() ? turned.q : near.q;
  why.angle_rad = std::isfinite(turned.rotation) ? turned.rotation : 0.0;
  why.text = std::isfinite(turned.rotation)
                 ? fmt::format("the goal's position can be reached, but not its orientation: the nearest is off by {}",
                               amountText(true, turned.rotation))
                 : "the goal's position can be reached, but not with its orientation";
  tellHeld(tree, r, near, why);
  return why;
}

}  // namespace ww::kinematics
