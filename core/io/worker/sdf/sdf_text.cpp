// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_text.h"

#include <algorithm>
#include <regex>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

struct Found {
  std::size_t begin = std::string_view::npos;  // of "<"
  std::size_t end = std::string_view::npos;    // behind ">"
  std::string_view name;
};

std::string_view nameIn(std::string_view tag) {
  for (std::size_t at = tag.find("name"); at != std::string_view::npos; at = tag.find("name", at + 4)) {
    const std::size_t equals = tag.find_first_not_of(" \t\r\n", at + 4);
    if (equals == std::string_view::npos || tag[equals] != '=') continue;
    const std::size_t open = tag.find_first_of("\"'", equals);
    const std::size_t close = open == std::string_view::npos ? open : tag.find(tag[open], open + 1);
    if (close != std::string_view::npos) return tag.substr(open + 1, close - open - 1);
  }
  return {};
}

// The next <element ...> from `at`, outside of comments.
Found next(std::string_view text, std::string_view element, std::size_t at) {
  while ((at = text.find('<', at)) != std::string_view::npos) {
    if (text.substr(at).starts_with("<!--")) {
      at = text.find("-->", at);
      continue;
    }
    const std::string_view rest = text.substr(at + 1);
    const bool is = rest.starts_with(element) && rest.find_first_of(" \t\r\n/>") == element.size();
    const std::size_t end = is ? text.find('>', at) : at;
    if (end == std::string_view::npos) return {};
    if (is) return {at, end + 1, nameIn(text.substr(at, end - at))};
    ++at;
  }
  return {};
}

Found named(std::string_view text, std::string_view element, std::string_view name, std::size_t from = 0) {
  Found found = next(text, element, from);
  while (found.begin != std::string_view::npos && found.name != name) found = next(text, element, found.end);
  return found;
}

int lineAt(std::string_view text, std::size_t at) {
  return at == std::string_view::npos ? 0 : 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
}

// Where the model begins; 0 for the whole text.
std::size_t beginOf(std::string_view text, std::string_view holder) {
  for (const char* kind : {"model", "world"}) {
    const Found found = named(text, kind, holder);
    if (found.begin != std::string_view::npos) return found.begin;
  }
  return 0;
}

// Names that a frame or pose of the model can hang on.
std::vector<std::string> namesFrom(std::string_view text, std::size_t begin) {
  constexpr std::size_t kMost = 2000;
  const std::size_t end = std::min(text.find("</model>", begin), text.size());
  std::vector<std::string> names;
  for (const char* kind : {"link", "frame", "joint"}) {
    for (Found f = next(text, kind, begin); f.begin < end && names.size() < kMost; f = next(text, kind, f.end))
      if (!f.name.empty()) names.emplace_back(f.name);
  }
  return names;
}

arg::Name shown(std::string_view name) { return {cleanUtf8(name, 200)}; }

// Of links and frames, whichever has that name.
int lineOfNamed(std::string_view text, std::string_view name) {
  for (const char* kind : {"link", "frame", "joint", "model"}) {
    if (const int line = lineAt(text, named(text, kind, name).begin); line > 0) return line;
  }
  return 0;
}

bool isZero(std::string_view text) {
  double number = 1.0;
  const auto words = splitWords(text);
  return !words.empty() &&
         std::ranges::all_of(words, [&](std::string_view word) { return parseNumber(word, number) && number == 0.0; });
}

Status explainAxis(std::string_view text, const std::string& file) {
  for (Found joint = next(text, "joint", 0); joint.begin != std::string_view::npos;
       joint = next(text, "joint", joint.end)) {
    const std::size_t end = std::min(text.find("</joint>", joint.end), text.size());
    for (Found axis = next(text, "xyz", joint.end); axis.begin < end; axis = next(text, "xyz", axis.end)) {
      if (!isZero(text.substr(axis.end, text.find('<', axis.end) - axis.end))) continue;
      return fail(failures::kSdfZeroAxis,
                  {{"joint", shown(joint.name)}, {"place", arg::Place{file, lineAt(text, axis.begin), 0}}});
    }
  }
  return okStatus();
}

Status explainNoLink(std::string_view text, const std::string& file) {
  for (Found model = next(text, "model", 0); model.begin != std::string_view::npos;
       model = next(text, "model", model.end)) {
    const std::size_t end = std::min(text.find("</model>", model.end), text.size());
    if (text[model.end - 2] != '/' && next(text, "link", model.end).begin < end) continue;
    return fail(failures::kSdfNoLink,
                {{"model", shown(model.name)}, {"place", arg::Place{file, lineAt(text, model.begin), 0}}});
  }
  return okStatus();
}

}  // namespace

int lineOfElement(std::string_view text, std::string_view element, std::string_view name, std::string_view inside) {
  return lineAt(text, named(text, element, name, beginOf(text, inside)).begin);
}

Status explainSdf(std::string_view said, std::string_view text, const std::string& file) {
  static const std::regex kFrame(
      R"((attached_to|relative_to) name\[([^\]]*)\] specified by (?:nested |interface )?(\w+) with name\[([^\]]*)\] does not match.*)"
      R"( in (?:model|world) with name\[([^\]]*)\])");
  static const std::regex kTwice(R"((\w+) with name\[([^\]]*)\] already exists)");
  static const std::regex kCircle(
      R"(cycle detected, already visited vertex \[([^\]]*)\]|is identical to \w+ name\[([^\]]*)\], causing a graph)");
  constexpr std::size_t kLongest = 1000;
  said = said.substr(0, kLongest);
  std::match_results<std::string_view::const_iterator> m;
  const auto part = [&](std::size_t i) { return std::string_view(m[i].first, m[i].second); };
  if (std::regex_search(said.begin(), said.end(), m, kFrame)) {
    const int line = lineOfElement(text, part(3), part(4), part(5));
    const Status status = fail(failures::kSdfNoSuchFrame, {{"name", shown(part(4))},
                                                           {"place", arg::Place{file, line, 0}},
                                                           {"element", arg::Words{cleanUtf8(part(3), 40)}},
                                                           {"attribute", arg::Words{std::string(part(1))}},
                                                           {"wanted", shown(part(2))},
                                                           {"holder", shown(part(5))}});
    return withNearest(status, part(2), namesFrom(text, beginOf(text, part(5))));
  }
  if (std::regex_search(said.begin(), said.end(), m, kTwice)) {
    const Found first = named(text, part(1), part(2));
    const Found second = first.begin == std::string_view::npos ? first : named(text, part(1), part(2), first.end);
    // Of a world of many models each may have a link of that name.
    const bool sure = second.begin != std::string_view::npos &&
                      next(text, "model", next(text, "model", 0).end).begin == std::string_view::npos;
    return fail(failures::kSdfTwice, {{"name", shown(part(2))},
                                      {"place", arg::Place{file, sure ? lineAt(text, second.begin) : 0, 0}},
                                      {"element", arg::Words{cleanUtf8(part(1), 40)}}});
  }
  if (std::regex_search(said.begin(), said.end(), m, kCircle)) {
    const std::string_view whole = m[1].matched ? part(1) : part(2), name = whole.substr(whole.rfind(':') + 1);
    return fail(failures::kSdfFrameCircle,
                {{"name", shown(name)}, {"place", arg::Place{file, lineOfNamed(text, name), 0}}});
  }
  if (said.find("norm of the xyz vector cannot be zero") != std::string_view::npos) return explainAxis(text, file);
  if (said.find("must have at least one link") != std::string_view::npos) return explainNoLink(text, file);
  return okStatus();
}

}  // namespace ww::io::worker
