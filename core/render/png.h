// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/render/image.h"

namespace ww::render {

// The bytes of a PNG file; the same for the same picture. Fails when the library does.
Result<std::string> toPng(const Image& image);
// INVALID_ARGUMENT when the ending of a file to be written says another format; "-", devices and names without an
// ending may be anything.
Status checkPictureName(const std::string& path);
// Of 8-bit PNG files of at most 16384 x 16384 pixels; transparency is dropped. INVALID_ARGUMENT.
Result<Image> fromPng(std::string_view bytes);

}  // namespace ww::render
