// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/core_text.h"

#include <QCoreApplication>
#include <iterator>

#include "ui/bridge/core_template.h"

namespace ww::ui {
namespace {

constexpr const char* kSources[] = {
#include "ui/bridge/core_texts.inc"
};
// What is longer was not written by the core for people to read.
constexpr std::size_t kLongestLine = 4096, kLongestText = 64 * 1024;
constexpr int kDeepest = 5;        // sentences within sentences
constexpr int kMostReadings = 64;  // of one line, so that no text makes work without end
constexpr std::size_t kMostMatches = 3;
constexpr int kLeastLetters = 3, kLeastLettersAlone = 4;

const CoreTemplates& templates() {
  static const CoreTemplates kTemplates(kSources);
  return kTemplates;
}

QString toQt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

// A text in the window's language, and how much of it was understood: characters of templates.
struct Reading {
  QString text;
  int understood = 0;
};

// The translated template with the fields put in: "{}" takes the next one, "{2}" the third.
QString filled(const QString& translated, const std::vector<QString>& fields) {
  QString out;
  std::size_t next = 0;
  for (qsizetype at = 0; at < translated.size(); ++at) {
    const bool plain = translated.mid(at, 2) == QLatin1String("{}");
    const bool numbered = !plain && translated.size() > at + 2 && translated[at] == QLatin1Char('{') &&
                          translated[at + 1].isDigit() && translated[at + 2] == QLatin1Char('}');
    if (!plain && !numbered) {
      out += translated[at];
      continue;
    }
    const auto which = plain ? next++ : static_cast<std::size_t>(translated[at + 1].digitValue());
    if (which < fields.size()) out += fields[which];
    at += plain ? 1 : 2;
  }
  return out;
}

// Reads one line. The reading that understands most of it wins: "a: b is empty" may be a sentence about
// "a: b", or "b is empty" in the context a.
class Reader {
 public:
  Reading line(std::string_view text) {
    Reading best{toQt(text), 0};
    if (text.size() <= kLongestLine) read(text, kLeastLettersAlone, 0, best);
    return best;
  }

 private:
  void read(std::string_view text, int least_letters, int depth, Reading& best) {
    if (depth > kDeepest || ++readings_ > kMostReadings) return;
    auto matches = templates().find(text, least_letters);
    if (matches.size() > kMostMatches) matches.resize(kMostMatches);
    for (const auto& match : matches) keep(whole(match, depth), best);
    split(text, "; ", depth, best);
    split(text, ": ", depth, best);
  }

  static void keep(Reading reading, Reading& best) {
    if (reading.understood > best.understood) best = std::move(reading);
  }

  Reading whole(const CoreTemplates::Match& match, int depth) {
    std::vector<QString> fields;
    int understood = match.from->size();
    for (std::size_t i = 0; i < match.fields.size(); ++i) {
      Reading field = match.from->isQuoted(i) ? Reading{toQt(match.fields[i]), 0} : inside(match.fields[i], depth + 1);
      understood += field.understood;
      fields.push_back(std::move(field.text));
    }
    return {filled(QCoreApplication::translate("Core", match.from->source()), fields), understood};
  }

  // Two sentences, or a context and its sentence. Either may be no sentence of the core.
  void split(std::string_view text, std::string_view by, int depth, Reading& best) {
    const std::size_t at = text.find(by);
    if (at == std::string_view::npos) return;
    const Reading left = inside(text.substr(0, at), depth + 1), right = inside(text.substr(at + by.size()), depth + 1);
    keep({left.text + toQt(by) + right.text, left.understood + right.understood}, best);
  }

  // A part of a sentence. One word alone may be a name and stays what it is.
  Reading inside(std::string_view text, int depth) {
    Reading best{toQt(text), 0};
    const std::size_t first = text.find_first_not_of(" :;,");
    if (first == std::string_view::npos || text.find(' ', first) == std::string_view::npos) return best;
    read(text, kLeastLetters, depth, best);
    if (first == 0) return best;
    Reading bare{toQt(text.substr(first)), 0};
    read(text.substr(first), kLeastLetters, depth, bare);
    keep({toQt(text.substr(0, first)) + bare.text, bare.understood}, best);
    return best;
  }

  int readings_ = 0;
};

// Whether the window speaks another language than the core. One text stands for all.
bool isTranslated() {
  const char* const source = *std::rbegin(kSources);
  return QCoreApplication::translate("Core", source) != QLatin1String(source);
}

}  // namespace

QString coreText(std::string_view english) {
  if (english.empty() || english.size() > kLongestText || !isTranslated()) return toQt(english);
  QString out;
  while (true) {
    const std::size_t end = english.find('\n');
    out += Reader().line(english.substr(0, end)).text;
    if (end == std::string_view::npos) return out;
    out += QLatin1Char('\n');
    english.remove_prefix(end + 1);
  }
}

}  // namespace ww::ui
