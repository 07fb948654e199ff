// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <vector>

#include "core/planning/trajectory.h"

namespace ww::planning {

// A rounded corner: the direction of the path turns from u1 to u2 (unit in joint space) over a stretch
// of `length` (radians or metres), half of it before the corner and half behind. Its second derivative grows and
// falls linearly, so that it starts and ends with none.
struct Corner {
  JointVector start, u1, u2;
  double length = 0.0;
  double begins = 0.0;  // by the s of the path it is part of
  JointVector at(double s) const;
  JointVector derivative(double s) const;
  JointVector second(double s) const;
  // How far it passes from the waypoint (radians or metres, L2 norm).
  double deviation() const { return length / 12.0 * (u2 - u1).norm(); }
};

// How a direction that turns evenly faster, then evenly slower, from 0 to 1 over 0 to 1, has moved the place: the
// integral, 0 to 1/2.
double turnedUpTo(double x);

// Whether a rounded corner may be used (collision-free).
using CornerCheck = std::function<bool(const Corner&)>;

// How corners are rounded; what does not fit between the waypoints is made smaller.
struct BlendOptions {
  double longest = 0.6;  // stretch of a corner, radians or metres; 0: each waypoint is a stop
  double deviation = std::numeric_limits<double>::infinity();  // largest from the waypoint, radians or metres
};

// The same for each inner waypoint, by its index.
using BlendOptionsOf = std::function<BlendOptions(std::size_t)>;
using CornerCheckOf = std::function<bool(std::size_t, const Corner&)>;

// A geometric path in joint space: cubics q(s), s from 0 on, radians or metres along the chords; continuous with its
// first and second derivative but where it stops. What checks for collisions and what times see the same curve.
class PathCurve {
 public:
  struct Piece {
    double start = 0.0, length = 0.0;  // of s; the length is positive
    bool straight = false;
    bool stops = false;  // at its start the direction jumps
  };
  // Straight between waypoints, corners rounded where `isFree` allows it (empty: always), the largest of a few sizes;
  // others are stops. `used`: the corner of each inner waypoint, of length 0 where it stops. Waypoints that repeat the
  // one before are dropped; at least one, all of the same size.
  static PathCurve blended(const std::vector<JointVector>& waypoints, const BlendOptions& options,
                           const CornerCheck& isFree, std::vector<Corner>* used = nullptr);
  // Each corner by itself. No waypoint may repeat the one before.
  static PathCurve blendedEach(const std::vector<JointVector>& waypoints, const BlendOptionsOf& options,
                               const CornerCheckOf& isFree, std::vector<Corner>* used = nullptr);
  // The smooth curve through all points: for those that lie close together on one, as of a straight line in space.
  static PathCurve through(const std::vector<JointVector>& points);

  std::size_t joints() const { return static_cast<std::size_t>(start_.size()); }
  const std::vector<Piece>& pieces() const { return pieces_; }  // none when all waypoints are one
  double length() const { return pieces_.empty() ? 0.0 : pieces_.back().start + pieces_.back().length; }
  const JointVector& start() const { return start_; }
  const JointVector& end() const { return end_; }
  // A derivative (0 to 3) at `s` within a piece; the piece tells which side of its ends is meant.
  void derivative(std::size_t piece, double s, int order, Eigen::Ref<JointVector> out) const;
  // What a motion with speed v and acceleration a along it is there; `out` has vectors of the right size.
  void state(std::size_t piece, double s, double v, double a, JointState& out) const;
  // The point at `s`, which is clamped.
  JointVector at(double s) const;

 private:
  // Lengths along the path, in its unit.
  void add(double length, bool straight, bool stops);
  auto coefficient(std::size_t piece, int k) { return coefficients_.col(static_cast<Eigen::Index>(4 * piece) + k); }
  void addCorner(const Corner& corner);
  // In units of the path.
  void addLine(const JointVector& from, const JointVector& u, double length, bool stops);

  JointVector start_, end_;
  std::vector<Piece> pieces_;
  Eigen::MatrixXd coefficients_;  // a row for each joint, four columns for each piece: of 1, s, s^2, s^3
};

}  // namespace ww::planning
