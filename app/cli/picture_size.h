// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww::cli {

// "1280x800", of 1 to 8192 pixels each way. INVALID_ARGUMENT for another text.
Status parsePictureSize(const std::string& text, int& width, int& height);

}  // namespace ww::cli
