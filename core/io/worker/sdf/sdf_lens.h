// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Sensor.hh>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// The lens of a wide camera, as an object keeps it (sensing::lensTextOf()); empty for what a component has words for.
std::string wideLensText(const sdf::Sensor& sensor);
// Of a camera: a lens that is none of those here, and a field of view that its lens cannot show.
void tellLens(const sdf::Sensor& sensor, const std::string& owner, Reporter& report);

}  // namespace ww::io::worker
