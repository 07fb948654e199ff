// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "core/planning/jerk_optimal.h"

namespace ww::planning {

// The three quadratic B-splines on an interval of knots, whose first and last knots are threefold.
struct SplineBasis {
  std::array<double, 3> value, first, second;
  // x: 0 at the start of the interval, 1 at its end.
  SplineBasis(const std::vector<double>& knots, std::size_t i, double x);
  double of(const std::array<double, 3>& basis, const double* c) const {
    return basis[0] * c[0] + basis[1] * c[1] + basis[2] * c[2];
  }
};

// Not for use outside this folder. Minimises the time of a spline under the limits of a path.
class JerkBarrier {
 public:
  JerkBarrier(PathLimiter& limiter, SpeedSpline& spline);
  void minimise();

 private:
  // Derivatives by z and its two derivatives at one place.
  struct Local {
    std::array<double, 3> gradient{};
    std::array<double, 6> hessian{};  // 00 01 02 11 12 22
  };
  struct Check {
    SplineBasis basis;
    std::size_t interval = 0;
    double top = 0.0;                        // largest z
    std::size_t acceleration = 0, jerk = 0;  // first rows
    std::size_t accelerations = 0, jerks = 0;
  };
  struct Point {  // of an integral
    SplineBasis basis;
    std::size_t interval = 0;
    double weight = 0.0;
  };
  struct Step {
    double barrier = 0.0, time = 0.0, decrement = 0.0;
    bool feasible = false;
    double merit(double weight) const { return barrier + weight * time; }
  };

  void addCheck(PathLimiter& limiter, std::size_t interval, double x, bool acceleration, bool jerk);
  void addPoints(std::size_t interval);
  void makeFeasible();
  bool isFeasible(const std::vector<double>& c) const;
  Step assemble(const std::vector<double>& c);
  void assembleTime(const std::vector<double>& c, Step& out);
  bool makeStep(double weight);
  // Along the step as far as limits and merit allow; false when that is nowhere.
  bool advance(double weight, Step& now);
  bool addAcceleration(const Check& check, double z, double z1, Local& out, double& product);
  bool addJerk(const Check& check, double z, double z1, double z2, Local& out, double& product);
  void scatter(std::size_t interval, const SplineBasis& basis, const Local& local);
  bool solve(double weight);

  SpeedSpline& spline_;
  Ramp ramp_;          // of the piece that rows are made of
  std::size_t n_ = 0;  // coefficients that are free
  std::vector<Check> checks_;
  std::vector<Point> points_;
  std::vector<double> a1_, a2_, j1_, j2_, j3_;
  // The Newton system: five diagonals, symmetric. The curvature of the limits themselves may make it indefinite.
  bool curved_ = true;
  std::vector<std::array<double, 3>> band_, factor_;
  std::vector<double> gradient_, step_, trial_;
  // Of the time, by itself: another weight of it needs nothing new.
  std::vector<std::array<double, 3>> time_band_;
  std::vector<double> time_gradient_;
};

}  // namespace ww::planning
