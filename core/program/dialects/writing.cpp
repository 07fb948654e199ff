// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/letters.h"

namespace ww::program::dialects {
namespace {

constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
constexpr double kNoAngle = 1e-12;  // of a quaternion's part

// One character of ASCII or several for each letter; line ends as '\n', other control characters as spaces.
std::string inAscii(std::string_view text, std::string_view never) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = nextLetter(text, at);
    const std::string_view plain = code < 0x80 ? std::string_view() : plainLetters(code);
    if (code == U'\n' || code == U'\r' || code == 0x85 || code == 0x2028 || code == 0x2029) out += '\n';
    else if (code < 0x20 || code == 0x7F) out += ' ';
    else if (code < 0x80) out += never.find(static_cast<char>(code)) == never.npos ? static_cast<char>(code) : '_';
    else if (!plain.empty()) out += plain;
    else out += '?';
  }
  return out;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

// Breaks a line at spaces, or in a word that is too long.
void wrap(std::string_view line, std::size_t width, std::vector<std::string>& out) {
  std::string rest = trimmed(line);
  while (rest.size() > width) {
    std::size_t end = rest.rfind(' ', width);
    if (end == rest.npos || end == 0) end = width;
    out.push_back(trimmed(std::string_view(rest).substr(0, end)));
    rest = trimmed(std::string_view(rest).substr(end));
  }
  if (!rest.empty()) out.push_back(rest);
}

std::string angleAbove(double rad) {
  const std::string text = degrees(rad);
  return text == "-180.0000" ? "180.0000" : text;
}

}  // namespace

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == text.npos && text.front() == '-') text.erase(0, 1);
  return text;
}

std::string millimetres(double m) { return fixed(1e3 * m, 3); }
std::string degrees(double rad) { return fixed(kDegreesPerRadian * rad, 4); }

Quat oneSign(const Quat& q) {
  const Quat unit = q.normalized();
  for (const double part : {unit.w(), unit.x(), unit.y(), unit.z()}) {
    if (std::abs(part) <= kNoAngle) continue;
    return part > 0.0 ? unit : Quat(-unit.w(), -unit.x(), -unit.y(), -unit.z());
  }
  return unit;
}

Vec3 rotationVector(const Quat& q) {
  const Quat unit = oneSign(q);
  const double sine = unit.vec().norm();
  if (sine < kNoAngle) return 2.0 * unit.vec();
  return unit.vec() * (2.0 * std::atan2(sine, unit.w()) / sine);
}

FixedAngles fixedAngles(const Quat& q) {
  const Vec3 rpy = Pose{Vec3::Zero(), oneSign(q)}.rpy();
  return {angleAbove(rpy.x()), angleAbove(rpy.y()), angleAbove(rpy.z())};
}

const char* moveWord(MoveKind kind) {
  return kind == MoveKind::kLinear ? "linear" : kind == MoveKind::kJoint ? "joint" : "joint-to-pose";
}

std::vector<std::string> plainLines(std::string_view text, std::size_t width, std::string_view never) {
  const std::string plain = inAscii(text, never);
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find('\n', at), plain.size());
    wrap(std::string_view(plain).substr(at, end - at), width, out);
    at = end + 1;
  }
  if (out.empty()) out.emplace_back();
  return out;
}

std::string plainLine(std::string_view text, std::size_t most, std::string_view never) {
  return plainLines(text, most, never).front();
}

}  // namespace ww::program::dialects
