// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>

// Into the function that calls it, which may be one for a certain processor.
#define WW_MODEL_INLINE [[gnu::always_inline]] inline

namespace ww::model {

// Sine and cosine by one sequence of additions and multiplications, for a double as for a vector of them:
// lanes and single values get the same bits, on every processor. Errors are below 2e-16. Angles in radians,
// at most kFarthestTurn; beyond it see turnOf().
constexpr double kFarthestTurn = 1e6;

template <typename T>
struct Turn {
  T sin, cos;
};

// To the nearest whole number, of |x| < 2^51.
template <typename T>
WW_MODEL_INLINE T rounded(const T& x) {
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52
  return (x + kShift) - kShift;
}

// Reduction by parts of pi/2 of 33 bits each (Cody, Waite 1980), coefficients of fdlibm (Sun, 1993).
template <typename T>
WW_MODEL_INLINE Turn<T> nearTurn(const T& angle) {
  const T quarters = rounded(angle * 0.63661977236758134308);
  const T r = ((angle - quarters * 1.57079632673412561417) - quarters * 6.07710050630396597660e-11) -
              quarters * 2.02226624879595063154e-21;
  const T z = r * r;
  const T sin = r + r * z *
                        (-1.66666666666666324348e-01 +
                         z * (8.33333333332248946124e-03 +
                              z * (-1.98412698298579493134e-04 +
                                   z * (2.75573137070700676789e-06 +
                                        z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
  const T half = z * 0.5, near = 1.0 - half;
  const T cos = near + (((1.0 - near) - half) +
                        z * z *
                            (4.16666666666666019037e-02 +
                             z * (-1.38888888888741095749e-03 +
                                  z * (2.48015872894767294178e-05 +
                                       z * (-2.75573143513906633035e-07 +
                                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  // Which of the four quarters, without a branch: floor(n / 2) of a whole n is its half less 1/4, rounded.
  const T halves = rounded(quarters * 0.5 - 0.25), odd = quarters - halves * 2.0, even = 1.0 - odd;
  const T sign = 1.0 - (halves - rounded(halves * 0.5 - 0.25) * 2.0) * 2.0;
  return {sign * (sin * even + cos * odd), sign * (cos * even - sin * odd)};
}

inline Turn<double> turnOf(double angle) {
  if (std::abs(angle) <= kFarthestTurn) return nearTurn(angle);
  return {std::sin(angle), std::cos(angle)};
}

}  // namespace ww::model
