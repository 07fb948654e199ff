// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/curves/motion_curves.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kinematics/tool.h"
#include "core/model/mechanism.h"
#include "core/planning/own_limits.h"
#include "core/validate/failures.h"

namespace ww::usecase {
namespace {

using ToolJacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

constexpr double kCurveAtRest = 1e-6;     // radians or metres per second
constexpr double kCurveSamePlace = 1e-9;  // radians or metres
constexpr double kCurveSameTime = 1e-9;   // seconds
constexpr std::size_t kAskEach = 64;      // moments

// How much beyond its limit a rate may be: what the judge allows, and for jerk the rounding of times to nanoseconds.
constexpr double slackOf(Rate rate, double limit) {
  return rate == Rate::kPosition ? 1e-9 : (rate == Rate::kJerk ? 1e-2 : 1e-6) * limit;
}

// What the tool does, by the Jacobian.
class ToolMotion {
 public:
  ToolMotion(const model::Mechanism& mechanism, const std::optional<world::NodeRef>& tool)
      : mechanism_(mechanism), root_t_row_(mechanism.moved().size()) {
    if (tool) seat_ = mechanism.seat(*tool);
  }

  bool rides() const { return seat_.row >= 0; }
  const ToolJacobian& at(const JointVector& q) {
    jacobian_.setZero(6, static_cast<Eigen::Index>(mechanism_.size()));
    mechanism_.forward(q, root_t_row_);
    const Vec3 p_in_root = root_t_row_[static_cast<std::size_t>(seat_.row)] * seat_.row_t_node.p;
    for (int row = seat_.row; row >= 0; row = mechanism_.row(static_cast<std::size_t>(row)).parent) {
      const auto i = static_cast<std::size_t>(row);
      jacobian_.col(mechanism_.row(i).joint) += mechanism_.velocity(i, root_t_row_, p_in_root);
    }
    return jacobian_;
  }

  // Of the Jacobian with lengths in units of its longest arm, so that metres and radians can be compared; of the joints
  // that move the tool.
  double dexterityAt(const JointVector& q) {
    const ToolJacobian& whole = at(q);
    ToolJacobian j(6, 0);
    for (Eigen::Index i = 0; i < whole.cols(); ++i) {
      if (whole.col(i).isZero(0.0)) continue;
      j.conservativeResize(Eigen::NoChange, j.cols() + 1);
      j.col(j.cols() - 1) = whole.col(i);
    }
    if (j.cols() == 0) return 1.0;
    const double longest = j.topRows<3>().colwise().norm().maxCoeff();
    if (longest > 0.0) j.topRows<3>() /= longest;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(j);
    const auto& values = svd.singularValues();
    return values[0] > 0.0 ? values[values.size() - 1] / values[0] : 1.0;
  }

 private:
  const model::Mechanism& mechanism_;
  model::Mechanism::Seat seat_{-1, {}};
  std::vector<Pose> root_t_row_;
  ToolJacobian jacobian_;
};

class CurveMaker {
 public:
  CurveMaker(const model::Mechanism& mechanism, const model::Trajectory& trajectory, const CurveOptions& options,
             MotionCurves& out)
      : mechanism_(mechanism), trajectory_(trajectory), options_(options), out_(out), tool_(mechanism, out.tool) {}

  void make() {
    out_.seconds = trajectory_.duration();
    nameJoints();
    for (std::size_t i = 0; i + 1 < trajectory_.times.size() && !stopped_; ++i) addPiece(i);
    if (trajectory_.times.size() == 1) addStanding();
    joinBreaks();
    findStops();
    if (stopped_ || !tool_.rides()) return;
    findSingular();
    if (std::isfinite(out_.tool_limit)) findTooFast();
  }

 private:
  void nameJoints() {
    const model::MotionLimits limits = model::motionLimits(mechanism_);
    for (std::size_t i = 0; i < mechanism_.size(); ++i) {
      const model::BodyIndex body = mechanism_.joints()[i];
      JointCurve curve;
      curve.name = mechanism_.model().jointName(body);
      curve.revolute = mechanism_.model().body(body).revolute;
      curve.lower = limits.position[i].lower;
      curve.upper = limits.position[i].upper;
      curve.limit = limits.dynamic[i];
      curve.margin = std::numeric_limits<double>::infinity();
      out_.joints.push_back(std::move(curve));
    }
  }

  // A motion that is over at once.
  void addStanding() {
    const model::JointState& s = trajectory_.states.front();
    addPoint(0.0, {s.q, s.v, s.a, JointVector::Zero(s.q.size())});
    for (std::size_t i = 0; i < out_.joints.size(); ++i) takeMargin(i, s.q[static_cast<Eigen::Index>(i)], 0.0);
  }

