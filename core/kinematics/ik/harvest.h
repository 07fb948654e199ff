// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik/chain.h"
#include "core/kinematics/ik/turns.h"

namespace ww::kinematics {

// Not for use outside this folder. What closed forms share: postures of a chain become solutions of a request, within
// limits, accepted, and sorted.
class Harvest {
 public:
  Harvest(const JointTree& tree, const IkRequest& request, const IkChain& chain);
  // Positions of the chain's joints.
  void add(std::span<const double> posture, const IkBranch& branch);
  // Takes what was added, the nearest first, until there are enough. `most`: no more than so many of it; what
  // was not looked at then stays for the next time. CANCELLED and DEADLINE_EXCEEDED when the request says so.
  Status take(int most = std::numeric_limits<int>::max());
  bool enough() const { return static_cast<int>(good_.size()) >= std::max(1, request_.max_solutions); }
  // Nothing was within limits.
  bool empty() const { return good_.empty() && refused_.empty(); }
  // The first so many taken stay first; the others are sorted by distance. Without any
  // the result says the reason; never fails.
  Result<IkResult> finish(std::size_t kept);
  std::size_t size() const { return good_.size(); }
  const std::vector<world::JointLimits>& limits() const { return limits_; }

 private:
  struct Good {
    JointVector q;  // in the tree's joint order
    IkBranch branch;
    double square;  // of the weighted distance from the start
  };
  struct Posture {
    std::array<double, Turns::kMostJoints> positions{};  // of the chain's joints
    IkBranch branch;
  };
  Posture postureOf(const Turns::One& one) const;
  bool wasOffered(const JointVector& q) const;  // radians or metres; by the take() before
  // Errors as of take().
  Status offer(const Turns::One& one, int& left);

  const JointTree& tree_;
  const IkRequest& request_;
  const IkChain& chain_;
  const std::vector<world::JointLimits>& limits_;
  Turns turns_;
  std::array<IkBranch, Turns::kMostPostures> branches_;
  std::uint32_t count_ = 0;
  std::vector<Good> good_;
  std::vector<JointVector> refused_;
  std::size_t known_good_ = 0, known_refused_ = 0;  // of those, when a take left some for the next
};

}  // namespace ww::kinematics
