// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/core_template.h"

#include <algorithm>

namespace ww::ui {
namespace {

constexpr std::string_view kField = "{}";

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && isLetter(text[end])) ++end;
    if (end > i) words.push_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

CoreTemplate::CoreTemplate(const char* source) : source_(source) {
  std::string_view rest = source;
  for (std::size_t at = rest.find(kField); at != std::string_view::npos; at = rest.find(kField)) {
    literals_.push_back(rest.substr(0, at));
    rest.remove_prefix(at + kField.size());
  }
  literals_.push_back(rest);
  for (const auto literal : literals_) {
    letters_ += static_cast<int>(std::count_if(literal.begin(), literal.end(), isLetter));
    size_ += static_cast<int>(literal.size());
  }
}

std::vector<std::string_view> CoreTemplate::words() const {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    for (const auto word : wordsOf(literals_[i])) {
      // A word that touches a field may be part of a longer one in the text.
      const bool starts = word.data() == literals_[i].data(),
                 ends = word.data() + word.size() == literals_[i].data() + literals_[i].size();
      if ((!starts || i == 0) && (!ends || i + 1 == literals_.size())) words.push_back(word);
    }
  }
  return words;
}

bool CoreTemplate::isQuoted(std::size_t field) const {
  const auto before = literals_[field], behind = literals_[field + 1];
  return !before.empty() && (before.back() == '\'' || before.back() == '"') && behind.starts_with(before.back());
}

std::optional<std::vector<std::string_view>> CoreTemplate::match(std::string_view text) const {
  const auto head = literals_.front(), tail = literals_.back();
  std::vector<std::string_view> fields;
  if (literals_.size() == 1) return text == head ? std::make_optional(fields) : std::nullopt;
  if (text.size() < head.size() + tail.size() || !text.starts_with(head) || !text.ends_with(tail)) return std::nullopt;
  text = text.substr(head.size(), text.size() - head.size() - tail.size());
  for (std::size_t i = 1; i + 1 < literals_.size(); ++i) {
    const std::size_t at = text.find(literals_[i]);
    if (at == std::string_view::npos) return std::nullopt;
    fields.push_back(text.substr(0, at));
    text.remove_prefix(at + literals_[i].size());
  }
  fields.push_back(text);
  return fields;
}

CoreTemplates::CoreTemplates(std::span<const char* const> sources) {
  templates_.reserve(sources.size());
  for (const char* source : sources) templates_.emplace_back(source);
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const auto& t : templates_)
    for (const auto word : t.words()) ++uses[word];
  for (std::size_t i = 0; i < templates_.size(); ++i) {
    const auto words = templates_[i].words();
    const auto rarest =
        std::min_element(words.begin(), words.end(), [&](auto a, auto b) { return uses.at(a) < uses.at(b); });
    if (rarest != words.end()) by_word_[*rarest].push_back(i);
  }
}

std::vector<CoreTemplates::Match> CoreTemplates::find(std::string_view text, int least_letters) const {
  auto words = wordsOf(text);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<Match> matches;
  for (const auto word : words) {
    const auto filed = by_word_.find(word);
    if (filed == by_word_.end()) continue;
    for (const std::size_t i : filed->second) {
      if (templates_[i].letters() < least_letters) continue;
      if (auto fields = templates_[i].match(text)) matches.push_back({&templates_[i], std::move(*fields)});
    }
  }
  std::sort(matches.begin(), matches.end(),
            [](const Match& a, const Match& b) { return a.from->size() > b.from->size(); });
  return matches;
}

}  // namespace ww::ui
