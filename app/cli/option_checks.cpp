// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace ww::cli {
namespace {

// The whole of the text is the number.
template <typename T>
bool read(const std::string& text, T& value) {
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc{} && stop == end;
}

}  // namespace

std::string checkSeconds(const std::string& text) {
  double seconds = 0.0;
  if (read(text, seconds) && std::isfinite(seconds) && seconds > 0.0) return {};
  return fmt::format("'{}' is not a number of seconds above 0", text);
}

std::string checkSeed(const std::string& text) {
  std::uint64_t seed = 0;
  if (read(text, seed)) return {};
  return fmt::format("'{}' is not a whole number from 0 to {}", text, UINT64_MAX);
}

}  // namespace ww::cli
