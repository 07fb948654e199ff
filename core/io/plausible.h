// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where figures stop being plausible, for the suspicions of imports and of edits alike.
namespace ww::io::plausible {

// Of limits of joints that turn, in radians: between a few turns, which cables and screws have, and figures that stand
// for "no limit", they look like degrees.
constexpr double kLeastDegrees = 20.0, kMostDegrees = 800.0;
// kg/m^3. Grams taken as kilograms make 1e6 of plastic, and 3e5 of a hollow link; models for physics alone are often
// ten times too heavy or too light without anybody minding.
constexpr double kHeaviest = 200'000.0, kLightest = 0.1;

}  // namespace ww::io::plausible
