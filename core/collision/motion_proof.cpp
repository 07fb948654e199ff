// SPDX-License-Identifier: Apache-2.0
#include "core/collision/motion_proof.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "core/collision/quick_check.h"

namespace ww::collision {
namespace {

// A joint that moves a body: how far it goes, and how far any point of the body is from its axis at most.
struct Lever {
  model::BodyIndex joint = model::kNoBody;
  double way = 0.0;  // the farthest that any point of the body goes by it, metres
};

struct Stretch {
  double from, to;
};

enum class Found { kProven, kOpen, kCollision };

}  // namespace

// Bodies that move, by how far they may at most.
class MotionProof {
 public:
  MotionProof(Checker& checker, model::State& state, const Sweep& sweep);
  Result<MotionVerdict> prove(double finest);

 private:
  void findLevers(std::size_t i);
  void measureJoints();
  double range(model::BodyIndex i) const { return std::abs(to_.at(i) - from_.at(i)); }
  Vec3 pivot(model::BodyIndex above, model::BodyIndex joint, double position) const;
  double wayAgainst(std::size_t i, std::size_t j) const;
  void place(double t);
  Found look(double half);
  Found lookAtStanding(std::uint32_t i, double half);
  Found judge(const Checker::Place& a, const PlacedCover& cover_a, const Checker::Place& b, const PlacedCover& cover_b,
              const Checker::Action& action, double way);

  Checker& checker_;
  model::State& state_;
  const Sweep& sweep_;
  CoverJudge judge_;
  std::unordered_map<model::BodyIndex, double> from_, to_;  // positions of the joints that carry something
  std::vector<std::vector<Lever>> levers_;                  // by what moves
  std::vector<double> way_;                                 // their sums
  std::vector<PlacedCover> placed_;
};

MotionProof::MotionProof(Checker& checker, model::State& state, const Sweep& sweep)
    : checker_(checker), state_(state), sweep_(sweep), placed_(checker.moving_.size()) {
  levers_.resize(placed_.size());
  way_.resize(placed_.size());
  measureJoints();
  for (std::size_t i = 0; i < levers_.size(); ++i) findLevers(i);
}

void MotionProof::measureJoints() {
  const auto read = [this](const JointVector& q, std::unordered_map<model::BodyIndex, double>& out) {
    state_.set(sweep_.mechanism, q);
    for (model::BodyIndex i : checker_.mover_bodies_) {
      for (; i > model::kFixedBody; i = state_.model().body(i).parent) out[i] = state_.position(i);
    }
  };
  read(sweep_.from, from_);
  read(sweep_.to, to_);
}

// Where the axis of a joint is in the body that it stands on; for a prismatic one where its body is at the position.
Vec3 MotionProof::pivot(model::BodyIndex above, model::BodyIndex joint, double position) const {
  const model::Body& body = state_.model().body(joint);
  WW_CHECK(body.parent == above);
  return body.parent_t_body.at(position) * body.p_on_axis_in_body;
}

// From the body up to the root. `arm` is how far any point of the body may be from the pivot of the joint looked at:
// the sum of all lengths on the way, whatever the angles between them.
void MotionProof::findLevers(std::size_t i) {
  const Checker::Moving& moving = checker_.moving_[i];
  const SphereCover& cover = moving.body->shape->cover->get();
  const model::Model& model = state_.model();
  model::BodyIndex at = checker_.mover_bodies_[moving.mover];
  const Vec3 center = moving.mover_t_body * cover.body_t_box * cover.root.center;
  double arm = 0.0;
  model::BodyIndex below = model::kNoBody;
  for (; at > model::kFixedBody; at = model.body(at).parent) {
    const model::Body& body = model.body(at);
    if (body.kind != model::BodyKind::kJoint) break;
    const Vec3& here = body.p_on_axis_in_body;
    if (below == model::kNoBody) {
      arm = (center - here).norm() + cover.root.radius;
    } else {
      arm +=
          std::max((pivot(at, below, from_.at(below)) - here).norm(), (pivot(at, below, to_.at(below)) - here).norm());
    }
    const double way = range(at) * (body.revolute ? arm : 1.0);
    if (way > 0.0) levers_[i].push_back({at, way * (1.0 + 1e-9)});
    way_[i] += way * (1.0 + 1e-9);
    below = at;
  }
}

// Joints that carry both do not move them against each other.
double MotionProof::wayAgainst(std::size_t i, std::size_t j) const {
  double way = 0.0;
  const auto add = [&](const std::vector<Lever>& one, const std::vector<Lever>& other) {
    for (const Lever& lever : one) {
      if (std::ranges::find(other, lever.joint, &Lever::joint) == other.end()) way += lever.way;
    }
  };
  add(levers_[i], levers_[j]);
  add(levers_[j], levers_[i]);
  return way;
}

void MotionProof::place(double t) {
  state_.set(sweep_.mechanism, JointVector(sweep_.from + t * (sweep_.to - sweep_.from)));
  state_.forward(sweep_.mechanism);
  checker_.place(state_);
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const SphereCover& cover = checker_.moving_[i].body->shape->cover->get();
    placed_[i].place(cover, checker_.poses_[i] * cover.body_t_box);
  }
}

