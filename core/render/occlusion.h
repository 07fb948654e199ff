// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "core/render/ray_scene.h"
#include "core/render/shading.h"

namespace ww::render {

// Rays of one pixel. Their pattern turns from pixel to pixel, in a way that a blur of 4 by 4 pixels evens out; the
// same for the same pixel.
class SoftLight {
 public:
  // `sky_rays` a point in a cosine-weighted half sphere, each `range` metres long.
  SoftLight(const RayScene& scene, int sky_rays, double range);

  // Share of the sky over a point that nothing hides, 0 to 1.
  float openSky(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const;
  // Share of the key light, a disc in the sky, that reaches a point, 0 to 1.
  float keyLight(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const;

 private:
  const RayScene& scene_;
  double range_;                                   // metres
  std::vector<std::vector<Eigen::Vector3f>> sky_;  // per turn, round z
  std::vector<std::vector<Eigen::Vector3f>> key_;  // per turn, root frame
};

// What the centre of a pixel shows.
struct Seen {
  const Instance* instance = nullptr;  // none: ground or nothing
  geometry::Color color;
  Eigen::Vector3f normal = Eigen::Vector3f::Zero();
};

// What a picture shows, by pixel, rows from the top.
struct SeenPixels {
  const View& view;
  const std::vector<std::uint64_t>& ids;
  const std::vector<float>& depth;  // metres along the view
  const std::vector<Seen>& seen;

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width()) + static_cast<std::size_t>(x);
  }
  // In the root frame, `along` metres along the view.
  Vec3 pointAt(int x, int y, float along) const;
};

// The light that reaches what a picture shows: rays from some pixels, and a blur of 4 by 4 pixels that keeps edges for
// the others. Each step is done for all rows, by any number of threads, before the next.
class LightPass {
 public:
  // `ground`: how far from the target it takes shadows, metres; 0: there is none.
  LightPass(const RayScene& scene, const SeenPixels& pixels, int sky_rays, double ground);

  void findGround(int y);
  // Every other pixel, as on a chess board, and those whose neighbours show something else; of the sky every fourth.
  void sample(int y);
  // The key light of the others, and the sky in the middle of four: theirs where all of them agree in all or nothing;
  // elsewhere, as at the rim of a shadow, there are more rays.
  void sampleRims(int y);
  void blur(int y);
  void blurSky(int y);  // once more: its rays are few

  Light at(std::size_t pixel) const { return {sky_[pixel], soft_key_[pixel]}; }

 private:
  bool isGround(std::size_t at) const { return pixels_.ids[at] == 0; }
  bool alike(std::size_t a, std::size_t b) const;
  bool learns(int x, int y) const;
  bool isBetween(int x, int y) const;
  std::optional<float> agreed(const std::vector<float>& values, std::size_t at,
                              const std::array<std::size_t, 4>& around) const;
  Vec3 normalAt(std::size_t at) const;
  bool takesKey(std::size_t at, const Vec3& point) const;
  void blurRow(int y, const std::vector<float>& from, std::vector<float>& to) const;

  SeenPixels pixels_;
  SoftLight light_;
  int width_, height_;
  double ground_;  // metres
  // Root frame: outside of them the ground has all of the sky, or of the key light.
  Bounds near_scene_, shadows_;
  std::vector<float> depth_;  // metres along the view, of the ground as well
  std::vector<float> sky_, key_, soft_sky_, soft_key_;
};

}  // namespace ww::render
