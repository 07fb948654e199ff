// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww {
namespace {

constexpr std::size_t kShownNames = 6;
constexpr std::size_t kShownCauses = 400;  // bytes
constexpr const char* kDidYouMean = WW_TEXT("Core", "did you mean {names}?");

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
  std::string operator()(const arg::Names& v) const {
    std::string text;
    for (std::size_t i = 0; i < v.texts.size() && i < kShownNames; ++i)
      text += (i ? ", " : "") + voice.quoted(v.texts[i]);
    if (v.texts.size() > kShownNames) text += fmt::format(", ... ({})", v.texts.size());
    return text;
  }
};

// What an error line names as its subject.
std::string subjectOf(const Failure& failure) {
  for (const FailureArg& a : failure.args) {
    if (const auto* node = std::get_if<arg::Node>(&a.value)) return node->display;
    if (const auto* name = std::get_if<arg::Name>(&a.value)) return name->text;
    if (const auto* place = std::get_if<arg::Place>(&a.value)) return place->file;
  }
  return {};
}

}  // namespace

const FailureValue* Failure::find(std::string_view key) const {
  for (const FailureArg& a : args) {
    if (key == a.key) return &a.value;
  }
  return nullptr;
}

std::string lengthText(double m) {
  constexpr double kLeastMetres = 1e-3, kLeast = 1e-6;
  if (m != 0.0 && std::abs(m) < kLeast) return "less than 0.001 mm";
  return m == 0.0 || std::abs(m) >= kLeastMetres ? significant(m, 4) + " m" : significant(1e3 * m, 2) + " mm";
}

std::string angleText(double rad) { return significant(rad * 180.0 / std::numbers::pi, 4) + " deg"; }

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

std::string filledIn(const char* text, const Failure& failure, const Voice& voice) {
  const std::string source = voice.text(text);
  std::string out;
  for (std::size_t at = 0; at < source.size(); ++at) {
    const std::size_t end = source[at] == '{' ? source.find('}', at) : std::string::npos;
    const FailureValue* value =
        end == std::string::npos ? nullptr : failure.find(std::string_view(source).substr(at + 1, end - at - 1));
    if (!value) {
      out += source[at];
      continue;
    }
    out += std::visit(Written{voice}, *value);
    at = end;
  }
  return out;
}

namespace {

// Sentences of others end with a full stop, ours do not.
std::string withoutStop(std::string title) {
  if (title.ends_with('.') && !title.ends_with("..")) title.pop_back();
  return title;
}

}  // namespace

std::string titleText(const Failure& failure, const Voice& voice) {
  std::string title;
  for (const std::string& context : failure.contexts) title += voice.finished(context) + ": ";
  title += filledIn(failure.row->title, failure, voice);
  std::string causes;
  for (const Status& cause : failure.causes) {
    const std::string text = cause.failure ? titleText(*cause.failure, voice) : voice.finished(cause.title);
    if (!causes.empty() && causes.size() + text.size() > kShownCauses) return title + ": " + causes + "; ...";
    causes += (causes.empty() ? "" : "; ") + text;
  }
  return withoutStop(causes.empty() ? title : title + ": " + causes);
}

std::string hintText(const Failure& failure, const char* own, const Voice& voice) {
  std::string hint = filledIn(own, failure, voice);
  if (hint.empty() && !failure.causes.empty()) {
    const Status& cause = failure.causes.front();
    hint = cause.failure ? hintText(*cause.failure, cause.failure->row->hint, voice) : voice.finished(cause.hint);
  }
  if (failure.near.empty()) return hint;
  const Failure meant{nullptr, {{"names", arg::Names{failure.near}}}, {}, {}, {}};
  const std::string question = filledIn(kDidYouMean, meant, voice);
  return hint.empty() ? question : question + " " + hint;
}

namespace {

// The texts of a status in the plain voice.
void write(Status& status, const Failure& failure) {
  const FailureRow& row = *failure.row;
  status.code = row.canonical;
  status.title = titleText(failure, plainVoice());
  const char* own = *row.at_command ? row.at_command : row.hint;
  if (*own || !failure.near.empty()) status.hint = hintText(failure, own, plainVoice());
  status.subject = subjectOf(failure);
  for (const Status& cause : failure.causes) {
    if (status.hint.empty()) status.hint = cause.hint;
    if (status.subject.empty()) status.subject = cause.subject;
    if (status.message.empty()) status.message = cause.message;
  }
}

Status statusOf(Failure failure) {
  Status status;
  write(status, failure);
  status.failure = std::make_shared<const Failure>(std::move(failure));
  return status;
}

}  // namespace

Status fail(const FailureRow& row, std::initializer_list<FailureArg> args) {
  return statusOf({&row, args, {}, {}, {}});
}

Status fail(const FailureRow& row, std::initializer_list<FailureArg> args, Status cause) {
  Failure failure{&row, args, {}, {}, {}};
  failure.causes.push_back(std::move(cause));
  return statusOf(std::move(failure));
}

Status withNearest(Status status, std::string_view wanted, std::span<const std::string> known) {
  if (!status.failure) return status;
  Failure failure = *status.failure;
  failure.near = nearestNames(wanted, known);
  return statusOf(std::move(failure));
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Letters to put in, take out, exchange or swap, whatever their case.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const bool same = lower(a[i - 1]) == lower(b[k - 1]);
      next[k] = std::min({row[k] + 1, next[k - 1] + 1, row[k - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]);
      if (swapped) next[k] = std::min(next[k], before[k - 2] + 1);
    }
    std::swap(before, row);
    std::swap(row, next);
  }
  return row[b.size()];
}

bool holds(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

}  // namespace

std::vector<std::string> nearestNames(std::string_view wanted, std::span<const std::string> known, std::size_t most) {
  constexpr std::size_t kLongest = 64, kLeastPart = 3, kPartIs = 1, kMostCompared = 5000;
  std::vector<std::pair<std::size_t, std::string_view>> found;
  if (wanted.empty() || wanted.size() > kLongest) return {};
  const std::size_t allowed = std::max<std::size_t>(1, wanted.size() / 3);
  for (const std::string& name : known.first(std::min(known.size(), kMostCompared))) {
    if (name.size() > kLongest || name.empty()) continue;
    const std::size_t shorter = std::min(name.size(), wanted.size());
    const bool part = shorter >= kLeastPart && (holds(name, wanted) || holds(wanted, name));
    const std::size_t longer = std::max(name.size(), wanted.size());
    if (!part && longer - shorter > allowed) continue;
    const std::size_t distance = editDistance(wanted, name);
    if (part) found.emplace_back(kPartIs + std::min(distance, allowed), name);
    else if (distance <= allowed && distance < wanted.size()) found.emplace_back(distance, name);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < found.size() && i < most; ++i) names.emplace_back(found[i].second);
  return names;
}

}  // namespace ww
