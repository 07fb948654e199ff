// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/picture.h"

#include "core/render/png.h"
#include "core/render/render.h"

namespace ww::usecase {
namespace {

constexpr int kWidth = 256, kHeight = 192;

// Each pixel out of four: for the rare picture that does not fit.
render::Image halved(const render::Image& image) {
  render::Image out{image.width / 2, image.height / 2, {}};
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      for (int k = 0; k < 3; ++k) {
        const auto at = [&](int dx, int dy) {
          return image.rgb[static_cast<std::size_t>(3 * ((2 * y + dy) * image.width + 2 * x + dx) + k)];
        };
        out.rgb.push_back(static_cast<std::uint8_t>((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4));
      }
  return out;
}

}  // namespace

Result<std::string> picture(const world::World& world, std::stop_token stop) {
  if (world.objectCount() <= 1) return std::string();
  render::RenderOptions options;
  options.width = kWidth;
  options.height = kHeight;
  // Soft shadows would take as long as all else.
  options.sky_rays = 0;
  options.threads = 1;
  WW_ASSIGN(options.camera, render::standardView(world, "iso", static_cast<double>(kWidth) / kHeight));
  WW_ASSIGN(render::Picture traced, render::render(world, options, std::move(stop)));
  WW_ASSIGN(std::string png, render::toPng(traced.color));
  if (png.size() <= kMostPictureBytes) return png;
  return render::toPng(halved(traced.color));
}

}  // namespace ww::usecase
