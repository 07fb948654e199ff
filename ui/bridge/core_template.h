// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ww::ui {

// A sentence with fields: "no object is named '{}'". Views of the text that it was made from.
class CoreTemplate {
 public:
  explicit CoreTemplate(const char* source);

  const char* source() const { return source_; }
  // Letters, and characters, that stand in the template itself; the more, the more it says.
  int letters() const { return letters_; }
  int size() const { return size_; }
  // Whether a field stands between quotes: then it is a name.
  bool isQuoted(std::size_t field) const;
  // The whole words in it, by each of which it can be found.
  std::vector<std::string_view> words() const;
  // What stands in the fields, each as short as can be; nothing if the text was not made from this. In
  // time linear in the text for each literal.
  std::optional<std::vector<std::string_view>> match(std::string_view text) const;

 private:
  const char* source_;
  std::vector<std::string_view> literals_;  // before, between and behind the fields
  int letters_ = 0, size_ = 0;
};

// All templates, each filed under the rarest of its words.
class CoreTemplates {
 public:
  explicit CoreTemplates(std::span<const char* const> sources);

  struct Match {
    const CoreTemplate* from;
    std::vector<std::string_view> fields;
  };
  // Those that may have made the text and have so many letters, those that say most first.
  std::vector<Match> find(std::string_view text, int least_letters) const;

 private:
  std::vector<CoreTemplate> templates_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_word_;
};

// The words of a text: runs of letters of ASCII.
std::vector<std::string_view> wordsOf(std::string_view text);

}  // namespace ww::ui
