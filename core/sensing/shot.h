// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/rays/room.h"
#include "core/sensing/noise.h"
#include "core/sensing/optics.h"

namespace ww::sensing {

// A camera made ready: its rays are worked out once. After a stop it is of no use but to a shot that has the same stop.
struct Camera {
  explicit Camera(const Optics& its_optics, const std::stop_token& stop = {})
      : optics(its_optics), rays(rayTable(its_optics, stop)) {}
  Optics optics;
  rays::Bundle rays;  // by pixel, rows from the top
};

struct ShotOptions {
  bool color = false;
  bool normals = false;
  bool things = true;  // which object a pixel shows
  Noise depth_noise;   // metres
  Noise color_noise;   // of levels 0 to 1
  NoiseKey noise_key;
  double period = 0.0;  // seconds between frames
  int threads = 2;      // 1 to 2 are used; the same picture on any number
};

// One value per pixel, rows from the top.
struct Shot {
  int width = 0, height = 0;
  std::vector<float> depth;              // metres along the axis; infinity where nothing is hit
  std::vector<ObjectId> objects;         // none where nothing is hit
  std::vector<Eigen::Vector3f> normals;  // in the camera's frame, unit, towards it; zero where nothing is hit
  std::vector<std::uint8_t> rgb;         // three per pixel, smoothed where neighbours differ
};

// What a camera sees from root_t_camera, between its clip planes. What is nearer than the near one is cut away: what
// lies behind it is seen, and of a body that it cuts open the inner side, as bodies here are seen from both sides.
// (Gazebo cuts from 0.9 of that distance on, tells minus infinity of what lies between, and draws no inner sides.)
// CANCELLED after a stop.
Result<Shot> shoot(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options,
                   std::stop_token stop = {});
// Metres from the camera instead of along its axis.
std::vector<float> distances(const Camera& camera, const Shot& shot);
// Pixels by which a second camera with the same lens, `baseline` metres to the right, shows each point farther to the
// left; 0 where nothing is hit, or the second lens does not show it. By a pinhole that is fx times baseline by depth.
std::vector<float> disparities(const Camera& camera, const Shot& shot, double baseline);

}  // namespace ww::sensing
