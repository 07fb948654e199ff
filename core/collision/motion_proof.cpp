// SPDX-License-Identifier: Apache-2.0
#include "core/collision/motion_proof.h"

#include <algorithm>
#include <cmath>

#include "core/collision/quick_check.h"

namespace ww::collision {
namespace {

// The longest stretch that is looked at (L2 norm), and the way of a pair beyond which it is not measured: what is not
// told by spheres then needs shorter stretches (metres).
constexpr double kLongest = 0.25, kFarWay = 0.06;
// What is left of a stretch is no crumb.
constexpr double kMostShare = 0.8;
constexpr double kRoundUp = 1.0 + 1e-9;
// Joints that go farther by a motion make no sense (radians or metres).
constexpr double kFarthestWay = 1e4;

struct Stretch {
  double from, to;
  std::vector<std::uint32_t> pairs;  // those that are open
};

enum class Found { kProven, kOpen, kCollision };

}  // namespace

// Bodies that move, by how far they may at most, and the pairs that were looked at.
class MotionProof {
 public:
  MotionProof(Checker& checker, const Course& course);
  Result<MotionVerdict> prove(double finest);
  // Whether something collides wherever the movers are.
  static bool hasConstant(Checker& checker, const model::State& state) { return checker.alwaysCollides(state); }

 private:
  // What moves. `ways` has, by the number of rows counted from its own one upwards, how far any point of it goes at
  // most by these in the stretch that is looked at, metres.
  struct Rider {
    int row = -1;
    Pose row_t_body;
    std::vector<int> rows;  // its own first
    PlacedCover placed;
    std::vector<double> ways;
    std::uint64_t look = 0;
  };
  struct Pair {
    Checker::Index a = 0, b = 0;     // of what moves; b: of what stands
    const Body* standing = nullptr;  // null: both move
    Checker::Action action;
    std::size_t rows_a = 0, rows_b = 0;  // those that do not carry both
  };

  void addRider(std::size_t i);
  void addMovingPairs();
  const PlacedCover& standing(const Body& body);
  void place(double t, double half);
  Rider& rider(Checker::Index i);
  std::vector<std::uint32_t> gather();
  std::uint32_t pairOf(Checker::Index i, const Body& body);
  Found judge(const Pair& pair, double& share);
  Found look(const std::vector<std::uint32_t>& pairs, std::vector<std::uint32_t>& open, double& share);
  void divide(const Stretch& s, std::vector<std::uint32_t> open, double share);

