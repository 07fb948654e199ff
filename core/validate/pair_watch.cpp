// SPDX-License-Identifier: Apache-2.0
#include "core/validate/pair_watch.h"

#include <algorithm>
#include <cmath>

#include "core/collision/body.h"
#include "core/collision/contact.h"

namespace ww::validate {
namespace {

// L2 norm of radians and metres: the longest stretch that is looked at, and the shortest.
constexpr double kLongest = 0.25, kFinest = 1e-3;
// Pairs with a longer way are not measured: what their boxes do not tell needs shorter stretches (metres).
constexpr double kFarWay = 0.06;
constexpr double kRoundUp = 1.0 + 1e-9;
// How much farther than asked is looked, so that the distance tells for some places (metres).
constexpr double kAhead = 0.02;

double boxGap(const Vec3& offset, const Vec3& halves) { return (offset.cwiseAbs() - halves).cwiseMax(0.0).norm(); }

}  // namespace

// ---- ways of joints

// The largest speed of a quadratic speed curve is within its control points.
JointWays::JointWays(const model::Trajectory& t)
    : times_(t.times), ways_(t.states.front().q.size(), static_cast<Eigen::Index>(t.states.size())) {
  lengths_.reserve(t.states.size());
  lengths_.push_back(0.0);
  ways_.col(0).setZero();
  for (std::size_t i = 0; i + 1 < t.times.size(); ++i) {
    const double h = t.times[i + 1] - t.times[i];
    const model::JointState &a = t.states[i], &b = t.states[i + 1];
    const auto at = static_cast<Eigen::Index>(i);
    double square = 0.0;
    for (Eigen::Index k = 0; k < ways_.rows(); ++k) {
      const double middle = 3.0 * (b.q[k] - a.q[k]) / h - a.v[k] - b.v[k];
      const double way = h * std::max({std::abs(a.v[k]), std::abs(b.v[k]), std::abs(middle)});
      square += way * way;
      ways_(k, at + 1) = ways_(k, at) + way;
    }
    lengths_.push_back(lengths_.back() + std::sqrt(square));
  }
}

std::size_t JointWays::pieceAt(double time) const {
  const auto next = std::ranges::upper_bound(times_, time);
  const auto at = static_cast<std::size_t>(next - times_.begin());
  return std::clamp<std::size_t>(at, 1, times_.size() - 1) - 1;
}

double JointWays::lengthAt(double time) const {
  if (times_.size() < 2) return 0.0;
  const std::size_t i = pieceAt(time);
  const double share = std::clamp((time - times_[i]) / (times_[i + 1] - times_[i]), 0.0, 1.0);
  return lengths_[i] + share * (lengths_[i + 1] - lengths_[i]);
}

double JointWays::timeAt(double length) const {
  const auto next = std::ranges::upper_bound(lengths_, length);
  if (next == lengths_.begin()) return times_.front();
  if (next == lengths_.end()) return times_.back();
  const auto i = static_cast<std::size_t>(next - lengths_.begin()) - 1;
  return times_[i] + (length - lengths_[i]) / (lengths_[i + 1] - lengths_[i]) * (times_[i + 1] - times_[i]);
}

JointVector JointWays::upTo(double time) const {
  if (times_.size() < 2) return ways_.col(0);
  const std::size_t i = pieceAt(time);
  const double share = std::clamp((time - times_[i]) / (times_[i + 1] - times_[i]), 0.0, 1.0);
  const auto at = static_cast<Eigen::Index>(i);
  return ways_.col(at) + share * (ways_.col(at + 1) - ways_.col(at));
}

JointVector JointWays::between(double a, double b) const { return (upTo(b) - upTo(a)).cwiseAbs(); }

// ---- who may meet whom

PairWatch::TurnedBox::TurnedBox(const Bounds& bounds, const Pose& root_t_body)
    : axes(root_t_body.q.toRotationMatrix()), center(root_t_body * bounds.center()), half(0.5 * bounds.size()) {}

// By the axes of both.
double PairWatch::TurnedBox::gap(const TurnedBox& other) const {
  const Eigen::Matrix3d r = axes.transpose() * other.axes, abs_r = r.cwiseAbs();
  const Vec3 offset = axes.transpose() * (other.center - center);
  return std::max(boxGap(offset, half + abs_r * other.half),
                  boxGap(r.transpose() * offset, other.half + abs_r.transpose() * half));
}

PairWatch::PairWatch(const collision::Scene& scene, const collision::RuleSet& rules, const model::Mechanism& mechanism)
    : scene_(scene), rules_(rules), mechanism_(mechanism), root_t_row_(mechanism.moved().size()) {
  addRiders();
  addMovingPairs();
}

void PairWatch::addRiders() {
  const model::Model& model = mechanism_.model();
  std::vector<ObjectId> objects;
  for (const model::BodyIndex i : mechanism_.affected()) {
    if (model.body(i).kind == model::BodyKind::kJoint) objects.push_back(model.body(i).object);
    const auto on = model.objectsOn(i);
    objects.insert(objects.end(), on.begin(), on.end());
  }
  std::ranges::sort(objects);
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  for (const ObjectId object : objects) {
    for (const auto& entity : scene_.world().peek(object)->entities) {
      const collision::Body* body = scene_.body(entity->id);
      if (!body) continue;
      const auto seat = mechanism_.seat(entity->id);
      if (seat.row < 0) continue;
      Rider out{body, seat.row, seat.row_t_node, {}, {}, {}, TurnedBox(body->shape->bounds, {}), {}};
      for (int row = seat.row; row >= 0; row = mechanism_.row(static_cast<std::size_t>(row)).parent)
        out.rows.push_back(row);
      out.ways.resize(out.rows.size() + 1);
      moving_[body->entity] = static_cast<std::uint32_t>(riders_.size());
      riders_.push_back(std::move(out));
    }
  }
}

// What one joint carries stays as it is; rows that carry both do not move them against each other.
void PairWatch::addMovingPairs() {
  for (std::uint32_t i = 0; i < riders_.size(); ++i) {
    for (std::uint32_t j = i + 1; j < riders_.size(); ++j) {
      const Rider &a = riders_[i], &b = riders_[j];
      if (a.row == b.row) continue;
      const auto rule = rules_.explain(a.body->entity, b.body->entity);
      if (rule.excluded) continue;
      std::size_t shared = 0;
      while (shared < std::min(a.rows.size(), b.rows.size()) &&
             a.rows[a.rows.size() - 1 - shared] == b.rows[b.rows.size() - 1 - shared])
        ++shared;
      Pair pair{i, j};
      pair.margin = rule.margin_m;
      pair.rows_a = a.rows.size() - shared;
      pair.rows_b = b.rows.size() - shared;
      pairs_.push_back(pair);
    }
  }
  moving_pairs_ = pairs_.size();
}

std::uint32_t PairWatch::pairOf(std::uint32_t i, const collision::Body& body) {
  const std::uint64_t key = body.entity.value * riders_.size() + i;
  const auto [at, fresh] = numbers_.try_emplace(key, static_cast<std::uint32_t>(pairs_.size()));
  if (!fresh) return at->second;
  const auto rule = rules_.explain(riders_[i].body->entity, body.entity);
  Pair pair{i, 0, &body, static_cast<std::uint32_t>(standing_boxes_.size()), rule.excluded, rule.margin_m};
  pair.rows_a = riders_[i].rows.size();
  pairs_.push_back(pair);
  standing_boxes_.emplace_back(body.shape->bounds, body.root_t_body);
  return at->second;
}

// What stands so near to a rider's box, metres; in the order of ids.
std::vector<std::uint32_t> PairWatch::near(std::uint32_t i, double metres) {
  found_.clear();
  scene_.boxes()->near(riders_[i].box, metres, found_);
  std::erase_if(found_, [this](const collision::Body* body) { return moving_.contains(body->entity); });
  std::ranges::sort(found_, {}, [](const collision::Body* body) { return body->entity; });
  std::vector<std::uint32_t> out;
  for (const collision::Body* body : found_) {
    const std::uint32_t number = pairOf(i, *body);
    if (!pairs_[number].excluded) out.push_back(number);
  }
  return out;
}

// ---- places

// About each axis a body goes by the way of the joint, times how far it is from the axis at most, which only the joints
// between that and the body can change.
void PairWatch::goTo(const JointVector& q, const JointVector& way) {
  ++place_;
  mechanism_.forward(q, root_t_row_);
  std::vector<std::pair<Vec3, Vec3>> axes;
  axes.reserve(root_t_row_.size());
  for (std::size_t i = 0; i < root_t_row_.size(); ++i) axes.push_back(mechanism_.axis(i, root_t_row_));
  for (Rider& rider : riders_) {
    rider.root_t_body = root_t_row_[static_cast<std::size_t>(rider.row)] * rider.row_t_body;
    rider.turned = TurnedBox(rider.body->shape->bounds, rider.root_t_body);
    const Vec3 &center = rider.turned.center, extent = rider.turned.axes.cwiseAbs() * rider.turned.half;
    rider.box.min = center - extent;
    rider.box.max = center + extent;
    const double radius = rider.turned.half.norm();
    double gone = 0.0;
    for (std::size_t k = 0; k < rider.rows.size(); ++k) {
      const auto at = static_cast<std::size_t>(rider.rows[k]);
      const model::Mechanism::Row& row = mechanism_.row(at);
      const double range = std::abs(row.multiplier) * way[row.joint];
      const Vec3 arm = center - axes[at].second;
      const double lever = (arm - axes[at].first.dot(arm) * axes[at].first).norm() + radius + gone;
      gone += range * (row.parent_t_body.revolute ? lever : 1.0) * kRoundUp;
      rider.ways[k + 1] = gone;
    }
  }
}

double PairWatch::wayOf(const Pair& pair) const {
  const double way = riders_[pair.a].ways[pair.rows_a];
  return pair.standing ? way : way + riders_[pair.b].ways[pair.rows_b];
}

double PairWatch::boxesApart(const Pair& pair) const {
  return collision::boxDistance(riders_[pair.a].box, pair.standing ? pair.standing->box : riders_[pair.b].box);
}

double PairWatch::turnedApart(const Pair& pair) const {
  return riders_[pair.a].turned.gap(pair.standing ? standing_boxes_[pair.standing_box] : riders_[pair.b].turned);
}

double PairWatch::apart(const Pair& pair, double beyond) const {
  const Rider& a = riders_[pair.a];
  const collision::Body& b = pair.standing ? *pair.standing : *riders_[pair.b].body;
  const Pose& root_t_b = pair.standing ? pair.standing->root_t_body : riders_[pair.b].root_t_body;
  collision::DistanceQuery query;
  query.beyond = std::max(0.0, beyond);
  return collision::bodyDistance(*a.body->shape, a.root_t_body, *b.shape, root_t_b, query).distance;
}

// ---- all of a motion

std::vector<std::uint32_t> PairWatch::around(double beyond) {
  std::vector<std::uint32_t> out;
  if (rules_.disabled()) return out;
  for (std::uint32_t k = 0; k < moving_pairs_; ++k) out.push_back(k);
  for (std::uint32_t i = 0; i < riders_.size(); ++i) {
    const auto more = near(i, std::max(0.0, beyond) + riders_[i].ways.back());
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

PairWatch::Known PairWatch::look(const Stretch& stretch, std::vector<std::uint32_t>& open) const {
  for (const std::uint32_t number : stretch.pairs) {
    const Pair& pair = pairs_[number];
    const double way = wayOf(pair), limit = pair.margin > 0.0 ? pair.margin - 1e-9 : -collision::kTouchDepth;
    const double reach = std::max(0.0, limit + way);
    if (boxesApart(pair) > reach || turnedApart(pair) > reach) continue;
    if (way > kFarWay) {
      open.push_back(number);
      continue;
    }
    const double distance = apart(pair, limit + way);
    if (distance < limit) return Known::kNot;
    if (distance <= limit + way) open.push_back(number);
  }
  return open.empty() ? Known::kFree : Known::kOpen;
}

Result<bool> PairWatch::provesFree(const model::Trajectory& trajectory, const std::function<Status()>& interrupted) {
  if (rules_.disabled()) return true;
  const JointWays ways(trajectory);
  if (!std::isfinite(ways.length())) return false;
  const double parts = std::max(1.0, std::ceil(ways.length() / kLongest)), part = ways.length() / parts;
  std::vector<Stretch> work;
  for (double i = 0.0; i < parts; i += 1.0) {
    work.push_back({i * part, (i + 1.0) * part, {}});
    for (bool first = true; !work.empty(); first = false) {
      if (interrupted) WW_TRY(interrupted());
      Stretch s = std::move(work.back());
      work.pop_back();
      const double middle = 0.5 * (s.from + s.to), time = ways.timeAt(middle);
      // A little more at either end, for what rounding does to times.
      const double spare = 1e-9 * (1.0 + ways.length());
      const double begins = ways.timeAt(s.from - spare), ends = ways.timeAt(s.to + spare);
      goTo(trajectory.sample(time).q, ways.between(begins, time).cwiseMax(ways.between(time, ends)));
      if (first) s.pairs = around(rules_.largestMargin());
      std::vector<std::uint32_t> open;
      const Known known = look(s, open);
      if (known == Known::kFree) continue;
      if (known == Known::kNot || s.to - s.from <= kFinest) return false;
      work.push_back({middle, s.to, open});
      work.push_back({s.from, middle, std::move(open)});
    }
  }
  return true;
}

// ---- the nearest

// Not measured as long as it cannot have come near enough since it was.
void PairWatch::consider(std::uint32_t number, double beyond) {
  Pair& pair = pairs_[number];
  const double boxes = boxesApart(pair);
  const bool known = pair.place > 0 && pair.place + 1 == place_ && pair.least > 0.0;
  pair.least = std::max(boxes, known ? pair.least - wayOf(pair) : -std::numeric_limits<double>::infinity());
  pair.place = place_;
  const double near = std::max(0.0, beyond);
  if (pair.least <= near) pair.least = std::max(pair.least, turnedApart(pair));
  if (pair.least <= near) open_.emplace_back(pair.least, number);
}

// Those that may be nearest first: with what was found the others mostly need no measuring.
std::optional<PairWatch::Nearest> PairWatch::nearest(double beyond) {
  std::optional<Nearest> out;
  if (rules_.disabled()) return out;
  open_.clear();
  for (std::uint32_t k = 0; k < moving_pairs_; ++k) consider(k, beyond);
  for (std::uint32_t i = 0; i < riders_.size(); ++i)
    for (const std::uint32_t number : near(i, std::max(0.0, beyond))) consider(number, beyond);
  std::ranges::sort(open_);
  for (const auto& [least, number] : open_) {
    if (least > std::max(0.0, beyond)) break;
    Pair& pair = pairs_[number];
    const double far = std::max(0.0, beyond) + kAhead, distance = apart(pair, far);
    pair.least = std::max(least, std::min(distance, far));
    if (distance >= beyond) continue;
    beyond = distance;
    const EntityId b = pair.standing ? pair.standing->entity : riders_[pair.b].body->entity;
    out = Nearest{riders_[pair.a].body->entity, b, distance};
  }
  return out;
}

// Those whose boxes are nearest first, as for nearest().
PairWatch::Glance PairWatch::glance(const std::vector<Open>& pairs, double beyond, bool all) {
  struct Looked {
    double apart, way;
    Open open;
    bool measured = false;
    double least() const { return std::max(open.least_m, apart - way); }
  };
  std::vector<Looked> looked;
  for (const Open& open : pairs) {
    if (open.least_m >= beyond) continue;
    const Pair& pair = pairs_[open.pair];
    Looked one{boxesApart(pair), wayOf(pair), open};
    if (one.least() >= beyond) continue;
    one.apart = turnedApart(pair);
    if (one.least() < beyond) looked.push_back(one);
  }
  std::ranges::sort(looked, {}, [](const Looked& one) { return std::pair(one.apart, one.open.pair); });
  Glance out;
  for (Looked& one : looked) {
    if (one.least() >= beyond) continue;
    // Of what goes far only the distance here matters: for the stretch its boxes say as much.
    const bool far = !all && one.way > kFarWay;
    if (far && one.apart >= beyond) continue;
    const Pair& pair = pairs_[one.open.pair];
    const double reach = far ? beyond : beyond + one.way;  // what is farther apart is not measured
    one.apart = std::max(one.apart, std::min(apart(pair, reach), reach));
    one.measured = true;
    if (one.apart >= beyond) continue;
    beyond = one.apart;
    const EntityId b = pair.standing ? pair.standing->entity : riders_[pair.b].body->entity;
    out.nearest = Nearest{riders_[pair.a].body->entity, b, one.apart};
  }
  out.distance_m = out.least_m = std::numeric_limits<double>::infinity();
  for (const Looked& one : looked) {
    if (one.least() >= beyond) continue;
    out.pairs.push_back({one.open.pair, one.least()});
    if (one.measured) out.distance_m = std::min(out.distance_m, one.apart);
    out.least_m = std::min(out.least_m, one.least());
    out.way_m = std::max(out.way_m, one.way);
  }
  return out;
}

}  // namespace ww::validate
