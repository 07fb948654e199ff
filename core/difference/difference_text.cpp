// SPDX-License-Identifier: Apache-2.0
#include "core/difference/difference_text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/base/failure.h"

namespace ww::difference {
namespace {

class MillimetreVoice : public Voice {
 public:
  std::string length(double m) const override {
    constexpr double kMetre = 1.0, kLeast = 1e-6, kHundred = 0.1, kTen = 0.01, kAbsurd = 1e12;
    const double size = std::abs(m);
    if (!std::isfinite(m)) return fmt::format("{} m", m);
    if (size != 0 && size < kLeast) return "less than 0.001 mm";
    if (size > kAbsurd) return Voice::length(m);
    if (size >= kMetre) return trimmedZeros(fmt::format("{:.4f}", m)) + " m";
    const int digits = size >= kHundred ? 1 : size >= kTen ? 2 : 3;
    return trimmedZeros(fmt::format("{:.{}f}", 1e3 * m, digits)) + " mm";
  }

 private:
  static std::string trimmedZeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
  }
};

std::string wordsOf(const Item& item, const Voice& voice) {
  std::string text;
  for (const Phrase& one : item.words) text += (text.empty() ? "" : "; ") + textOf(one, voice);
  return text;
}

}  // namespace

const Voice& differenceVoice() {
  static const MillimetreVoice kVoice;
  return kVoice;
}

Phrase subjectWords(const Subject& subject) {
  const FailureArg name{"name", arg::Words{subject.name}};
  if (subject.category == Category::kWorld) return phrase(WW_TEXT("Core", "the world"));
  if (subject.category == Category::kProgram) return phrase(WW_TEXT("Core", "program {name}"), {name});
  if (subject.category == Category::kFrame) return phrase(WW_TEXT("Core", "frame {name}"), {name});
  return subject.name;
}

std::string textOf(const std::vector<Item>& items, const Voice& voice) {
  std::string text, last;
  for (const Item& item : items) {
    const std::string subject = textOf(subjectWords(item.subject), voice);
    const bool goes_on = !text.empty() && subject == last;
    if (!goes_on && !text.empty()) text += "\n";
    text += (goes_on ? "; " : subject + ": ") + wordsOf(item, voice);
    last = subject;
  }
  return text.empty() ? text : text + "\n";
}

std::string textOf(const Conflict& conflict, const Voice& voice) {
  const auto side = [&](const Item& item, const std::optional<Phrase>& where) {
    if (item.words.empty()) return textOf(phrase(WW_TEXT("Core", "unchanged")), voice);
    return wordsOf(item, voice) + (where ? ", " + textOf(*where, voice) : std::string());
  };
  Phrase taken = phrase(WW_TEXT("Core", "theirs"));
  if (conflict.taken == Side::kOurs) taken = phrase(WW_TEXT("Core", "ours"));
  const FailureArg item{"item", arg::Words{conflict.theirs.key}};
  const FailureArg theirs{"theirs", arg::Words{side(conflict.theirs, conflict.theirs_where)}};
  Phrase line;
  if (conflict.theirs.from_ours && !conflict.theirs.words.empty()) {
    line = phrase(WW_TEXT("Core", "{item}: both added it; from ours to theirs: {theirs}; taken: {taken}"),
                  {item, theirs, {"taken", taken}});
  } else {
    line = phrase(WW_TEXT("Core", "{item}: ours {ours}; theirs {theirs}; taken: {taken}"),
                  {item, {"ours", arg::Words{side(conflict.ours, conflict.ours_where)}}, theirs, {"taken", taken}});
  }
  std::string text = textOf(line, voice);
  if (conflict.reason) text += " (" + textOf(*conflict.reason, voice) + ")";
  return text;
}

}  // namespace ww::difference
