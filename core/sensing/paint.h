// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <span>

#include "core/sensing/shot.h"

// The colours of a picture. For this folder alone.
namespace ww::sensing {

// Sketched by a ray through the centre of each pixel, as all else is measured; then pixels that differ from a neighbour
// get the mean of eight rays spread over them, so that edges are where they are to a tenth of a pixel. Each step is
// done for all pixels, in any order on any threads, before the next begins.
class Painter {
 public:
  // What it is given must outlive it. With no colours asked for, it does nothing.
  Painter(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options);

  // Of up to eight pixels from `first` on; `hits` are those of `raw`, where it has any.
  void sketch(std::size_t first, std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits);
  // How much the pixels from `first` to `last` (exclusive) differ from their neighbours.
  void compare(std::size_t first, std::size_t last);
  // Rays for those that differ, of weak edges a quarter as many as the picture has; noise, and the levels.
  void finish(std::size_t first, std::size_t last, std::vector<std::uint8_t>& rgb) const;

 private:
  using Colors = std::array<Vec3, 8>;
  Colors seen(std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) const;
  unsigned darkOf(std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) const;
  void addRays(std::size_t pixel, rays::Bundle& rays) const;
  Vec3 across(std::size_t pixel, std::size_t at, std::size_t count, std::size_t stride) const;
  void smooth(std::span<const std::size_t> pixels, std::vector<Vec3>& colors) const;
  int leastStep() const;

  const rays::Room& room_;
  const Camera& camera_;
  Pose pose_;             // root_t_camera
  Eigen::Matrix3d turn_;  // of the pose
  NoiseSource noise_;
  std::size_t width_ = 0;                              // pixels
  std::vector<Eigen::Vector3f> sketch_;                // 0 to 1
  std::vector<std::uint8_t> step_;                     // the largest difference to a neighbour, levels
  std::array<std::atomic<std::size_t>, 256> count_{};  // of pixels by step
};

}  // namespace ww::sensing
