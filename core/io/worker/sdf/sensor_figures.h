// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Sensor.hh>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// A lens that is not read as it is (tellLens), counts of a camera or lidar that no measurement can be made with, and
// noise that cannot be. What the rules of scene objects refuse (rates, clip planes, ranges) is told there.
void tellFigures(const sdf::Sensor& sensor, const std::string& owner, Reporter& report);

// A sensor of a kind that components have no words for: left out, or read as a frame.
void tellKind(const sdf::Sensor& sensor, const std::string& owner, bool is_frame, Reporter& report);

}  // namespace ww::io::worker
