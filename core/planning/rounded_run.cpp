// SPDX-License-Identifier: Apache-2.0
#include "core/planning/rounded_run.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/ik/descent.h"

namespace ww::planning {
namespace {

constexpr double kNoSize = 1e-6;     // metres or radians
constexpr double kSamePlace = 1e-6;  // radians or metres

// What a corner takes of the lines on both of its sides.
struct Shares {
  double before = 0.0, after = 0.0;
  bool none() const { return before <= 0.0 || after <= 0.0; }
};

Vec3 wayOf(const Line& line) { return (line.root_t_to.p - line.root_t_from.p).normalized(); }

// As much as is asked for, at most half of each line, and the same length of both.
Shares sharesOf(const Line& a, const Line& b, const Rounding& rounding) {
  const auto share = [&](const Line& line) {
    double out = 0.5;
    bool bound = false;
    if (rounding.metres && line.metres() > kNoSize) {
      out = std::min(out, *rounding.metres / line.metres());
      bound = true;
    }
    if (rounding.radians && line.radians() > kNoSize) {
      out = std::min(out, *rounding.radians / line.radians());
      bound = true;
    }
    return bound ? out : 0.0;
  };
  Shares out{share(a), share(b)};
  const bool moves = a.metres() > kNoSize && b.metres() > kNoSize;
  // Turning back has no rounding worth it, as with joints.
  if (moves && wayOf(a).dot(wayOf(b)) < -0.99) return {};
  const double first = moves ? a.metres() : a.radians(), second = moves ? b.metres() : b.radians();
  if (first <= kNoSize || second <= kNoSize) return out;
  const double size = std::min(out.before * first, out.after * second);
  return {size / first, size / second};
}

// Within the corner, x from 0 to 1: what is gone along the first line and the second together, so that the path leaves
// the one and joins the other with no jump of its second derivative.
Pose cornerPose(const Line& a, const Line& b, const Shares& shares, double x) {
  const double turned = turnedUpTo(x);
  const Pose first = a.at(1.0 - shares.before + 2.0 * shares.before * (x - turned));
  const Pose second = b.at(2.0 * shares.after * turned);
  return {first.p + (second.p - b.root_t_from.p), (first.q * b.root_t_from.q.conjugate() * second.q).normalized()};
}

class LineRun {
 public:
  LineRun(std::span<Part> parts, std::span<const Rounding> roundings, const Budget& budget)
      : parts_(parts), roundings_(roundings), budget_(budget), points_{parts.front().path.front()} {}

  Result<RoundedRun> build(bool may_drift);

 private:
  struct Bend {
    std::size_t begins = 0, middle = 0, ends = 0;  // waypoints
    RoundedCorner corner;
  };
  const Line& line(std::size_t k) const { return *parts_[k].planner->line(); }
  // True when all of it can be followed and is free; else what was added is taken back.
  Result<bool> walk(std::size_t k, double from, double to);
  Result<bool> bend(std::size_t k, const Shares& shares, Bend& out);
  // Rounds the corner behind part k, from its line's share on; the share of the next that is taken, none if it cannot.
  Result<std::optional<double>> join(std::size_t k, double from);
  Result<bool> add(const Part& part, const JointVector& q);

