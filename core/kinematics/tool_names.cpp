// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/tool_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace ww::kinematics {
namespace {

// What stands behind "tool" and makes it another thing.
constexpr std::string_view kOther[] = {"base",      "body",       "box",     "cable",   "cam",    "camera",  "changer",
                                       "collision", "controller", "cover",   "dock",    "holder", "housing", "joint",
                                       "mesh",      "mount",      "parent",  "plate",   "rack",   "sensor",  "shelf",
                                       "side",      "stand",      "station", "storage", "table",  "tray",    "visual"};

bool upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

// At each sign that is no letter or digit, and where a large letter begins a word ("EELink").
std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool between = !std::isalnum(static_cast<unsigned char>(c));
    const bool begins = i > 0 && upper(c) && (!upper(name[i - 1]) || (i + 1 < name.size() && lower(name[i + 1])));
    if ((between || begins) && !words.back().empty()) words.emplace_back();
    if (!between) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string withoutDigits(std::string word) {
  std::erase_if(word, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  return word;
}

bool isOther(const std::string& word) {
  return std::ranges::find(kOther, std::string_view(withoutDigits(word))) != std::end(kOther);
}

struct Found {
  ToolWord word;
  std::string rest;
};  // what follows in the same word

std::optional<Found> behind(const std::string& word, std::string_view part, ToolWord meaning) {
  const auto at = word.find(part);
  if (at == std::string::npos) return std::nullopt;
  return Found{meaning, word.substr(at + part.size())};
}

std::optional<Found> endEffector(const std::vector<std::string>& words, std::size_t i) {
  if (words[i] == "end" && i + 1 < words.size() && words[i + 1].starts_with("eff"))
    return Found{ToolWord::kEndEffector, {}};
  if (auto found = behind(words[i], "endeff", ToolWord::kEndEffector)) return Found{ToolWord::kEndEffector, {}};
  const std::string bare = withoutDigits(words[i]);
  for (const char* known : {"ee", "eef", "eelink", "eeframe", "eetip"})
    if (bare == known) return Found{ToolWord::kEndEffector, {}};
  return std::nullopt;
}

std::optional<Found> grasp(const std::string& word) {
  const std::string bare = withoutDigits(word);
  if (word.starts_with("grasp") || word.starts_with("pinch") || bare == "grip" || bare == "gripping" ||
      bare == "suction")
    return Found{ToolWord::kGrasp, {}};
  return std::nullopt;
}

// Said by the last word, "link" and "frame" aside: what goes on is of a part of the hand, a finger or a sensor.
bool isHand(const std::vector<std::string>& words, std::size_t i) {
  const std::string bare = withoutDigits(words[i]);
  if (bare != "hand" && bare != "gripper" && bare != "palm") return false;
  return std::all_of(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end(), [](const std::string& word) {
    const std::string rest = withoutDigits(word);
    return rest.empty() || rest == "link" || rest == "frame";
  });
}

std::optional<Found> meaningOf(const std::vector<std::string>& words, std::size_t i) {
  if (auto found = behind(words[i], "tool", ToolWord::kTool)) return found;
  if (auto found = behind(words[i], "tcp", ToolWord::kTcp)) return found;
  if (auto found = endEffector(words, i)) return found;
  if (auto found = grasp(words[i])) return found;
  if (isHand(words, i)) return Found{ToolWord::kHand, {}};
  return behind(words[i], "flange", ToolWord::kFlange);
}

}  // namespace

ToolWord toolWord(std::string_view name) {
  const auto words = wordsOf(name);
  ToolWord best = ToolWord::kNone;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = meaningOf(words, i);
    if (!found || found->word >= best || isOther(found->rest)) continue;
    if (std::any_of(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end(), isOther)) continue;
    best = found->word;
  }
  return best;
}

bool isFingerName(std::string_view name) {
  return std::ranges::any_of(wordsOf(name), [](const std::string& word) {
    const std::string bare = withoutDigits(word);
    return word.find("finger") != std::string::npos || word.find("thumb") != std::string::npos ||
           word.find("knuckle") != std::string::npos || bare == "jaw" || bare == "jaws";
  });
}

int wordCount(std::string_view name) { return static_cast<int>(wordsOf(name).size()); }

}  // namespace ww::kinematics