Found MotionProof::judge(const Checker::Place& a, const PlacedCover& cover_a, const Checker::Place& b,
                         const PlacedCover& cover_b, const Checker::Action& action, double way) {
  if (action.excluded) return Found::kProven;
  const double margin = action.margin + action.padding;
  const double limit = margin > 0.0 ? margin - 1e-9 : -kTouchDepth;
  DistanceQuery query;
  query.beyond = std::max(0.0, std::max(margin, limit + way));
  if (judge_.apart(cover_a, cover_b, query.beyond)) return Found::kProven;
  const ConvexDistance d = checker_.measure(a, b, query);
  if (d.distance < limit) return Found::kCollision;
  return d.distance > limit + way ? Found::kProven : Found::kOpen;
}

Found MotionProof::lookAtStanding(std::uint32_t i, double half) {
  const double way = way_[i] * half;
  Found out = Found::kProven;
  std::vector<const Body*> near;
  checker_.standing_->near(checker_.boxes_[i], checker_.reach() + way, near);
  for (const Body* body : near) {
    PlacedCover placed;
    const SphereCover& cover = body->shape->cover->get();
    placed.place(cover, body->root_t_body * cover.body_t_box);
    const Found found =
        judge(checker_.moving(i), placed_[i], Checker::standing(*body), placed, checker_.action(i, *body), way);
    out = std::max(out, found);
    if (out == Found::kCollision) return out;
  }
  return out;
}

Found MotionProof::look(double half) {
  Found out = Found::kProven;
  for (const auto& pair : checker_.moving_pairs_) {
    out = std::max(out, judge(checker_.moving(pair.a), placed_[pair.a], checker_.moving(pair.b), placed_[pair.b],
                              pair.action, wayAgainst(pair.a, pair.b) * half));
    if (out == Found::kCollision) return out;
  }
  for (std::uint32_t i = 0; i < placed_.size() && out != Found::kCollision; ++i)
    out = std::max(out, lookAtStanding(i, half));
  return out;
}

// Long stretches first: a collision is mostly found before the short ones are looked at.
Result<MotionVerdict> MotionProof::prove(double finest) {
  using Kind = MotionVerdict::Kind;
  MotionVerdict out;
  const double length = (sweep_.to - sweep_.from).norm();
  std::deque<Stretch> work{{0.0, 1.0}};
  while (!work.empty()) {
    if (sweep_.interrupted) WW_TRY(sweep_.interrupted());
    const Stretch s = work.front();
    work.pop_front();
    const double middle = 0.5 * (s.from + s.to), half = 0.5 * (s.to - s.from);
    place(middle);
    ++out.places;
    const Found found = look(half);
    if (found == Found::kProven) continue;
    out.at = middle;
    if (found == Found::kCollision) out.kind = Kind::kCollides;
    else if (2.0 * half * length <= finest) out.kind = Kind::kUnproven;
    if (out.kind != Kind::kFree) return out;
    work.push_back({s.from, middle});
    work.push_back({middle, s.to});
  }
  out.at = 0.0;
  return out;
}

Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Sweep& sweep, double finest) {
  if (checker.rules().disabled()) return MotionVerdict{};
  state.set(sweep.mechanism, sweep.from);
  state.forward(sweep.mechanism);
  if (checker.collides(state)) return MotionVerdict{MotionVerdict::Kind::kCollides, 0.0, 1};
  return MotionProof(checker, state, sweep).prove(finest);
}

}  // namespace ww::collision
