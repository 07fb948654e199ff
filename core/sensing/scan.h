// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/rays/room.h"
#include "core/sensing/sensor.h"

namespace ww::sensing {

// A laser scanner made ready. Rays count up first, then around: number = around * up.count + up.
struct Beams {
  explicit Beams(const Lidar& its_lidar);
  Lidar lidar;
  rays::Bundle rays;  // unit directions in the sensor's frame
};

struct ScanOptions {
  Noise noise;  // metres
  NoiseKey noise_key;
  double period = 0.0;  // seconds between frames
  int threads = 2;
};

struct Scan {
  // Metres, by ray; infinity where nothing is within range, minus infinity where something is nearer than can be
  // measured (as REP 117 of ROS has it).
  std::vector<float> ranges;
  std::vector<ObjectId> objects;  // none where nothing is measured
};

// CANCELLED after a stop.
Result<Scan> scan(const rays::Room& room, const Beams& beams, const Pose& root_t_lidar, const ScanOptions& options,
                  std::stop_token stop = {});

// Ranges as 16-bit shares of `full` metres, as range scans on the wire have them: 0 is nothing that can be measured,
// 65535 is nothing within range. Anything else is right to half a step, full / 65535 / 2.
std::vector<std::uint16_t> rangeWords(const Scan& scan, double full);
double rangeOf(std::uint16_t word, double full);

// One row of a scan.
struct FlatScan {
  std::vector<double> angles;  // about z, radians
  std::vector<float> ranges;   // as in Scan
};
// The row nearest to the horizontal plane of the sensor.
FlatScan flatScan(const Beams& beams, const Scan& scan);

}  // namespace ww::sensing
