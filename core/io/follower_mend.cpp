// SPDX-License-Identifier: Apache-2.0
#include "core/io/follower_mend.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/geometry/wire_convert.h"
#include "core/io/failures.h"
#include "core/io/finding.h"
#include "core/io/text_scan.h"
#include "core/scene/followers.h"
#include "core/scene/joint.h"
#include "core/scene/object_index.h"

namespace ww::io {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using scene::Follow;
using scene::KinematicsComponent;
using scene::Limits;

constexpr double kNoWay = 1e-6;  // radians or metres: a leader that can go no farther stands still

class FollowerMender {
 public:
  FollowerMender(so::SceneObject& object, Diagnostics& diagnostics, std::size_t most)
      : object_(object), index_(object), diagnostics_(diagnostics), most_(most) {}

  void run(std::vector<Follow> follows) {
    scene::Resolved resolved = scene::resolveFollows(follows, scene::jointStates(index_));
    if (!resolved.faults.empty()) {
      drop(resolved.faults, follows);
      resolved = scene::resolveFollows(follows, scene::jointStates(index_));
    }
    std::map<std::string, std::vector<Follow>> by_leader;
    for (Follow& f : resolved.follows) by_leader[f.leader].push_back(std::move(f));
    for (const auto& [leader, its] : by_leader) mendLeader(leader, its);
  }

 private:
  void tell(Diagnostic::Severity severity, const char* code, const std::string& joint, const Status& status) {
    if (diagnostics_.size() < most_) diagnostics_.push_back(finding(severity, code, status, shown(joint)));
  }
  static std::string shown(const std::string& name) { return cleanUtf8(name, 200); }

  void drop(const std::vector<scene::FollowFault>& faults, std::vector<Follow>& follows) {
    std::set<std::size_t> gone;
    for (const scene::FollowFault& f : faults) {
      gone.insert(f.follow);
      const std::string& joint = follows[f.follow].joint;
      tell(Diagnostic::Severity::kWarning, "mimic", joint,
           fail(failures::kMovesByItself, {{"joint", arg::Name{shown(joint)}}}, f.fault));
    }
    std::vector<Follow> kept;
    for (std::size_t i = 0; i < follows.size(); ++i) {
      if (!gone.contains(i)) kept.push_back(follows[i]);
    }
    follows = std::move(kept);
    scene::setFollows(object_, follows);
  }

  KinematicsComponent& component(const std::string& joint) {
    return *object_.mutable_entities(index_.find(joint))->mutable_joint()->mutable_kinematics_component();
  }

  static void setRange(KinematicsComponent::Limits& out, double lower, double upper) {
    out.mutable_fixed_limits()->set_lower(lower);
    out.mutable_fixed_limits()->set_upper(upper);
  }

  void mendLeader(const std::string& leader, const std::vector<Follow>& follows) {
    KinematicsComponent& k = component(leader);
    mendLimits(leader, follows, *k.mutable_system_limits(), &KinematicsComponent::mutable_system_limits, true);
    if (k.has_application_limits())
      mendLimits(leader, follows, *k.mutable_application_limits(), &KinematicsComponent::mutable_application_limits,
                 false);
    const Limits limits = scene::limitsOf(scene::limitsInForce(k));
    const double position = scene::positionOf(k);
    if (position >= limits.lower && position <= limits.upper) place(leader, position);
    else if (limits.lower <= limits.upper) place(leader, std::clamp(position, limits.lower, limits.upper));
    for (const Follow& f : follows) place(f.joint, f.at(scene::positionOf(k)));
  }

  using Which = KinematicsComponent::Limits* (KinematicsComponent::*)();

  void mendLimits(const std::string& leader, const std::vector<Follow>& follows, KinematicsComponent::Limits& its,
                  Which which, bool aloud) {
    if (!scene::limitFaults(its).empty()) return;
    const Limits given = scene::limitsOf(its);
    Limits most = given;
    std::vector<const Follow*> unfit;
    for (const Follow& f : follows) {
      if (!has(f.joint, which)) continue;
      const Limits own = scene::limitsOf(*(component(f.joint).*which)());
      Limits both = scene::intersection(most, scene::leaderLimits(f, own));
      if (both.upper - both.lower <= std::min(kNoWay, most.upper - most.lower) - 1e-12) {
        unfit.push_back(&f);
        both.lower = most.lower;
        both.upper = most.upper;
      }
      most = both;
    }
    narrow(leader, given, most, its, aloud);
    for (const Follow* f : unfit) refit(*f, most, *(component(f->joint).*which)(), aloud);
  }

  // Application limits that are not given are the system's, which are mended by themselves.
  bool has(const std::string& joint, Which which) {
    const KinematicsComponent& k = component(joint);
    const auto& limits =
        which == &KinematicsComponent::mutable_system_limits ? k.system_limits() : k.application_limits();
    return scene::limitFaults(limits).empty() &&
           (which == &KinematicsComponent::mutable_system_limits || k.has_application_limits());
  }

  void narrow(const std::string& leader, const Limits& given, const Limits& most, KinematicsComponent::Limits& out,
              bool aloud) {
    if (most == given) return;
    if (most.lower != given.lower || most.upper != given.upper) setRange(out, most.lower, most.upper);
    out.set_velocity(most.velocity);
    out.set_acceleration(most.acceleration);
    out.set_jerk(most.jerk);
    if (!aloud) return;
    tell(Diagnostic::Severity::kInfo, "mimic-limits", leader,
         fail(failures::kLeaderNarrowed, {{"joint", arg::Name{shown(leader)}},
                                          {"lower", arg::Number{most.lower}},
                                          {"upper", arg::Number{most.upper}},
                                          {"velocity", arg::Number{most.velocity}}}));
  }

  void refit(const Follow& f, const Limits& leader, KinematicsComponent::Limits& out, bool aloud) {
    const Limits own = scene::limitsOf(out);
    const auto [lower, upper] = std::minmax({reached(f, leader.lower), reached(f, leader.upper)});
    setRange(out, lower, upper);
    if (!aloud) return;
    tell(Diagnostic::Severity::kWarning, "mimic-limits", f.joint,
         fail(failures::kFollowerWidened, {{"joint", arg::Name{shown(f.joint)}},
                                           {"leader", arg::Name{shown(f.leader)}},
                                           {"lower", arg::Number{own.lower}},
                                           {"upper", arg::Number{own.upper}},
                                           {"new_lower", arg::Number{lower}},
                                           {"new_upper", arg::Number{upper}}}));
  }

  static double reached(const Follow& f, double leader) { return f.multiplier == 0.0 ? f.offset : f.at(leader); }

  void place(const std::string& joint, double position) {
    KinematicsComponent& k = component(joint);
    k.set_raw_value(position);
    so::Entity& e = *object_.mutable_entities(index_.find(joint));
    const auto pose = scene::parentTJoint(k, position);
    if (e.has_parent_t_this() && pose.ok()) geometry::toWire(*pose, e.mutable_parent_t_this());
  }

  so::SceneObject& object_;
  const scene::ObjectIndex index_;
  Diagnostics& diagnostics_;
  std::size_t most_;
};

}  // namespace

void mendFollowers(so::SceneObject& object, Diagnostics& diagnostics, std::size_t most) {
  auto follows = scene::followsOf(object);
  if (follows.ok() && !follows->empty()) FollowerMender(object, diagnostics, most).run(std::move(follows).value());
}

}  // namespace ww::io
