// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <queue>
#include <vector>

#include "core/base/status.h"
#include "core/math/pose.h"

namespace ww::planning {

// Whether no other way needs to be tried: CANCELLED or DEADLINE_EXCEEDED.
inline bool isFinal(const Status& status) {
  return status.code == Code::kCancelled || status.code == Code::kDeadlineExceeded;
}

// Not for use outside this folder. Where each of several motions, one after the other, shall end, when each end leaves
// a choice (postures of an arm): the cheapest sequence by the sum of the distances in joint space (L2 norm of radians
// and metres) in which every motion has an end. Uniform cost search, the ends of a motion being asked for when they are
// needed; what is told to be impossible afterwards is left out.
class BranchSearch {
 public:
  // Places are radians or metres. The ends that motion `index` may have from `start`, or why it has none.
  using Ends = std::function<Result<std::vector<JointVector>>(std::size_t index, const JointVector& start)>;

  BranchSearch(std::size_t motions, const JointVector& start, Ends ends);

  // One for each motion. When there is none left: why the cheapest sequence cannot go on; failedMotion() says where.
  // What is CANCELLED or DEADLINE_EXCEEDED ends the search at once.
  Result<std::vector<JointVector>> next();
  std::size_t failedMotion() const { return failed_; }
  // Of the sequence that next() gave last: from the end before it motion `index` cannot go to its end there; or, with
  // `anywhere`, to none.
  void block(std::size_t index, bool anywhere);

 private:
  // Radians or metres.
  struct Node {
    JointVector q;
    double cost = 0.0;
    std::size_t depth = 0;   // motions that are done
    std::size_t parent = 0;  // of the first node: itself
    bool blocked = false;
  };
  // A configuration that was expanded, radians or metres.
  struct Place {
    std::size_t depth = 0;
    JointVector q;
    std::vector<JointVector> ends;
  };
  // One that was blocked, radians or metres.
  struct Edge {
    std::size_t depth = 0;
    JointVector from, to;
    bool anywhere = false;
  };
  using Open = std::pair<double, std::size_t>;  // cost, node: the older one first where they cost the same

  void push(std::size_t node) { open_.emplace(nodes_[node].cost, node); }
  bool isBlocked(std::size_t node) const;
  bool isTaken(std::size_t node) const;
  // Of places in radians or metres; what fails is CANCELLED or DEADLINE_EXCEEDED.
  bool isEdgeBlocked(const Node& from, const JointVector& to) const;
  Status expand(std::size_t node);
  Result<std::vector<JointVector>> endsOf(std::size_t node);

  const std::size_t motions_;
  const Ends ends_;
  std::vector<Node> nodes_;
  std::vector<Place> places_;
  std::vector<Edge> blocked_;
  std::vector<std::size_t> expanded_, spare_;  // nodes; spare: left out, as another was there already
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::vector<std::size_t> found_;  // nodes of the last sequence, the first one included
  std::size_t failed_ = 0;
  Status why_;
};

}  // namespace ww::planning
