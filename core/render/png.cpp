// SPDX-License-Identifier: Apache-2.0
#include "core/render/png.h"

#include <png.h>

#include <fmt/format.h>

namespace ww::render {
namespace {

constexpr int kMaxSide = 16384;

// The simplified interface of libpng needs no long jumps, which would skip our destructors.
struct PngImage {
  png_image image{};
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

}  // namespace

Result<std::string> toPng(const Image& in) {
  if (in.width <= 0 || in.height <= 0 ||
      in.rgb.size() != std::size_t{3} * static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.height)) {
    return fail(Code::kInternal, "the picture has no pixels");
  }
  PngImage png;
  png.image.width = static_cast<png_uint_32>(in.width);
  png.image.height = static_cast<png_uint_32>(in.height);
  png.image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png.image);
  std::string out(size, '\0');
  if (!png_image_write_to_memory(&png.image, out.data(), &size, 0, in.rgb.data(), 0, nullptr)) {
    return fail(Code::kInternal, fmt::format("cannot encode the picture: {}", png.image.message));
  }
  out.resize(size);
  return out;
}

Result<Image> fromPng(std::string_view bytes) {
  PngImage png;
  if (!png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size())) {
    return fail(Code::kInvalidArgument, fmt::format("not a readable PNG file: {}", png.image.message));
  }
  if (png.image.width > kMaxSide || png.image.height > kMaxSide)
    return fail(Code::kInvalidArgument, "the picture is too large");
  png.image.format = PNG_FORMAT_RGB;
  Image out{static_cast<int>(png.image.width), static_cast<int>(png.image.height), {}};
  out.rgb.resize(PNG_IMAGE_SIZE(png.image));
  const png_color black{0, 0, 0};
  if (!png_image_finish_read(&png.image, &black, out.rgb.data(), 0, nullptr)) {
    return fail(Code::kInvalidArgument, fmt::format("not a readable PNG file: {}", png.image.message));
  }
  return out;
}

}  // namespace ww::render
