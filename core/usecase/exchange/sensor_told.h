// SPDX-License-Identifier: Apache-2.0
// For the files of this folder alone.
#pragma once
#include "core/rays/room.h"
#include "core/sensing/scan.h"
#include "core/sensing/shot.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

// One measurement.
struct Measuring {
  const world::World& world;
  const model::Overlay& places;
  const rays::Room& room;
  const sensing::Sensor& sensor;
  Pose root_t_sensor;
  unsigned contents = 0;
  int number = 1;
  std::uint64_t frame = 0;
  int threads = 1;
  std::stop_token stop;
  bool right = false;                       // the second camera of a pair
  double baseline = 0.0;                    // metres from the first to the second
  const isaac::ToldNames* names = nullptr;  // that clients know otherwise
  double period = 0.0;                      // seconds between measurements

  std::string nameOf(ObjectId id) const { return isaac::nameTold(names, world, id); }
};

// Both fail as SensorTeller::tell() does.
Result<std::vector<isaac::Message>> tellCamera(const Measuring& m, const sensing::Camera& camera);
// Fails as said above.
Result<std::vector<isaac::Message>> tellScanner(const Measuring& m, const sensing::Beams& beams);
// What a camera of that lens has told, as the release has it. It may fail.
Result<std::vector<isaac::Message>> inRelease(isaac::Release release, const sensing::Optics& optics,
                                              Result<std::vector<isaac::Message>> told);

}  // namespace ww::usecase
