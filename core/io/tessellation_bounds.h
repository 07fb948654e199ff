// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::io {

// How far triangles of CAD may lie from the exact surface where nobody says otherwise, and so what is checked for
// collisions: metres.
constexpr double kCadChord = 0.0005;
// Of parts that are larger it is more, as it would be too many triangles.
constexpr double kLargePart = 100.0;  // metres
// What may be asked for.
constexpr double kLeastChord = 1e-6, kMostChord = 1.0;                       // metres
constexpr double kLeastAngle = 0.0174532925199, kMostAngle = 1.57079632680;  // radians: 1 and 90 degrees

}  // namespace ww::io
