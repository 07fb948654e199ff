// SPDX-License-Identifier: Apache-2.0
#include "core/planning/branch_search.h"

#include <algorithm>
#include <utility>

#include "core/planning/failures.h"

namespace ww::planning {
namespace {

constexpr double kOnePlace = 1e-6;       // radians or metres
constexpr std::size_t kMostAtDepth = 8;  // places whose ends are asked for

bool isSame(const JointVector& a, const JointVector& b) { return (a - b).cwiseAbs().maxCoeff() < kOnePlace; }

}  // namespace

BranchSearch::BranchSearch(std::size_t motions, const JointVector& start, Ends ends)
    : motions_(motions), ends_(std::move(ends)) {
  nodes_.push_back({start, 0.0, 0, 0, false});
  push(0);
}

bool BranchSearch::isBlocked(std::size_t node) const {
  for (;; node = nodes_[node].parent) {
    if (nodes_[node].blocked) return true;
    if (nodes_[node].parent == node) return false;
  }
}

// Whether a cheaper way leads there.
bool BranchSearch::isTaken(std::size_t node) const {
  return std::ranges::any_of(expanded_, [&](std::size_t other) {
    return nodes_[other].depth == nodes_[node].depth && !isBlocked(other) && isSame(nodes_[other].q, nodes_[node].q);
  });
}

bool BranchSearch::isEdgeBlocked(const Node& from, const JointVector& to) const {
  return std::ranges::any_of(blocked_, [&](const Edge& edge) {
    return edge.depth == from.depth && isSame(edge.from, from.q) && (edge.anywhere || isSame(edge.to, to));
  });
}

// The same place is asked once.
Result<std::vector<JointVector>> BranchSearch::endsOf(std::size_t node) {
  const Node& n = nodes_[node];
  for (const Place& place : places_)
    if (place.depth == n.depth && isSame(place.q, n.q)) return place.ends;
  const auto at_depth = static_cast<std::size_t>(std::ranges::count(places_, n.depth, &Place::depth));
  if (at_depth >= kMostAtDepth) return std::vector<JointVector>();
  auto ends = ends_(n.depth, n.q);
  if (ends.ok() || !isFinal(ends.status())) {
    places_.push_back({n.depth, n.q, ends.ok() ? *ends : std::vector<JointVector>()});
  }
  return ends;
}

Status BranchSearch::expand(std::size_t node) {
  expanded_.push_back(node);
  auto ends = endsOf(node);
  const std::size_t depth = nodes_[node].depth;
  if (!ends.ok()) {
    if (isFinal(ends.status())) {
      failed_ = depth;
      return ends.status();
    }
    // Of those that come equally far the cheapest, which was met first.
    if (why_.ok() || depth > failed_) {
      failed_ = depth;
      why_ = ends.status();
    }
    return okStatus();
  }
  for (const JointVector& q : *ends) {
    if (isEdgeBlocked(nodes_[node], q)) continue;
    nodes_.push_back({q, nodes_[node].cost + (q - nodes_[node].q).norm(), depth + 1, node, false});
    push(nodes_.size() - 1);
  }
  return okStatus();
}

Result<std::vector<JointVector>> BranchSearch::next() {
  while (!open_.empty()) {
    const std::size_t node = open_.top().second;
    open_.pop();
    if (isBlocked(node)) continue;
    if (nodes_[node].depth == motions_) {
      found_.assign(motions_ + 1, 0);
      std::vector<JointVector> out(motions_);
      for (std::size_t at = node, depth = motions_; depth > 0; at = nodes_[at].parent, --depth) {
        found_[depth] = at;
        out[depth - 1] = nodes_[at].q;
      }
      return out;
    }
    if (isTaken(node)) spare_.push_back(node);
    else WW_TRY(expand(node));
  }
  return why_.ok() ? fail(failures::kSearchedEnough, {{"count", arg::Count{nodes_.size()}}}) : why_;
}

void BranchSearch::block(std::size_t index, bool anywhere) {
  const std::size_t end = found_[index + 1], from = nodes_[end].parent;
  blocked_.push_back({index, nodes_[from].q, nodes_[end].q, anywhere});
  for (std::size_t i = 1; i < nodes_.size(); ++i)
    if (i == end || (anywhere && nodes_[i].parent == from && nodes_[i].depth == index + 1)) nodes_[i].blocked = true;
  // Others that lead where a blocked one did count again.
  for (const std::size_t node : std::exchange(spare_, {})) push(node);
}

}  // namespace ww::planning