  void addPiece(std::size_t index) {
    const double from = trajectory_.times[index], span = trajectory_.times[index + 1] - from;
    if (!(span > 0.0)) return;
    const model::JointState &a = trajectory_.states[index], &b = trajectory_.states[index + 1];
    pieces_.clear();
    for (Eigen::Index i = 0; i < a.q.size(); ++i) {
      pieces_.push_back(CubicPiece::between(a.q[i], a.v[i], b.q[i], b.v[i], span));
      for (const Rate rate : kRates) look(static_cast<std::size_t>(i), rate, from);
    }
    const double step = out_.seconds / static_cast<double>(std::max<std::size_t>(options_.moments, 2) - 1);
    const int parts = std::max(1, static_cast<int>(std::ceil(span / step - 1e-9)));
    for (int k = 0; k <= parts && !stopped_; ++k) addMoment(from, span * k / parts);
  }

  void addMoment(double from, double time) {
    std::array<JointVector, 4> joints;
    for (const Rate rate : kRates) {
      JointVector& of = joints[static_cast<std::size_t>(rate)];
      of.resize(static_cast<Eigen::Index>(pieces_.size()));
      for (std::size_t i = 0; i < pieces_.size(); ++i) of[static_cast<Eigen::Index>(i)] = pieces_[i].at(rate, time);
    }
    addPoint(from + time, std::move(joints));
  }

  void addPoint(double seconds, std::array<JointVector, 4> joints) {
    if (out_.points.size() % kAskEach == 0 && options_.outdated && options_.outdated()) stopped_ = true;
    CurvePoint point;
    point.seconds = seconds;
    point.joints = std::move(joints);
    if (tool_.rides()) {
      const Eigen::Matrix<double, 6, 1> rate = tool_.at(point.joints[0]) * point.joints[1];
      point.tool_speed = rate.head<3>().norm();
      point.tool_turn = rate.tail<3>().norm();
      point.dexterity = tool_.dexterityAt(point.joints[0]);
      if (point.tool_speed > out_.top_speed) out_.top_speed = point.tool_speed, out_.top_speed_at_s = seconds;
      if (!out_.points.empty())
        out_.way_m += 0.5 * (point.tool_speed + out_.points.back().tool_speed) * (seconds - out_.points.back().seconds);
    }
    out_.points.push_back(std::move(point));
  }

  // Limits of one joint in the piece at hand.
  void look(std::size_t joint, Rate rate, double from) {
    const CubicPiece& piece = pieces_[joint];
    JointCurve& curve = out_.joints[joint];
    for (const double t : piece.cuts(rate)) {
      const double value = piece.at(rate, t);
      if (rate == Rate::kPosition) {
        takeMargin(joint, value, from + t);
        continue;
      }
      Peak& peak = curve.peaks[static_cast<std::size_t>(rate)];
      const double share = std::abs(value) / curve.most(rate);
      if (share > peak.share) peak = {share, from + t, value};
    }
    const double slack = slackOf(rate, curve.most(rate));
    for (const OutsidePart& part : outsideOf(piece, rate, curve.least(rate) - slack, curve.most(rate) + slack))
      out_.breaks.push_back({joint, rate, from + part.from_s, from + part.to_s, from + part.worst_s, part.worst});
  }

  void takeMargin(std::size_t joint, double value, double time) {
    JointCurve& curve = out_.joints[joint];
    const double margin = std::min(value - curve.lower, curve.upper - value);
    if (margin < curve.margin) curve.margin = margin, curve.margin_at_s = time;
  }

  // What goes on from piece to piece is one.
  void joinBreaks() {
    std::vector<LimitBreak> joined;
    for (const LimitBreak& one : out_.breaks) {
      const auto before = std::ranges::find_if(joined.rbegin(), joined.rend(), [&](const LimitBreak& other) {
        return other.joint == one.joint && other.rate == one.rate;
      });
      if (before == joined.rend() || one.from_s - before->to_s > kCurveSameTime) {
        joined.push_back(one);
        continue;
      }
      before->to_s = one.to_s;
      const JointCurve& curve = out_.joints[one.joint];
      const auto excess = [&](double value) {
        return std::max(curve.least(one.rate) - value, value - curve.most(one.rate));
      };
      if (excess(one.worst) > excess(before->worst)) before->worst = one.worst, before->worst_s = one.worst_s;
    }
    std::ranges::stable_sort(joined, {}, &LimitBreak::from_s);
    out_.breaks = std::move(joined);
  }

  // Where it stands between two parts of the way; standing on at either end is no stop.
  void findStops() {
    const auto& states = trajectory_.states;
    const auto moves = [&](std::size_t i) {
      return (states[i + 1].q - states[i].q).cwiseAbs().maxCoeff() > kCurveSamePlace;
    };
    std::size_t end = states.size() - 1;  // where the way ends
    while (end > 0 && !moves(end - 1)) --end;
    bool moved = false;
    for (std::size_t i = 1; i < end; ++i) {
      moved = moved || moves(i - 1);
      if (!moved || states[i].v.cwiseAbs().maxCoeff() > kCurveAtRest) continue;
      out_.stops.push_back(trajectory_.times[i]);
      moved = false;
    }
  }

