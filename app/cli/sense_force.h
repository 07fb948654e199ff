// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/cli.h"
#include "core/sensing/sensor.h"

namespace ww::cli {

struct ForceOptions {
  std::string file, out;  // out empty: nothing is written
  std::uint64_t seed = 0, frame = 0;
  bool no_noise = false;
  double seconds = 0.0;  // of physics before it is measured; 0: at rest, without physics
};

// What a force-torque sensor of the world reads: printed, and written as JSON where a file is named. Its exit code.
int senseForce(Run& run, const ForceOptions& options, const world::World& world, const sensing::Sensor& sensor);

}  // namespace ww::cli
