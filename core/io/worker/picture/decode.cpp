// SPDX-License-Identifier: Apache-2.0
#include <csetjmp>
#include <cstdio>

// jpeglib.h needs FILE and size_t before it.
#include <jpeglib.h>
#include <png.h>

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/worker/picture/picture.h"

namespace ww::io::worker {
namespace {

constexpr std::uint64_t kMaxPicturePoints = 64'000'000;
constexpr unsigned kEnoughAcross = 2048;

Status pictureTooLarge() { return fail(failures::kPictureTooLarge, {{"most", arg::Count{kMaxPicturePoints}}}); }

Result<Picture> decodePng(std::string_view bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return fail(failures::kPictureDamaged);
  if (std::uint64_t{image.width} * image.height > kMaxPicturePoints) {
    png_image_free(&image);
    return pictureTooLarge();
  }
  image.format = PNG_FORMAT_RGBA;
  Picture out{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  const bool whole = png_image_finish_read(&image, nullptr, out.rgba.data(), 0, nullptr) != 0;
  png_image_free(&image);
  if (!whole) return fail(failures::kPictureDamaged);
  return out;
}

// The library leaves by a jump, and says what it has to say on standard error otherwise.
struct JpegErrors {
  jpeg_error_mgr base;
  std::jmp_buf leave;
};
[[noreturn]] void leaveJpeg(j_common_ptr info) {
  std::longjmp(reinterpret_cast<JpegErrors*>(info->err)->leave, 1);  // base is its first member
}
void sayNothing(j_common_ptr) {}

enum class JpegEnd { kWhole, kDamaged, kLarge };

// Nothing with a destructor lives here: the library may jump out of it.
JpegEnd readJpeg(std::string_view bytes, jpeg_decompress_struct& info, JpegErrors& errors, Picture& out,
                 std::vector<std::uint8_t>& row) {
  if (setjmp(errors.leave) != 0) return JpegEnd::kDamaged;
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&info, TRUE);
  if (std::uint64_t{info.image_width} * info.image_height > kMaxPicturePoints) return JpegEnd::kLarge;
  info.out_color_space = JCS_RGB;
  info.scale_num = 1;
  info.scale_denom = 1;
  while (info.scale_denom < 8 && std::max(info.image_width, info.image_height) / info.scale_denom > kEnoughAcross)
    info.scale_denom *= 2;
  jpeg_start_decompress(&info);
  out.width = info.output_width;
  out.height = info.output_height;
  out.rgba.resize(std::size_t{4} * out.width * out.height);
  row.resize(std::size_t{3} * out.width);
  std::size_t at = 0;
  while (info.output_scanline < info.output_height) {
    JSAMPROW line = row.data();
    jpeg_read_scanlines(&info, &line, 1);
    for (std::size_t x = 0; x < out.width; ++x, at += 4) {
      for (std::size_t k = 0; k < 3; ++k) out.rgba[at + k] = row[3 * x + k];
      out.rgba[at + 3] = 255;
    }
  }
  return JpegEnd::kWhole;
}

Result<Picture> decodeJpeg(std::string_view bytes) {
  jpeg_decompress_struct info{};
  JpegErrors errors{};
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leaveJpeg;
  errors.base.output_message = sayNothing;
  jpeg_create_decompress(&info);
  Picture out;
  std::vector<std::uint8_t> row;
  const JpegEnd end = readJpeg(bytes, info, errors, out, row);
  jpeg_destroy_decompress(&info);
  if (end == JpegEnd::kLarge) return pictureTooLarge();
  if (end == JpegEnd::kDamaged || out.rgba.empty()) return fail(failures::kPictureDamaged);
  return out;
}

}  // namespace

Result<Picture> decodePicture(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG")) return decodePng(bytes);
  if (bytes.starts_with("\xff\xd8\xff")) return decodeJpeg(bytes);
  return fail(failures::kPictureOther);
}

}  // namespace ww::io::worker
