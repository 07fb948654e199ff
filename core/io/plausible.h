// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where figures stop being plausible, for the suspicions of imports and of edits alike.
namespace ww::io::plausible {

// Of limits of joints that turn, in radians: between a few turns, which cables and screws have, and figures that stand
// for "no limit", they look like degrees.
constexpr double kLeastDegrees = 20.0, kMostDegrees = 800.0;
// kg/m^3: beyond all metals, and less than air.
constexpr double kHeaviest = 25'000.0, kLightest = 1.0;

}  // namespace ww::io::plausible
