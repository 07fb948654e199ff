// SPDX-License-Identifier: Apache-2.0
#include "core/render/png.h"

#include <png.h>

#include <filesystem>

#include "core/render/failures.h"

namespace ww::render {
namespace {

constexpr int kMaxSide = 16384;
constexpr const char* kPngEnding = ".png";

// The simplified interface of libpng needs no long jumps, which would skip our destructors.
struct PngImage {
  png_image image{};
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

}  // namespace

Status checkPictureName(const std::string& path) {
  const std::filesystem::path name(path);
  std::string ending = name.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (ending.empty() || ending == kPngEnding) return okStatus();
  std::error_code error;
  // Devices have no ending, and take any bytes.
  if (path == "-" || (std::filesystem::exists(name, error) && !std::filesystem::is_regular_file(name, error) &&
                      !std::filesystem::is_directory(name, error)))
    return okStatus();
  return fail(failures::kUnknownEnding,
              {{"path", arg::Name{path}},
               {"endings", arg::Names{{kPngEnding}}},
               {"proposed", arg::Name{std::filesystem::path(name).replace_extension(kPngEnding).string()}}});
}

Result<std::string> toPng(const Image& in) {
  if (in.width <= 0 || in.height <= 0 ||
      in.rgb.size() != std::size_t{3} * static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.height)) {
    return fail(failures::kNoPixels);
  }
  PngImage png;
  png.image.width = static_cast<png_uint_32>(in.width);
  png.image.height = static_cast<png_uint_32>(in.height);
  png.image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png.image);
  std::string out(size, '\0');
  if (!png_image_write_to_memory(&png.image, out.data(), &size, 0, in.rgb.data(), 0, nullptr)) {
    return fail(failures::kNotEncoded, {{"reason", arg::Words{png.image.message}}});
  }
  out.resize(size);
  return out;
}

Result<Image> fromPng(std::string_view bytes) {
  PngImage png;
  if (!png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size())) {
    return fail(failures::kNotPng, {{"reason", arg::Words{png.image.message}}});
  }
  if (png.image.width > kMaxSide || png.image.height > kMaxSide) {
    return fail(failures::kPngTooLarge, {{"width", arg::Words{std::to_string(png.image.width)}},
                                         {"height", arg::Words{std::to_string(png.image.height)}},
                                         {"most", arg::Words{std::to_string(kMaxSide)}}});
  }
  png.image.format = PNG_FORMAT_RGB;
  Image out{static_cast<int>(png.image.width), static_cast<int>(png.image.height), {}};
  out.rgb.resize(PNG_IMAGE_SIZE(png.image));
  const png_color black{0, 0, 0};
  if (!png_image_finish_read(&png.image, &black, out.rgb.data(), 0, nullptr)) {
    return fail(failures::kNotPng, {{"reason", arg::Words{png.image.message}}});
  }
  return out;
}

}  // namespace ww::render
