// SPDX-License-Identifier: Apache-2.0
#include "app/cli/option_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "core/base/failure.h"

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
  return fmt::format("'{}' is not a number of seconds above 0\ngive seconds, for instance 30", text);
}

std::string checkBaseline(const std::string& text) {
  double metres = 0.0;
  if (read(text, metres) && std::isfinite(metres) && metres > 0.0) return {};
  return fmt::format("'{}' is no distance above 0\ngive metres between the two cameras, for instance 0.06", text);
}

std::string checkStep(const std::string& text) {
  double seconds = 0.0;
  if (read(text, seconds) && seconds >= 1e-6 && seconds <= 0.1) return {};
  return fmt::format("'{}' is not a number of seconds from 1e-6 to 0.1\ngive seconds, for instance 0.001", text);
}

std::string checkSeed(const std::string& text) {
  std::uint64_t seed = 0;
  if (read(text, seed)) return {};
  return fmt::format("'{}' is not a whole number from 0 to {}\ngive one, for instance 1", text, UINT64_MAX);
}

std::string checkNumber(const std::string& text) {
  double value = 0.0;
  if (read(text, value) && !std::isnan(value)) return {};
  return fmt::format("'{}' is not a number\ngive one, for instance 0.001", text);
}

std::string checkFolder(const std::string& text) {
  std::error_code error;
  if (std::filesystem::is_directory(text, error)) return {};
  if (std::filesystem::exists(text, error))
    return fmt::format("'{}' is not a folder\nname the folder that it lies in", text);
  return fmt::format("there is no folder '{}'\nname one that is there", text);
}

OptionCheck oneOf(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    const auto near = nearestNames(text, words, 1);
    return fmt::format("it knows no '{}'\n{}it takes {}", text,
                       near.empty() ? std::string() : fmt::format("did you mean '{}'? ", near.front()),
                       fmt::join(words, ", "));
  };
}

OptionCheck secondsUpTo(double most) {
  return [most](const std::string& text) -> std::string {
    double seconds = 0.0;
    if (read(text, seconds) && seconds > 0.0 && seconds <= most) return {};
    return fmt::format("'{}' is not a number of seconds above 0 and up to {}\ngive seconds, for instance 2", text,
                       most);
  };
}

OptionCheck between(std::uint64_t least, std::uint64_t most) {
  return [least, most](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    if (read(text, value) && value >= least && value <= most) return {};
    return fmt::format("'{0}' is not a whole number from {1} to {2}\ngive one from {1} to {2}", text, least, most);
  };
}

}  // namespace ww::cli
