// SPDX-License-Identifier: Apache-2.0
#include "app/cli/picture_size.h"

#include <charconv>
#include <string_view>

#include "app/cli/failures.h"

namespace ww::cli {

Status parsePictureSize(const std::string& text, int& width, int& height) {
  const std::size_t x = text.find('x');
  const auto number = [](std::string_view part, int& value) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc{} && end == part.data() + part.size() && value >= 1 && value <= 8192;
  };
  if (x != std::string::npos && number(std::string_view(text).substr(0, x), width) &&
      number(std::string_view(text).substr(x + 1), height))
    return okStatus();
  return ww::fail(failures::kBadSize, {{"text", arg::Name{text}}});
}

}  // namespace ww::cli
