// SPDX-License-Identifier: Apache-2.0
#include "core/scene/followers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/scene/failures.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/followers.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::SceneObject;

Status badFollow(const FailureRow& row, const Follow& f) {
  return fail(row, {{"joint", arg::Name{shown(f.joint)}},
                    {"leader", arg::Name{shown(f.leader)}},
                    {"multiplier", arg::Number{f.multiplier}},
                    {"offset", arg::Number{f.offset}}});
}

Status unsound(const Follow& f, const StateOf& stateOf) {
  if (stateOf(f.joint) != JointState::kMoves) return badFollow(failures::kFollowerNoJoint, f);
  if (f.joint == f.leader) return badFollow(failures::kFollowsItself, f);
  switch (stateOf(f.leader)) {
    case JointState::kMoves: break;
    case JointState::kNone: return badFollow(failures::kLeaderMissing, f);
    case JointState::kFixed: return badFollow(failures::kLeaderFixed, f);
  }
  if (std::isfinite(f.multiplier) && std::isfinite(f.offset)) return okStatus();
  return badFollow(failures::kFollowNotFinite, f);
}

class Resolver {
 public:
  Resolver(const std::vector<Follow>& follows, const StateOf& stateOf)
      : follows_(follows), state_(follows.size(), State::kOpen), total_(follows) {
    for (std::size_t i = 0; i < follows.size(); ++i) takeOne(i, stateOf);
  }

  Resolved run() {
    for (std::size_t i = 0; i < follows_.size(); ++i) {
      if (state_[i] == State::kOpen) climb(i);
    }
    for (std::size_t i = 0; i < follows_.size(); ++i) {
      if (state_[i] == State::kDone) out_.follows.push_back(total_[i]);
    }
    std::ranges::stable_sort(out_.faults, {}, &FollowFault::follow);
    return std::move(out_);
  }

 private:
  enum class State { kOpen, kOnPath, kDone, kBad };

  void refuse(std::size_t i, Status fault) {
    state_[i] = State::kBad;
    out_.faults.push_back({i, std::move(fault)});
  }

  void takeOne(std::size_t i, const StateOf& stateOf) {
    const Follow& f = follows_[i];
    if (Status fault = unsound(f, stateOf); !fault.ok()) return refuse(i, std::move(fault));
    if (by_joint_.emplace(f.joint, i).second) return;
    refuse(i, badFollow(failures::kFollowsTwo, f));
  }

  std::optional<std::size_t> above(std::size_t i) const {
    const auto found = by_joint_.find(follows_[i].leader);
    if (found == by_joint_.end() || state_[found->second] == State::kBad) return std::nullopt;
    return found->second;
  }

  // From follower to follower up to one that is known or whose leader is free; then back down.
  void climb(std::size_t first) {
    std::vector<std::size_t> path;
    std::optional<std::size_t> at = first;
    for (; at && state_[*at] == State::kOpen; at = above(*at)) {
      state_[*at] = State::kOnPath;
      path.push_back(*at);
    }
    if (at && state_[*at] == State::kOnPath) refuseCircle(path, *at);
    for (; !path.empty(); path.pop_back()) finish(path.back());
  }

  void refuseCircle(std::vector<std::size_t>& path, std::size_t entry) {
    const auto first = std::ranges::find(path, entry);
    for (auto it = first; it != path.end(); ++it) refuse(*it, badFollow(failures::kFollowsInCircle, follows_[*it]));
    path.erase(first, path.end());
  }

  void finish(std::size_t i) {
    state_[i] = State::kDone;
    const auto leader = above(i);
    if (!leader) return;
    Follow& f = total_[i];
    const Follow& l = total_[*leader];
    f.leader = l.leader;
    f.offset += f.multiplier * l.offset;
    f.multiplier *= l.multiplier;
    if (std::isfinite(f.multiplier) && std::isfinite(f.offset)) return;
    refuse(i, badFollow(failures::kFollowGrows, f));
  }

  const std::vector<Follow>& follows_;
  std::map<std::string_view, std::size_t> by_joint_;
  std::vector<State> state_;
  std::vector<Follow> total_;
  Resolved out_;
};

}  // namespace

