// SPDX-License-Identifier: Apache-2.0
#include "core/scene/followers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/followers.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::SceneObject;

Status badFollow(const Follow& f, std::string title, std::string hint) {
  return fail(Code::kInvalidArgument, std::move(title)).withHint(std::move(hint)).about(shown(f.joint));
}

Status unsound(const Follow& f, const StateOf& stateOf) {
  const std::string joint = shown(f.joint), leader = shown(f.leader);
  if (stateOf(f.joint) != JointState::kMoves) {
    return badFollow(f, fmt::format("'{}' follows '{}', and is no joint that moves", joint, leader),
                     "name joints of the object that turn or slide");
  }
  if (f.joint == f.leader)
    return badFollow(f, fmt::format("joint '{}' follows itself", joint), "name another joint, or let it move freely");
  switch (stateOf(f.leader)) {
    case JointState::kMoves: break;
    case JointState::kNone:
      return badFollow(f, fmt::format("joint '{}' follows '{}', which does not exist", joint, leader),
                       "name a joint of the same object");
    case JointState::kFixed:
      return badFollow(f, fmt::format("joint '{}' follows '{}', which does not move", joint, leader),
                       "name a joint that turns or slides, or make this one fixed");
  }
  if (std::isfinite(f.multiplier) && std::isfinite(f.offset)) return okStatus();
  return badFollow(f,
                   fmt::format("joint '{}' follows '{}' by numbers that are not finite: {} x + {}", joint, leader,
                               f.multiplier, f.offset),
                   "give a multiplier, and an offset in radians or metres");
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
    refuse(i, badFollow(f, fmt::format("joint '{}' follows two joints", shown(f.joint)), "name one of them"));
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
    for (auto it = first; it != path.end(); ++it) {
      refuse(*it,
             badFollow(follows_[*it], fmt::format("joint '{}' follows itself in a circle", shown(follows_[*it].joint)),
                       "let one of the joints in the circle move freely"));
    }
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
    refuse(i, badFollow(f,
                        fmt::format("joint '{}' follows '{}' by numbers that grow without end along the chain",
                                    shown(f.joint), shown(f.leader)),
                        "give smaller multipliers and offsets"));
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
    return fail(Code::kInvalidArgument,
                fmt::format("the user data '{}' does not say which joints follow others", kFollowersKey))
        .withHint("leave it out, or make it a worldwright.v1.JointFollowers")
        .about(kFollowersKey);
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
    const bool within = f.offset >= follower.lower - kLimitSlack && f.offset <= follower.upper + kLimitSlack;
    if (!within) std::swap(out.lower, out.upper);
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

Limits intersection(const Limits& a, const Limits& b) {
  return {std::max(a.lower, b.lower),       std::min(a.upper, b.upper),
          std::min(a.velocity, b.velocity), std::min(a.acceleration, b.acceleration),
          std::min(a.jerk, b.jerk),         std::min(a.effort, b.effort)};
}

Status checkLeader(const Follow& f, const Limits& leader, const Limits& follower, std::string_view which) {
  const Limits most = leaderLimits(f, follower);
  const auto above = [](double given, double limit) { return given > limit * (1.0 + kLimitSlack); };
  const bool faster = above(leader.velocity, most.velocity) || above(leader.acceleration, most.acceleration) ||
                      above(leader.jerk, most.jerk);
  const bool farther = leader.lower < most.lower - kLimitSlack || leader.upper > most.upper + kLimitSlack;
  if (!faster && !farther) return okStatus();
  const std::string name = shown(f.leader);
  return fail(Code::kInvalidArgument,
              fmt::format("within the {} limits of joint '{}', '{}', which follows it, would pass its own", which, name,
                          shown(f.joint)))
      .withHint(farther ? fmt::format("keep '{}' within [{:.6g}, {:.6g}]", name, most.lower, most.upper)
                        : fmt::format("keep '{}' to velocity {:.6g}, acceleration {:.6g}, jerk {:.6g}", name,
                                      most.velocity, most.acceleration, most.jerk))
      .about(name);
}

}  // namespace ww::scene
