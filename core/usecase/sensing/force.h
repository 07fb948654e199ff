// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>

#include "core/base/phrase.h"
#include "core/sensing/sensor.h"
#include "core/simulation/load.h"

namespace ww::usecase {

// What a force-torque sensor reads.
struct ForceReading {
  std::array<double, 6>
      axes{};  // forces x, y, z in N, then torques x, y, z about the sensor's origin in Nm; with noise
  simulation::LoadCut cut;
  simulation::Inertial hanging;  // all that hangs on it, about its frame
  Status unweighed;              // what counts as nothing; OK: nothing
  double seconds = 0.0;          // of simulation before it; 0: everything at rest, and no simulation
  Vec3 force() const { return {axes[0], axes[1], axes[2]}; }
  Vec3 torque() const { return {axes[3], axes[4], axes[5]}; }
};

constexpr double kMostForceSeconds = 60.0;  // seconds of physics before a reading; what was set down is at rest by then
constexpr double kStandardGravity = 9.81;   // m/s^2, as the preview of physics has it

// With everything at rest where `root_t` says that it is. Without a key: without noise. FAILED_PRECONDITION when
// nothing that hangs on it says its mass, or when it is on what hangs on nothing; NOT_FOUND when it is no force-torque
// sensor.
Result<ForceReading> forceAtRest(const world::World& world, const sensing::Sensor& sensor,
                                 const simulation::RootTOf& root_t, const std::optional<sensing::NoiseKey>& key);
// Of a moment of a simulation of that world; the moment's step is the noise's frame. Else as above.
Result<ForceReading> forceIn(const world::World& world, const sensing::Sensor& sensor, const simulation::Wrench& wrench,
                             const simulation::RootTOf& root_t, const std::optional<sensing::NoiseKey>& key);
// After so many seconds of physics of a copy of the world, whose joints hold where they are. Fails as those, and as the
// steps of a simulation.
Result<ForceReading> forceAfter(const world::World& world, std::shared_ptr<geometry::GeometryStore> store,
                                const sensing::Sensor& sensor, double seconds,
                                const std::optional<sensing::NoiseKey>& key, const std::stop_token& stop);

// "what hangs on ft:wrist acts on robot:link_6", and in whose axes, about what: how its signs are to be read.
Phrase signsOf(const world::World& world, const ForceReading& reading);
Phrase axesOf(const world::World& world, const ForceReading& reading);

}  // namespace ww::usecase
