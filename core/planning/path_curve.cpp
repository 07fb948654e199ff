// SPDX-License-Identifier: Apache-2.0
#include "core/planning/path_curve.h"

#include <algorithm>
#include <cmath>

namespace ww::planning {

double turnedUpTo(double x) {
  if (x < 0.5) return 2.0 / 3.0 * x * x * x;
  const double y = 1.0 - x;
  return 0.5 - y + 2.0 / 3.0 * y * y * y;
}

namespace {

constexpr double kSamePoint = 1e-7;  // waypoints nearer than this are one (radians or metres)
constexpr double kNoLine = 1e-12;
constexpr double kShortestCorner = 2e-3;  // one that is shorter gains nothing

// How far the direction has turned, 0 to 1.
double turnedAt(double x) { return x < 0.5 ? 2.0 * x * x : 1.0 - 2.0 * (1.0 - x) * (1.0 - x); }
// The longest free corner of a few sizes; length 0 for none.
Corner roundCorner(const JointVector& a, const JointVector& b, const JointVector& c, const BlendOptions& options,
                   const CornerCheck& isFree) {
  const double before = (b - a).norm(), after = (c - b).norm();
  Corner out;
  out.u1 = (b - a) / before;
  out.u2 = (c - b) / after;
  out.start = b;
  // Turning back has no rounding worth it.
  if (out.u1.dot(out.u2) < -0.99) return out;
  const double turn = (out.u2 - out.u1).norm();
  const double allowed = turn > 1e-9 ? 12.0 * options.deviation / turn : options.longest;
  const double longest = std::min({options.longest, allowed, before, after});
  // What is small because it was asked for, or because the waypoints are dense, is no stop.
  const double shortest = std::min(kShortestCorner, 0.5 * longest);
  for (double length = longest; length > shortest; length *= 0.5) {
    out.length = length;
    out.start = b - 0.5 * length * out.u1;
    if (!isFree || isFree(out)) return out;
  }
  out.length = 0.0;
  out.start = b;
  return out;
}

std::vector<JointVector> withoutRepeats(const std::vector<JointVector>& waypoints) {
  std::vector<JointVector> points{waypoints.front()};
  for (const auto& q : waypoints) {
    if ((q - points.back()).norm() > kSamePoint) points.push_back(q);
  }
  return points;
}

// Slopes at the knots of the cubic spline whose third derivative does not jump at the second and last but one knot
// ("not a knot"), by rows of points; two or three points give the line or parabola. de Boor, A Practical Guide to
// Splines, 1978, chapter IV.
Eigen::MatrixXd splineSlopes(const Eigen::MatrixXd& q, const JointVector& h) {
  const Eigen::Index n = h.size();
  Eigen::MatrixXd chord(q.rows(), n), slope(q.rows(), n + 1);
  for (Eigen::Index i = 0; i < n; ++i) chord.col(i) = (q.col(i + 1) - q.col(i)) / h[i];
  if (n == 1) return chord.replicate(1, 2);
  JointVector lower = JointVector::Zero(n + 1), diagonal(n + 1), upper = JointVector::Zero(n + 1);
  const auto endRow = [&](double near, double far, auto first, auto second) {
    return (((near + 2.0 * (near + far)) * far * first + near * near * second) / (near + far)).eval();
  };
  if (n == 2) {
    slope.col(1) = (h[1] * chord.col(0) + h[0] * chord.col(1)) / (h[0] + h[1]);
    slope.col(0) = 2.0 * chord.col(0) - slope.col(1);
    slope.col(2) = 2.0 * chord.col(1) - slope.col(1);
    return slope;
  }
  diagonal[0] = h[1];
  upper[0] = h[0] + h[1];
  slope.col(0) = endRow(h[0], h[1], chord.col(0), chord.col(1));
  for (Eigen::Index i = 1; i < n; ++i) {
    lower[i] = h[i];
    diagonal[i] = 2.0 * (h[i - 1] + h[i]);
    upper[i] = h[i - 1];
    slope.col(i) = 3.0 * (h[i] * chord.col(i - 1) + h[i - 1] * chord.col(i));
  }
  lower[n] = h[n - 1] + h[n - 2];
  diagonal[n] = h[n - 2];
  slope.col(n) = endRow(h[n - 1], h[n - 2], chord.col(n - 1), chord.col(n - 2));
  for (Eigen::Index i = 1; i <= n; ++i) {
    const double f = lower[i] / diagonal[i - 1];
    diagonal[i] -= f * upper[i - 1];
    slope.col(i) -= f * slope.col(i - 1);
  }
  slope.col(n) /= diagonal[n];
  for (Eigen::Index i = n; i-- > 0;) slope.col(i) = (slope.col(i) - upper[i] * slope.col(i + 1)) / diagonal[i];
  return slope;
}

}  // namespace

JointVector Corner::at(double s) const { return start + s * u1 + length * turnedUpTo(s / length) * (u2 - u1); }
JointVector Corner::derivative(double s) const { return u1 + turnedAt(s / length) * (u2 - u1); }
JointVector Corner::second(double s) const {
  const double x = s / length;
  return 4.0 / length * std::min(x, 1.0 - x) * (u2 - u1);
}

void PathCurve::add(double length, bool straight, bool stops) {
  pieces_.push_back({this->length(), length, straight, stops});
  const auto columns = static_cast<Eigen::Index>(4 * pieces_.size());
  if (columns > coefficients_.cols()) coefficients_.conservativeResize(start_.size(), 2 * columns);
  coefficients_.middleCols(columns - 4, 4).setZero();
}

void PathCurve::addLine(const JointVector& from, const JointVector& u, double length, bool stops) {
  add(length, true, stops);
  coefficient(pieces_.size() - 1, 0) = from;
  coefficient(pieces_.size() - 1, 1) = u;
}

void PathCurve::addCorner(const Corner& corner) {
  const double length = corner.length;
  const JointVector turn = corner.u2 - corner.u1;
  add(0.5 * length, false, false);
  std::size_t i = pieces_.size() - 1;
  coefficient(i, 0) = corner.start;
  coefficient(i, 1) = corner.u1;
  coefficient(i, 3) = 2.0 / (3.0 * length * length) * turn;
  add(0.5 * length, false, false);
  ++i;
  coefficient(i, 0) = corner.start + 0.5 * length * corner.u1 + length / 12.0 * turn;
  coefficient(i, 1) = corner.u1 + 0.5 * turn;
  coefficient(i, 2) = turn / length;
  coefficient(i, 3) = -2.0 / (3.0 * length * length) * turn;
}

PathCurve PathCurve::blended(const std::vector<JointVector>& waypoints, const BlendOptions& options,
                             const CornerCheck& isFree, std::vector<Corner>* used) {
  return blendedEach(
      withoutRepeats(waypoints), [&](std::size_t) { return options; },
      [&](std::size_t, const Corner& corner) { return !isFree || isFree(corner); }, used);
}

PathCurve PathCurve::blendedEach(const std::vector<JointVector>& points, const BlendOptionsOf& options,
                                 const CornerCheckOf& isFree, std::vector<Corner>* used) {
  PathCurve out;
  out.start_ = points.front();
  out.end_ = points.back();
  out.coefficients_.resize(out.start_.size(), static_cast<Eigen::Index>(12 * points.size()));
  double trimmed = 0.0;  // of the start
  bool stops = false;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    Corner corner;
    const bool inner = i + 2 < points.size();
    if (inner)
      corner = roundCorner(points[i], points[i + 1], points[i + 2], options(i + 1),
                           [&](const Corner& c) { return isFree(i + 1, c); });
    const JointVector way = points[i + 1] - points[i];
    const double length = way.norm();
    const JointVector u = way / length;
    // Between two corners that take all of it there is no line.
    const double rest = length - trimmed - 0.5 * corner.length;
    if (rest > kNoLine) out.addLine(points[i] + trimmed * u, u, rest, stops);
    trimmed = 0.5 * corner.length;
    stops = inner && corner.length <= 0.0;
    corner.begins = out.length();
    if (inner && used) used->push_back(corner);
    if (corner.length > 0.0) out.addCorner(corner);
  }
  return out;
}

