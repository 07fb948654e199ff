// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/sensing/sensor.h"
#include "core/sensing/sight.h"
#include "core/usecase/programs/play.h"

namespace ww::usecase {

// How long a camera sees an object in the same way: from the first to the last moment that was looked at, seconds.
struct SightSpan {
  double from = 0.0, to = 0.0;
  sensing::Sight sight;  // where the least of it was seen
};

// Whether a camera, which may ride on a robot, sees an object while a planned program runs: looked at every so many
// seconds (above 0; at most 100 000 times), and at the end. One span where nothing changes. Fails as Playback::at, and
// as sensing::sensorAt and check do; FAILED_PRECONDITION for a sensor that is no camera, CANCELLED after a stop.
Result<std::vector<SightSpan>> sightAlong(const Playback& playback, EntityId camera, ObjectId object, double every,
                                          std::stop_token stop = {}, const Progress& progress = {});

// What of an object a camera sees: now, or while a program of the world runs as it was planned last.
struct SightQuestion {
  sensing::Sensor camera;
  std::string object, program;  // by name; without a program: now
  double every = 0.05;          // seconds, as above
};
// One span without a program. NOT_FOUND for an object that is not there, FAILED_PRECONDITION for a sensor that is no
// camera; else as sensing::check, Playback::ofLastPlan and sightAlong do.
Result<std::vector<SightSpan>> sights(const world::World& world, const SightQuestion& question,
                                      std::stop_token stop = {});

}  // namespace ww::usecase
