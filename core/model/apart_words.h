// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/phrase.h"

namespace ww::model {

// How far two poses are apart, in words: metres and radians, not negative. What is nothing is not told.
inline Phrase apartWords(double metres, double radians) {
  constexpr double kNothing = 1e-7;  // metres, radians
  const FailureArg distance{"distance", arg::Length{metres}}, angle{"angle", arg::Angle{radians}};
  if (radians < kNothing) return phrase(WW_TEXT("Core", "{distance}"), {distance});
  if (metres < kNothing) return phrase(WW_TEXT("Core", "{angle}"), {angle});
  return phrase(WW_TEXT("Core", "{distance} and {angle}"), {distance, angle});
}

}  // namespace ww::model