Result<std::vector<Follow>> followsOf(const SceneObject& object) {
  std::vector<Follow> out;
  const auto found = object.user_data().find(kFollowersKey);
  if (found == object.user_data().end()) return out;
  worldwright::v1::JointFollowers kept;
  if (!found->second.Is<worldwright::v1::JointFollowers>() || !found->second.UnpackTo(&kept)) {
    return fail(failures::kFollowersUnread, {{"key", arg::Name{kFollowersKey}}});
  }
  for (const auto& f : kept.followers()) out.push_back({f.joint(), f.leader(), f.multiplier(), f.offset()});
  return out;
}

void setFollows(SceneObject& object, const std::vector<Follow>& follows) {
  if (follows.empty()) {
    object.mutable_user_data()->erase(kFollowersKey);
    return;
  }
  worldwright::v1::JointFollowers kept;
  for (const Follow& f : follows) {
    auto* out = kept.add_followers();
    out->set_joint(f.joint);
    out->set_leader(f.leader);
    out->set_multiplier(f.multiplier);
    out->set_offset(f.offset);
  }
  (*object.mutable_user_data())[kFollowersKey].PackFrom(kept);
}

void renameInFollows(SceneObject& object, const std::string& from, const std::string& to) {
  const auto found = object.mutable_user_data()->find(kFollowersKey);
  worldwright::v1::JointFollowers kept;
  if (found == object.mutable_user_data()->end() || !found->second.UnpackTo(&kept)) return;
  for (auto& f : *kept.mutable_followers()) {
    if (f.joint() == from) f.set_joint(to);
    if (f.leader() == from) f.set_leader(to);
  }
  found->second.PackFrom(kept);
}

StateOf jointStates(const ObjectIndex& object) {
  return [&object](const std::string& name) {
    const int i = object.find(name);
    if (i == ObjectIndex::kNone || !object.entity(i).has_joint()) return JointState::kNone;
    return moves(object.entity(i).joint().kinematics_component()) ? JointState::kMoves : JointState::kFixed;
  };
}

Resolved resolveFollows(const std::vector<Follow>& follows, const StateOf& stateOf) {
  return Resolver(follows, stateOf).run();
}

Limits leaderLimits(const Follow& f, const Limits& follower) {
  Limits out;
  if (f.multiplier == 0.0) {
    if (!isWithin(f.offset, follower)) std::swap(out.lower, out.upper);
    return out;
  }
  out.lower = (follower.lower - f.offset) / f.multiplier;
  out.upper = (follower.upper - f.offset) / f.multiplier;
  if (f.multiplier < 0.0) std::swap(out.lower, out.upper);
  const double gear = std::abs(f.multiplier);
  out.velocity = follower.velocity / gear;
  out.acceleration = follower.acceleration / gear;
  out.jerk = follower.jerk / gear;
  return out;
}

Status checkLeader(const Follow& f, const Limits& leader, const Limits& follower, std::string_view which) {
  const Limits most = leaderLimits(f, follower);
  const auto above = [](double given, double limit) { return given > limit * (1.0 + kLimitSlack); };
  const bool faster = above(leader.velocity, most.velocity) || above(leader.acceleration, most.acceleration) ||
                      above(leader.jerk, most.jerk);
  const bool farther = !isRangeWithin(leader, most);
  if (!faster && !farther) return okStatus();
  const bool of_system = which == "system";
  const FailureRow& far = of_system ? failures::kLeaderFarSystem : failures::kLeaderFarApplication;
  const FailureRow& fast = of_system ? failures::kLeaderFastSystem : failures::kLeaderFastApplication;
  return fail(farther ? far : fast, {{"leader", arg::Name{shown(f.leader)}},
                                     {"joint", arg::Name{shown(f.joint)}},
                                     {"lower", arg::Number{most.lower}},
                                     {"upper", arg::Number{most.upper}},
                                     {"velocity", arg::Number{most.velocity}},
                                     {"acceleration", arg::Number{most.acceleration}},
                                     {"jerk", arg::Number{most.jerk}}});
}

}  // namespace ww::scene
