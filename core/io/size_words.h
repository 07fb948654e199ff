// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/phrase.h"
#include "core/base/status.h"
#include "core/math/pose.h"

namespace ww::io {

// "0.30 m x 0.20 m x 0.10 m", or "300 mm x 200 mm x 80 mm" when an edge is below 10 cm; fractions of
// millimetres below 1 mm; several units only when a side is above 100 m.
std::string sizeText(const Vec3& size_m);
// The three edges as each voice writes lengths.
Phrase edgesOf(const Vec3& size_m);
// `sizeText` with a thing of everyday life of that size: "..., about as large as a shoe box". English;
// `sizeComparison` alone is for translation: a stable key such as "shoe box".
std::string sizeInWords(const Vec3& size_m);
std::string sizeComparison(const Vec3& size_m);
// Ok, or why the unit is probably another one: "it is 7000 m x 7 m x 3 m; perhaps its unit is millimetres".
// `metres_per_unit` is what was used.
Status unitDoubt(const Vec3& size_m, double metres_per_unit);
// The reason to doubt metres in a file of no unit for which nobody named one: it is larger than 10 m; else ok.
Status unitUnsaid(const Vec3& size_m);
// Whether it is a plane to stand on, which is a thin plate here: it may be as large as anybody likes.
bool isGround(const Vec3& size_m);
// The reason to doubt the size of a file that says its unit: no cell holds such a thing; else ok.
Status sizeDoubt(const Vec3& size_m);

// A unit in metres (0.001 or 1) that suits the size much better than the one used, for a file that
// does not say its unit: above 5 m millimetres, below 1 mm metres. 0: the one used is plausible.
double likelierUnit(const Vec3& size_m, double metres_per_unit);
// By what a file that says its unit should be scaled, as its size is unlikely: 0.001 above 10 m, 1000 below 1 mm; 0: it
// is plausible.
double likelierScale(const Vec3& size_m);

}  // namespace ww::io
