// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/render/camera.h"
#include "core/render/image.h"
#include "core/render/ray_scene.h"
#include "core/render/shading.h"

namespace ww::render {

struct RenderOptions {
  int width = 1280, height = 800;  // 1 to 8192
  Camera camera;
  Theme theme = Theme::kDark;
  Shown shown = Shown::kVisual;
  bool grid = true;
  bool frames = false;                    // three arrows per frame
  bool edges = true;                      // of CAD parts
  std::vector<std::vector<Vec3>> traces;  // polylines in the root frame, as of a tool
  std::vector<ObjectId> highlight;        // outlined
  int samples = 2;                        // per pixel and direction, 1 to 4
  int sky_rays = 12;                      // per pixel for soft shadows; 0: none
  int threads = 2;                        // 1 to 2 are used
};

struct Picture {
  Image color;
  // At the centres of the pixels, rows from the top: the object that is seen (0: none), and how far it is
  // along the view in metres (infinity: none).
  std::vector<std::uint64_t> ids;
  std::vector<float> depth;
};

// The same world and options give the same picture. INVALID_ARGUMENT for sizes and cameras that cannot
// be, CANCELLED after a stop. About 1 s for 1280 x 800 on two cores.
Result<Picture> render(const world::World& world, const RenderOptions& options, std::stop_token stop = {});
// Ids and depth only. Fails so, too.
Result<Picture> renderIds(const world::World& world, const RenderOptions& options, std::stop_token stop = {});
// The ids as colours: red, green, blue are the bytes of the id from the highest; black is none.
// OUT_OF_RANGE when an id has more than 24 bits.
Result<Image> idMask(const Picture& picture, int width, int height);
// 256 x 192, seen as `iso`. CANCELLED.
Result<Image> thumbnail(const world::World& world, Theme theme = Theme::kDark, std::stop_token stop = {});

}  // namespace ww::render