PathCurve PathCurve::through(const std::vector<JointVector>& all) {
  const std::vector<JointVector> points = withoutRepeats(all);
  PathCurve out;
  out.start_ = points.front();
  out.end_ = points.back();
  if (points.size() == 1) return out;
  const auto n = static_cast<Eigen::Index>(points.size()) - 1;
  Eigen::MatrixXd q(out.start_.size(), n + 1);
  JointVector h(n);
  for (Eigen::Index i = 0; i <= n; ++i) q.col(i) = points[static_cast<std::size_t>(i)];
  for (Eigen::Index i = 0; i < n; ++i) h[i] = (q.col(i + 1) - q.col(i)).norm();
  const Eigen::MatrixXd slope = splineSlopes(q, h);
  for (Eigen::Index i = 0; i < n; ++i) {
    out.add(h[i], n == 1, false);
    const auto piece = static_cast<std::size_t>(i);
    const JointVector chord = (q.col(i + 1) - q.col(i)) / h[i];
    out.coefficient(piece, 0) = q.col(i);
    out.coefficient(piece, 1) = slope.col(i);
    out.coefficient(piece, 2) = (3.0 * chord - 2.0 * slope.col(i) - slope.col(i + 1)) / h[i];
    out.coefficient(piece, 3) = (slope.col(i) + slope.col(i + 1) - 2.0 * chord) / (h[i] * h[i]);
  }
  return out;
}

void PathCurve::derivative(std::size_t piece, double s, int order, Eigen::Ref<JointVector> out) const {
  const double x = s - pieces_[piece].start;
  const auto at = static_cast<Eigen::Index>(4 * piece);
  const auto c = [&](int k) { return coefficients_.col(at + k); };
  if (order == 0) out = c(0) + x * (c(1) + x * (c(2) + x * c(3)));
  if (order == 1) out = c(1) + x * (2.0 * c(2) + (3.0 * x) * c(3));
  if (order == 2) out = 2.0 * c(2) + (6.0 * x) * c(3);
  if (order == 3) out = 6.0 * c(3);
}

void PathCurve::state(std::size_t piece, double s, double v, double a, JointState& out) const {
  const double x = s - pieces_[piece].start;
  const Eigen::Index n = start_.size();
  const double* c = coefficients_.data() + 4 * static_cast<Eigen::Index>(piece) * n;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double c1 = c[n + i], c2 = c[2 * n + i], c3 = c[3 * n + i];
    const double d1 = c1 + x * (2.0 * c2 + 3.0 * x * c3), d2 = 2.0 * c2 + 6.0 * x * c3;
    out.q[i] = c[i] + x * (c1 + x * (c2 + x * c3));
    out.v[i] = v * d1;
    out.a[i] = v * v * d2 + a * d1;
  }
}

JointVector PathCurve::at(double s) const {
  if (pieces_.empty() || s <= 0.0) return start_;
  if (s >= length()) return end_;
  const auto next = std::ranges::upper_bound(pieces_, s, {}, &Piece::start);
  JointVector out(start_.size());
  derivative(static_cast<std::size_t>(next - pieces_.begin()) - 1, s, 0, out);
  return out;
}

}  // namespace ww::planning
