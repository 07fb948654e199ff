// SPDX-License-Identifier: Apache-2.0
#include "core/base/phrase.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/base/world_file.h"

namespace ww {
namespace {

constexpr std::size_t kShownNames = 6;

// With so many significant digits, trailing zeros left out. Only what would be a row of zeros has an exponent.
std::string significant(double value, int digits) {
  constexpr double kLeast = 1e-6, kMost = 1e15;
  if (value == 0.0 || !std::isfinite(value)) return fmt::format("{}", value == 0.0 ? 0.0 : value);
  if (std::abs(value) < kLeast || std::abs(value) >= kMost) return fmt::format("{:.{}g}", value, digits);
  const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - before));
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// With as many digits as matter, and a comma for each three: "50,000 km".
std::string kilometresText(double m) {
  constexpr double kMost = 1e9;  // beyond it a number says no more than that it is absurd
  if (std::abs(m) / 1e3 > kMost) return m > 0.0 ? "more than 1,000,000,000 km" : "less than -1,000,000,000 km";
  const double km = m / 1e3, step = std::pow(10.0, std::floor(std::log10(std::abs(km))) - 3.0);
  std::string text = significant(std::round(km / step) * step, 4);
  if (text.find_first_not_of("-0123456789") != std::string::npos) return text + " km";
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text + " km";
}

std::string placeText(const arg::Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

struct Written {
  const Voice& voice;
  std::string operator()(const arg::Name& v) const { return voice.quoted(v.text); }
  std::string operator()(const arg::Node& v) const { return voice.quoted(v.display); }
  std::string operator()(const arg::Words& v) const { return v.text; }
  std::string operator()(const arg::Length& v) const { return voice.length(v.m); }
  std::string operator()(const arg::Angle& v) const { return voice.angle(v.rad); }
  std::string operator()(const arg::Seconds& v) const { return voice.seconds(v.s); }
  std::string operator()(const arg::Bytes& v) const { return voice.bytes(v.count); }
  std::string operator()(const arg::Number& v) const { return voice.number(v.value); }
  std::string operator()(const arg::Count& v) const { return fmt::format("{}", v.count); }
  std::string operator()(const arg::Place& v) const { return placeText(v); }
  std::string operator()(const Phrase& v) const { return textOf(v, voice); }
  std::string operator()(const arg::Told& v) const {
    const std::string title = titleText(*v.failure, voice), hint = v.with_hint ? hintText(*v.failure, voice) : "";
    return hint.empty() ? title : title + ": " + hint;
  }
  std::string operator()(const arg::Names& v) const {
    std::string text;
    for (std::size_t i = 0; i < v.texts.size() && i < kShownNames; ++i)
      text += (i ? ", " : "") + voice.quoted(v.texts[i]);
    if (v.texts.size() > kShownNames) text += fmt::format(", ... ({})", v.texts.size());
    return text;
  }
};

// Lengths of one sentence in one unit: beside parts of a millimetre others are millimetres, too, if they are not large.
bool isInMillimetres(std::span<const FailureArg> args) {
  constexpr double kMillimetre = 1e-3, kNothing = 1e-6, kLarge = 1.0;
  bool small = false, large = false;
  for (const FailureArg& one : args) {
    const auto* length = std::get_if<arg::Length>(&one.value);
    const double m = length ? std::abs(length->m) : 0.0;
    small = small || (m >= kNothing && m < kMillimetre);
    large = large || m >= kLarge;
  }
  return small && !large;
}

// What stands in a command is written so that it can be pasted.
std::string written(const FailureValue& value, bool in_command, const Voice& voice, bool in_millimetres) {
  const auto* length = in_millimetres ? std::get_if<arg::Length>(&value) : nullptr;
  if (length && std::abs(length->m) >= 1e-3) return significant(1e3 * length->m, 4) + " mm";
  if (in_command) {
    if (const auto* name = std::get_if<arg::Name>(&value)) return shellWord(name->text);
    if (const auto* node = std::get_if<arg::Node>(&value)) return shellWord(node->display);
    if (const auto* place = std::get_if<arg::Place>(&value)) return shellWord(place->file);
  }
  return std::visit(Written{voice}, value);
}

// "count|triangle|triangles": the word for one, or for any other number.
std::string numbered(const FailureValue& value, std::string_view field) {
  const auto* count = std::get_if<arg::Count>(&value);
  const std::size_t first = field.find('|'), second = std::min(field.find('|', first + 1), field.size());
  const bool one = count && count->count == 1;
  return std::string(one ? field.substr(first + 1, second - first - 1)
                         : field.substr(std::min(second + 1, field.size())));
}

std::string& fileOfWorld() {
  static std::string file = "FILE";
  return file;
}

const FailureValue* findIn(std::span<const FailureArg> args, std::string_view key) {
  const auto found = std::ranges::find(args, key, &FailureArg::key);
  return found == args.end() ? nullptr : &found->value;
}

}  // namespace

void setWorldFile(std::string file) { fileOfWorld() = shellWord(std::move(file)); }
const std::string& worldFile() { return fileOfWorld(); }

Phrase phrase(const char* text, std::initializer_list<FailureArg> args) {
  Phrase out;
  out.text = text;
  out.args = args;
  out.is_ours = true;
  return out;
}

std::string lengthText(double m) {
  constexpr double kLeastMetres = 1e-3, kLeast = 1e-6, kFar = 1e4;
  if (m != 0.0 && std::abs(m) < kLeast) return "less than 0.001 mm";
  if (std::isfinite(m) && std::abs(m) >= kFar) return kilometresText(m);
  return m == 0.0 || std::abs(m) >= kLeastMetres ? significant(m, 4) + " m" : significant(1e3 * m, 2) + " mm";
}

std::string angleText(double rad) {
  constexpr double kLeast = 1e-6;  // degrees; less is what rounding leaves, and no robot turns by it
  constexpr double kMost = 1e9;    // beyond it a number says no more than that it is absurd
  const double degrees = rad * 180.0 / std::numbers::pi;
  if (std::abs(degrees) > kMost) return rad > 0.0 ? "more than 1,000,000,000 deg" : "less than -1,000,000,000 deg";
  return significant(std::abs(degrees) < kLeast ? 0.0 : degrees, 4) + " deg";
}

std::string Voice::quoted(const std::string& name) const { return "'" + name + "'"; }
std::string Voice::length(double m) const { return lengthText(m); }
std::string Voice::angle(double rad) const { return angleText(rad); }
std::string Voice::number(double value) const { return significant(value, 6); }
std::string Voice::seconds(double s) const { return significant(s, 3) + " s"; }
std::string Voice::bytes(std::uint64_t count) const {
  constexpr double kKibi = 1024.0;
  static constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double shown = static_cast<double>(count);
  std::size_t unit = 0;
  for (; shown >= kKibi && unit + 1 < std::size(kUnits); ++unit) shown /= kKibi;
  return significant(shown, 4) + " " + kUnits[unit];
}

const Voice& plainVoice() {
  static const Voice kPlain;
  return kPlain;
}

const char* Voice::ownHint(const FailureRow& row) const { return *row.at_command ? row.at_command : row.hint; }

std::string filledIn(const char* text, std::span<const FailureArg> args, const Voice& voice) {
  const std::string source = voice.text(text);
  std::string out;
  // Other voices have one unit for all.
  const bool in_millimetres = &voice == &plainVoice() && isInMillimetres(args);
  bool in_command = false;
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] == '`') in_command = !in_command;
    const std::size_t end = source[at] == '{' ? source.find('}', at) : std::string::npos;
    const std::string_view field =
        end == std::string::npos ? std::string_view() : std::string_view(source).substr(at + 1, end - at - 1);
    const FailureValue* value = end == std::string::npos ? nullptr : findIn(args, field.substr(0, field.find('|')));
    if (!value && field == "world") {
      out += worldFile();
      at = end;
      continue;
    }
    if (!value) {
      out += source[at];
      continue;
    }
    out += field.find('|') == std::string_view::npos ? written(*value, in_command, voice, in_millimetres)
                                                     : numbered(*value, field);
    at = end;
  }
  return out;
}

std::string textOf(const Phrase& phrase, const Voice& voice) {
  return phrase.is_ours ? filledIn(phrase.text.c_str(), phrase.args, voice) : phrase.text;
}

std::string plain(const Phrase& phrase) { return textOf(phrase, plainVoice()); }

}  // namespace ww
