// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Sensor.hh>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// Figures of a camera or lidar that no measurement can be made with, or that noise cannot have.
void tellFigures(const sdf::Sensor& sensor, const std::string& owner, Reporter& report);

}  // namespace ww::io::worker