  std::span<Part> parts_;
  std::span<const Rounding> roundings_;  // of the corner behind each part
  const Budget& budget_;
  Waypoints points_;
  std::vector<Bend> bends_;
};

Result<bool> LineRun::add(const Part& part, const JointVector& q) {
  if ((q - points_.back()).norm() < kSamePlace) return true;
  if (part.planner->rule() && !part.planner->rule()->keepsBetween(points_.back(), q)) return false;
  WW_ASSIGN(const auto hit, findCollision(*part.scene, points_.back(), q, part.scene->spacing(), budget_));
  if (hit) return false;
  points_.push_back(q);
  return true;
}

Result<bool> LineRun::walk(std::size_t k, double from, double to) {
  const Part& part = parts_[k];
  const Line piece{line(k).node, line(k).tip, line(k).at(from), line(k).at(to)};
  const std::size_t before = points_.size();
  WW_ASSIGN(const LineWalk found, walkLine(part.scene->tree(), part.planner->limits(), piece, points_.back(),
                                           [this] { return budget_.check(); }));
  bool good = found.whole();
  for (std::size_t i = 1; good && i < found.points.size(); ++i) {
    WW_ASSIGN(good, add(part, found.points[i]));
  }
  if (!good) points_.resize(before);
  return good;
}

Result<bool> LineRun::bend(std::size_t k, const Shares& shares, Bend& out) {
  constexpr double kMetres = 0.004, kRadians = 0.02;  // between two places
  constexpr double kJump = 0.3;                       // radians or metres
  const Line &a = line(k), &b = line(k + 1);
  const double metres = shares.before * a.metres() + shares.after * b.metres();
  const double radians = shares.before * a.radians() + shares.after * b.radians();
  const int half =
      std::clamp(static_cast<int>(std::ceil(0.5 * std::max(metres / kMetres, radians / kRadians))), 5, 100);
  const std::size_t before = points_.size();
  out.begins = before - 1;
  for (int i = 1; i <= 2 * half; ++i) {
    WW_TRY(budget_.check());
    const Part& part = parts_[i <= half ? k : k + 1];
    kinematics::Descent descent(part.scene->tree(), {a.tip.row, a.tip.row_t_node},
                                cornerPose(a, b, shares, static_cast<double>(i) / (2.0 * half)),
                                part.planner->limits());
    const auto found = descent.run(points_.back(), 30);
    bool good = found.solved() && kinematics::jointDistance(found.q, points_.back()) < kJump;
    if (good) {
      WW_ASSIGN(good, add(part, found.q));
    }
    if (!good) {
      points_.resize(before);
      return false;
    }
    if (i == half) out.middle = points_.size() - 1;
  }
  out.ends = points_.size() - 1;
  const double moved = std::max(shares.before * a.metres(), shares.after * b.metres());
  const double turned = std::max(shares.before * a.radians(), shares.after * b.radians());
  out.corner = {parts_[k].index, moved > kNoSize ? moved : 0.0, turned > kNoSize ? turned : 0.0, 0.0};
  return out.begins < out.middle && out.middle < out.ends;
}

Result<std::optional<double>> LineRun::join(std::size_t k, double from) {
  constexpr double kSmallest = 1.0 / 20.0;  // of what was asked for
  const Shares most = sharesOf(line(k), line(k + 1), roundings_[k]);
  const std::size_t before = points_.size();
  for (double scale = 1.0; !most.none() && scale > kSmallest; scale *= 0.5) {
    const Shares shares{scale * most.before, scale * most.after};
    Bend bent;
    WW_ASSIGN(bool good, walk(k, from, 1.0 - shares.before));
    if (good) {
      WW_ASSIGN(good, bend(k, shares, bent));
    }
    if (good) {
      bends_.push_back(bent);
      return std::optional(shares.after);
    }
    points_.resize(before);
  }
  return std::optional<double>();
}

Result<RoundedRun> LineRun::build(bool may_drift) {
  double from = 0.0;
  std::size_t k = 0;
  for (; k + 1 < parts_.size(); ++k) {
    WW_ASSIGN(const auto taken, join(k, from));
    if (!taken) break;
    from = *taken;
  }
  RoundedRun out;
  if (bends_.empty()) return out;
  WW_ASSIGN(const bool whole, walk(k, from, 1.0));
  const JointVector& wanted = parts_[k].path.back();
  const bool same = kinematics::jointDistance(points_.back(), wanted) < 1e-5;
  const bool drifts =
      may_drift && k + 1 == parts_.size() && !std::holds_alternative<JointVector>(parts_[k].segment->goal);
  if (!whole || (!same && !drifts)) return out;
  if (same) points_.back() = wanted;
  else out.end = points_.back();
  out.curve = PathCurve::through(points_);
  const auto place = [&](std::size_t i) { return out.curve.pieces()[i].start; };
  for (const Bend& bent : bends_)
    out.seams.push_back({place(bent.begins), place(bent.middle), place(bent.ends), bent.corner});
  return out;
}

}  // namespace

Result<RoundedRun> roundLines(std::span<Part> parts, std::span<const Rounding> roundings, const Budget& budget,
                              bool may_drift) {
  return LineRun(parts, roundings, budget).build(may_drift);
}

namespace {

// The waypoints of all parts, no two the same, and to which part the leg behind each belongs.
struct Legs {
  Waypoints points;
  std::vector<std::size_t> part;   // of points[i] to points[i + 1]
  std::vector<std::size_t> seams;  // points between parts
};

Legs legsOf(std::span<const Part> parts) {
  Legs out;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (const JointVector& q : parts[k].path) {
      if (!out.points.empty() && (q - out.points.back()).norm() < kSamePlace) continue;
      if (!out.points.empty()) out.part.push_back(k);
      out.points.push_back(q);
    }
    if (k + 1 < parts.size()) out.seams.push_back(out.points.size() - 1);
  }
  return out;
}

// The largest move of one joint per unit of the way into a corner and out of it.
double mostOfOneJoint(const Corner& corner) {
  return std::max(corner.u1.cwiseAbs().maxCoeff(), corner.u2.cwiseAbs().maxCoeff());
}

}  // namespace

RoundedRun roundJoints(std::span<Part> parts, std::span<const Rounding> roundings, const Budget& budget) {
  const Legs legs = legsOf(parts);
  const auto options = [&](std::size_t i) {
    BlendOptions out;
    const auto seam = std::ranges::find(legs.seams, i);
    if (seam == legs.seams.end()) return out;
    const double joint = roundings[static_cast<std::size_t>(seam - legs.seams.begin())].joint.value_or(0.0);
    const Corner ways{
        {}, (legs.points[i] - legs.points[i - 1]).normalized(), (legs.points[i + 1] - legs.points[i]).normalized()};
    out.longest = 2.0 * joint / mostOfOneJoint(ways);
    return out;
  };
  const auto isFree = [&](std::size_t i, const Corner& corner) {
    const Part &before = parts[legs.part[i - 1]], &after = parts[legs.part[i]];
    const double spacing = std::min(before.scene->spacing(), after.scene->spacing());
    const int steps = std::max(2, static_cast<int>(std::ceil(corner.length / spacing)));
    for (int n = 0; n <= steps; ++n) {
      const JointVector q = corner.at(corner.length * n / steps);
      const Part& part = 2 * n <= steps ? before : after;
      if (!budget.check().ok() || !part.planner->keepsRule(q) || part.scene->collides(q)) return false;
    }
    return true;
  };
  RoundedRun out;
  std::vector<Corner> used;
  out.curve = PathCurve::blendedEach(legs.points, options, isFree, &used);
  for (std::size_t k = 0; k < legs.seams.size(); ++k) {
    const Corner& corner = used[legs.seams[k] - 1];
    const double half = 0.5 * corner.length, reach = half * mostOfOneJoint(corner);
    out.seams.push_back(
        {corner.begins, corner.begins + half, corner.begins + 2.0 * half, {parts[k].index, 0.0, 0.0, reach}});
  }
  return out;
}

}  // namespace ww::planning
