// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/maker_dialect.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/usecase/revision/import_note.h"

namespace ww::usecase {
namespace {

struct MakerRow {
  std::string_view word;  // in small letters
  bool begins_model;      // a number follows in the same word: "kr10r900", "ur5e"
  std::string_view dialect;
};
// KUKA's LBR arms have controllers of their own, which are not programmed in KRL.
constexpr MakerRow kMakers[] = {
    {"kuka", false, "krl"},    {"kr", true, "krl"},          {"fanuc", false, "fanuc-ls"},
    {"crx", true, "fanuc-ls"}, {"lrmate", true, "fanuc-ls"}, {"abb", false, "rapid"},
    {"irb", true, "rapid"},    {"crb", true, "rapid"},       {"universal", false, "urscript"},
    {"ur", false, "urscript"}, {"ur", true, "urscript"},
};

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!words.back().empty()) words.emplace_back();
  }
  return words;
}

bool means(const MakerRow& row, std::string_view word) {
  if (!row.begins_model) return word == row.word;
  return word.size() > row.word.size() && word.starts_with(row.word) && isDigit(word[row.word.size()]);
}

// None: it tells no maker; empty: one whose language is not known here.
std::optional<std::string_view> dialectIn(std::string_view text) {
  const std::vector<std::string> words = wordsOf(text);
  if (std::ranges::any_of(words, [](const std::string& word) { return word == "lbr" || word.starts_with("iiwa"); }))
    return std::string_view();
  for (const std::string& word : words)
    for (const MakerRow& row : kMakers)
      if (means(row, word)) return row.dialect;
  return std::nullopt;
}

}  // namespace

std::string dialectOfMaker(const world::World& world, ObjectId robot) {
  constexpr int kMostFolders = 4;
  const world::Object* object = world.peek(robot);
  if (!object) return {};
  std::vector<std::string> texts{object->name};
  if (const auto source = sourceOf(*object)) {
    texts.push_back(source->model);
    std::filesystem::path at(source->file);
    for (int i = 0; i <= kMostFolders && at.has_filename(); ++i, at = at.parent_path())
      texts.push_back(at.filename().string());
  }
  for (const std::string& text : texts)
    if (const auto found = dialectIn(text)) return std::string(*found);
  return {};
}

}  // namespace ww::usecase