  double speedAt(double time) {
    const model::JointState s = trajectory_.sample(time);
    const Eigen::Matrix<double, 6, 1> rate = tool_.at(s.q) * s.v;
    return rate.head<3>().norm();
  }

  // When the tool gets faster than its limit, or slower again, between two moments.
  double speedCrossing(double from, double to) {
    const bool rises = speedAt(from) < out_.tool_limit;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (from + to);
      (speedAt(middle) < out_.tool_limit) == rises ? from = middle : to = middle;
    }
    return 0.5 * (from + to);
  }

  void findTooFast() {
    const double most = out_.tool_limit * (1.0 + 1e-6);
    const auto& points = out_.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool fast = points[i].tool_speed > most, was = i > 0 && points[i - 1].tool_speed > most;
      const double time = points[i].seconds;
      if (fast && !was) {
        const double from = i > 0 ? speedCrossing(points[i - 1].seconds, time) : time;
        out_.tool_breaks.push_back({0, Rate::kVelocity, from, time, time, points[i].tool_speed});
      }
      if (!fast && was) out_.tool_breaks.back().to_s = speedCrossing(points[i - 1].seconds, time);
      if (!fast) continue;
      LimitBreak& one = out_.tool_breaks.back();
      one.to_s = time;
      if (points[i].tool_speed > one.worst) one.worst = points[i].tool_speed, one.worst_s = time;
    }
  }

  // Where the ratio is smallest among its neighbours, looked at closely.
  void findSingular() {
    const auto& points = out_.points;
    SingularPlace best;
    bool found = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool near = points[i].dexterity < kCoarse;
      if (near && (!found || points[i].dexterity < best.dexterity)) best = {points[i].seconds, points[i].dexterity};
      found = found || near;
      if (!found || (near && i + 1 < points.size())) continue;
      const SingularPlace place = closer(best);
      if (place.dexterity < kNearSingular) out_.singular.push_back(place);
      found = false;
    }
  }

  // By the golden section, a moment to both sides.
  SingularPlace closer(const SingularPlace& coarse) {
    constexpr double kGolden = 0.6180339887498949;
    const double step = out_.seconds / static_cast<double>(std::max<std::size_t>(options_.moments, 2) - 1);
    double from = std::max(0.0, coarse.at_s - step), to = std::min(out_.seconds, coarse.at_s + step);
    const auto ratioAt = [&](double time) { return tool_.dexterityAt(trajectory_.sample(time).q); };
    double a = to - kGolden * (to - from), b = from + kGolden * (to - from);
    double at_a = ratioAt(a), at_b = ratioAt(b);
    for (int i = 0; i < 40; ++i) {
      if (at_a < at_b) {
        to = b, b = a, at_b = at_a;
        a = to - kGolden * (to - from), at_a = ratioAt(a);
      } else {
        from = a, a = b, at_a = at_b;
        b = from + kGolden * (to - from), at_b = ratioAt(b);
      }
    }
    const double middle = 0.5 * (from + to), ratio = ratioAt(middle);
    return ratio < coarse.dexterity ? SingularPlace{middle, ratio} : coarse;
  }

  static constexpr double kCoarse = 2.0 * kNearSingular;  // between two moments it may be smaller

  const model::Mechanism& mechanism_;
  const model::Trajectory& trajectory_;
  const CurveOptions& options_;
  MotionCurves& out_;
  ToolMotion tool_;
  std::vector<CubicPiece> pieces_;  // of the joints, between two states
  bool stopped_ = false;
};

}  // namespace

double JointCurve::most(Rate rate) const {
  switch (rate) {
    case Rate::kPosition: return upper;
    case Rate::kVelocity: return limit.velocity;
    case Rate::kAcceleration: return limit.acceleration;
    default: return limit.jerk;
  }
}

double JointCurve::least(Rate rate) const { return rate == Rate::kPosition ? lower : -most(rate); }

Result<MotionCurves> motionCurves(const model::Model& model, ObjectId robot, const std::optional<world::NodeRef>& tool,
                                  const model::Trajectory& trajectory, const CurveOptions& options) {
  WW_ASSIGN(const model::Mechanism mechanism, model::Mechanism::ofObject(model, robot));
  if (trajectory.empty()) return fail(validate::failures::kNoTrajectory);
  const auto given = static_cast<std::size_t>(trajectory.states.front().q.size());
  if (given != mechanism.size())
    return fail(validate::failures::kOtherRobot,
                {{"given", arg::Count{given}}, {"count", arg::Count{mechanism.size()}}});
  MotionCurves out;
  out.tool_limit = planning::ownFrameLimits(*model.world().peek(robot)).linear_velocity;
  out.tool = tool ? tool : kinematics::toolOf(model.world(), robot);
  CurveMaker(mechanism, trajectory, options, out).make();
  return out;
}

}  // namespace ww::usecase