  Checker& checker_;
  const Course& course_;
  CoverJudge judge_;
  std::vector<Rider> riders_;
  std::vector<Pair> pairs_;
  std::size_t moving_pairs_ = 0;  // the first of them
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<const Body*, PlacedCover> standing_;
  std::vector<Pose> root_t_row_;
  std::vector<std::pair<Vec3, Vec3>> axes_;
  double half_ = 0.0;  // of the stretch that is looked at
  std::uint64_t look_ = 0;
  std::vector<Stretch> work_;
};

MotionProof::MotionProof(Checker& checker, const Course& course)
    : checker_(checker),
      course_(course),
      riders_(checker.moving_.size()),
      root_t_row_(course.mechanism.moved().size()),
      axes_(root_t_row_.size()) {
  for (std::size_t i = 0; i < riders_.size(); ++i) addRider(i);
  addMovingPairs();
}

void MotionProof::addRider(std::size_t i) {
  Rider& out = riders_[i];
  const auto seat = course_.mechanism.seat(checker_.moving_[i].body->entity);
  out.row = seat.row;
  out.row_t_body = seat.row_t_node;
  for (int row = seat.row; row >= 0; row = course_.mechanism.row(static_cast<std::size_t>(row)).parent)
    out.rows.push_back(row);
  out.ways.resize(out.rows.size() + 1);
}

// Rows that carry both do not move them against each other.
void MotionProof::addMovingPairs() {
  for (const Checker::MovingPair& pair : checker_.moving_pairs_) {
    if (pair.action.excluded) continue;
    const std::vector<int>&a = riders_[pair.a].rows, &b = riders_[pair.b].rows;
    std::size_t shared = 0;
    while (shared < std::min(a.size(), b.size()) && a[a.size() - 1 - shared] == b[b.size() - 1 - shared]) ++shared;
    pairs_.push_back({pair.a, pair.b, nullptr, pair.action, a.size() - shared, b.size() - shared});
  }
  moving_pairs_ = pairs_.size();
}

const PlacedCover& MotionProof::standing(const Body& body) {
  const auto [at, fresh] = standing_.try_emplace(&body);
  if (fresh) {
    const SphereCover& cover = body.shape->cover->get();
    at->second.place(cover, body.root_t_body * cover.body_t_box);
  }
  return at->second;
}

void MotionProof::place(double t, double half) {
  course_.mechanism.forward(course_.at(t), root_t_row_);
  for (std::size_t i = 0; i < axes_.size(); ++i) axes_[i] = course_.mechanism.axis(i, root_t_row_);
  half_ = half;
  ++look_;
}

// Where it is, and how far its points go: about each axis by the way of its joint, times how far they are from it at
// most, which only the joints between that and the body can change.
MotionProof::Rider& MotionProof::rider(Checker::Index i) {
  Rider& out = riders_[i];
  if (out.look == look_) return out;
  out.look = look_;
  const Body& body = *checker_.moving_[i].body;
  checker_.poses_[i] = out.row < 0 ? out.row_t_body : root_t_row_[static_cast<std::size_t>(out.row)] * out.row_t_body;
  checker_.boxes_[i] = boundsAt(body.shape->bounds, checker_.poses_[i]);
  const SphereCover& cover = body.shape->cover->get();
  out.placed.place(cover, checker_.poses_[i] * cover.body_t_box);
  const Vec3 center = out.placed.root();
  double way = 0.0;
  for (std::size_t k = 0; k < out.rows.size(); ++k) {
    const auto at = static_cast<std::size_t>(out.rows[k]);
    const model::Mechanism::Row& row = course_.mechanism.row(at);
    const double range = std::abs(row.multiplier) * course_.rates[row.joint] * half_;
    const auto& [direction, point] = axes_[at];
    const Vec3 arm = center - point;
    const double lever = (arm - direction.dot(arm) * direction).norm() + cover.root.radius + way;
    way += range * (row.parent_t_body.revolute ? lever : 1.0) * kRoundUp;
    out.ways[k + 1] = way;
  }
  return out;
}

std::uint32_t MotionProof::pairOf(Checker::Index i, const Body& body) {
  const std::uint64_t key = body.entity.value * riders_.size() + i;
  const auto [at, fresh] = numbers_.try_emplace(key, static_cast<std::uint32_t>(pairs_.size()));
  if (fresh) pairs_.push_back({i, 0, &body, checker_.action(i, body), riders_[i].rows.size(), 0});
  return at->second;
}

// What may come together in the stretch, in the order of ids.
std::vector<std::uint32_t> MotionProof::gather() {
  std::vector<std::uint32_t> out;
  for (std::uint32_t k = 0; k < moving_pairs_; ++k) out.push_back(k);
  std::vector<const Body*> near;
  for (Checker::Index i = 0; i < riders_.size(); ++i) {
    near.clear();
    const Rider& moves = rider(i);
    checker_.standing_->near(checker_.boxes_[i], checker_.reach() + moves.ways.back(), near);
    std::ranges::sort(near, {}, [](const Body* body) { return body->entity; });
    for (const Body* body : near) {
      const std::uint32_t number = pairOf(i, *body);
      if (!pairs_[number].action.excluded) out.push_back(number);
    }
  }
  return out;
}

// `share`: of half of the stretch what is known to be free around its middle, at most what it was.
Found MotionProof::judge(const Pair& pair, double& share) {
  const Rider& a = rider(pair.a);
  const Rider* const b = pair.standing ? nullptr : &rider(pair.b);
  const PlacedCover& cover_b = b ? b->placed : standing(*pair.standing);
  const double way = a.ways[pair.rows_a] + (b ? b->ways[pair.rows_b] : 0.0);
  const double margin = pair.action.margin + pair.action.padding;
  const double limit = margin > 0.0 ? margin - 1e-9 : -kTouchDepth;
  const double beyond = std::max({0.0, margin, limit + way});
  const double apart = a.placed.cover->root.radius + cover_b.cover->root.radius + beyond;
  const double slack = coverSlack(a.placed.p, cover_b.p);
  if ((a.placed.root() - cover_b.root()).norm() > apart + slack) return Found::kProven;
  if (judge_.apart(a.placed, cover_b, beyond)) return Found::kProven;
  if (way > kFarWay) {
    share = 0.0;
    return Found::kOpen;
  }
  DistanceQuery query;
  query.beyond = beyond;
  const ConvexDistance d =
      checker_.measure(checker_.moving(pair.a), b ? checker_.moving(pair.b) : Checker::standing(*pair.standing), query);
  if (d.distance < limit) return Found::kCollision;
  if (d.distance > limit + way) return Found::kProven;
  share = std::min(share, way > 0.0 ? (d.distance - limit) / way : 0.0);
  return Found::kOpen;
}

Found MotionProof::look(const std::vector<std::uint32_t>& pairs, std::vector<std::uint32_t>& open, double& share) {
  for (const std::uint32_t number : pairs) {
    const Found found = judge(pairs_[number], share);
    if (found == Found::kCollision) return found;
    if (found == Found::kOpen) open.push_back(number);
  }
  return open.empty() ? Found::kProven : Found::kOpen;
}

void MotionProof::divide(const Stretch& s, std::vector<std::uint32_t> open, double share) {
  const double middle = 0.5 * (s.from + s.to), free = 0.5 * (s.to - s.from) * share;
  work_.push_back({middle + free, s.to, open});
  work_.push_back({s.from, middle - free, std::move(open)});
}

Result<MotionVerdict> MotionProof::prove(double finest) {
  using Kind = MotionVerdict::Kind;
  MotionVerdict out;
  const double length = course_.rates.norm();
  const int parts = std::max(1, static_cast<int>(std::ceil(length / kLongest)));
  for (int i = 0; i < parts; ++i) {
    work_.push_back({static_cast<double>(i) / parts, static_cast<double>(i + 1) / parts, {}});
    for (bool first = true; !work_.empty(); first = false) {
      if (course_.interrupted) WW_TRY(course_.interrupted());
      Stretch s = std::move(work_.back());
      work_.pop_back();
      out.at = 0.5 * (s.from + s.to);
      place(out.at, 0.5 * (s.to - s.from));
      ++out.places;
      if (first) s.pairs = gather();
      double share = kMostShare;
      std::vector<std::uint32_t> open;
      const Found found = look(s.pairs, open, share);
      if (found == Found::kProven) continue;
      if (found == Found::kCollision) out.kind = Kind::kCollides;
      else if ((s.to - s.from) * length <= finest) out.kind = Kind::kUnproven;
      if (out.kind != Kind::kFree) return out;
      divide(s, std::move(open), share);
    }
  }
  out.at = 0.0;
  return out;
}

Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Course& course, double finest) {
  using Kind = MotionVerdict::Kind;
  if (checker.rules().disabled()) return MotionVerdict{};
  if (!course.rates.allFinite() || course.rates.maxCoeff() > kFarthestWay)
    return MotionVerdict{Kind::kUnproven, 0.0, 0};
  const JointVector from = course.at(0.0);
  if (!from.allFinite()) return MotionVerdict{Kind::kUnproven, 0.0, 0};
  state.set(course.mechanism, from);
  state.forward(course.mechanism);
  if (MotionProof::hasConstant(checker, state)) return MotionVerdict{Kind::kCollides, 0.0, 1};
  return MotionProof(checker, course).prove(finest);
}

Result<MotionVerdict> proveMotion(Checker& checker, model::State& state, const Sweep& sweep, double finest) {
  const JointVector way = sweep.to - sweep.from;
  return proveMotion(checker, state,
                     Course{sweep.mechanism, [&](double t) { return JointVector(sweep.from + t * way); },
                            way.cwiseAbs(), sweep.interrupted},
                     finest);
}

}  // namespace ww::collision
