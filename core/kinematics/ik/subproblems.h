// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/kinematics/ik/screws.h"

namespace ww::kinematics {

// Not for use outside this folder and its tests. The geometric subproblems that closed forms are chained of (Paden
// 1986, Kahan 1983), in the sense of least squares: where rounding has put the goal just out of reach, the nearest is
// taken, and whoever asks looks by forward kinematics how near that is.

struct Slack {
  double share = 1e-9;  // how far out of reach still counts, of the arm's size
  double spread = 0.0;  // radians: two answers that are nearer to their middle are put so far from it, for a polish to
                        // find both; 0 for arms that are what they are taken for
};

// The angle in radians about h that turns `from` to the direction of `to`; `other` where one of them is along h.
double angleAbout(const Vec3& h, const Vec3& from, const Vec3& to, double other);

// Angles in radians with a cos + b sin = c, up to two; `scale` is the largest that a, b and c could be. Any one solves
// it where a and b vanish: `other`.
int anglesOnLine(double a, double b, double c, double scale, const Slack& slack, double other,
                 std::array<double, 2>& out);

// Real roots of a0 + a1 x + ... + a4 x^4, in order, those that only touch zero once; gives how many.
int realRoots(const std::array<double, 5>& a, std::array<double, 4>& out);

// Three axes that bring a point to a place (Pieper 1968): up to four ways.
class ThreeAxes {
 public:
  enum class Kind { kNone, kParallel, kMeeting, kSkew };
  using Angles = std::array<double, 3>;
  struct Ways {
    std::array<Angles, 4> at{};
    unsigned there = 0;  // bit i: at[i] is one; of parallel and meeting axes the same i is the same branch
  };

  // `loose`: within so much of the arm's length axes meet, within so many radians they are parallel. kNone for axes
  // that leave a point no freedom, or one too many.
  ThreeAxes(const Screw& a, const Screw& b, const Screw& c, double loose, double length);
  ThreeAxes() = default;
  Kind kind() const { return kind_; }
  double defect() const { return defect_; }  // by how much the axes do not meet, of the length, or are not parallel
  // The point rides behind the third axis; `seed` where any angle does. Metres and radians, in the root frame.
  void solve(const Vec3& point, const Vec3& place, const Angles& seed, const Slack& slack, Ways& out) const;

 private:
  // What moves on a circle with the third joint: value + on_cos cos + on_sin sin.
  struct Wave {
    double value, on_cos, on_sin;  // metres, or their squares
  };
  struct Circle {
    Vec3 middle, on_cos, on_sin;  // metres from foot2_
    Wave square, along;           // squared distance from foot2_, and part along the second axis
  };
  struct Aim {
    double along1, square;  // of the place, from foot1_: metres and their square
    double size;            // the arm's
  };
  Circle circleOf(const Vec3& point) const;  // metres
  // Radians.
  int thirdAngles(const Circle& c, const Aim& aim, const Slack& slack, double seed, std::array<double, 4>& out) const;
  int skewAngles(const Circle& c, const Aim& aim, const Slack& slack, std::array<double, 4>& out) const;
  // Where the second joint must bring the point, across its axis.
  void addSecond(const Vec3& y, const Aim& aim, const Slack& slack, const Angles& known, int first, const Vec3& place,
                 Ways& out) const;

  Kind kind_ = Kind::kNone;
  std::array<Screw, 3> axis_;
  Vec3 foot1_ = Vec3::Zero(), foot2_ = Vec3::Zero();                  // of the common normal of the first two, metres
  Vec3 normal_ = Vec3::UnitX(), across_ = Vec3::UnitY();              // unit: from foot1_ to foot2_; and axis 2 x that
  double defect_ = 0.0, distance_ = 0.0, cosine_ = 1.0, sine_ = 0.0;  // a share; metres
};

// A point on both lines, or in the middle where they are nearest, and how far they are apart; parallel ones are
// infinitely far.
struct Crossing {
  Vec3 point = Vec3::Zero();  // metres
  double distance = 0.0;      // metres
};
// The tolerance is a sine: radians.
Crossing crossingOf(const Screw& a, const Screw& b, double tolerance);
bool areParallel(const Vec3& a, const Vec3& b, double tolerance);

}  // namespace ww::kinematics
