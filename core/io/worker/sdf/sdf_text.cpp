// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_text.h"

#include <algorithm>
#include <map>
#include <regex>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_tags.h"

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

// From the line on: sdformat tells that of the element, or of the one that it is in.
std::size_t offsetOf(std::string_view text, int line) {
  std::size_t at = 0;
  for (int i = 1; i < line && at != std::string_view::npos; ++i) at = text.find('\n', at) + 1;
  return std::min(at, text.size());
}

// What an element of that kind holds, for people.
Phrase formOf(std::string_view element) {
  constexpr std::string_view kVectors[] = {"xyz", "size", "scale", "normal", "gravity", "radii", "linear_velocity"};
  constexpr std::string_view kYesOrNo[] = {"static", "self_collide", "kinematic", "enable_wind", "always_on"};
  if (element == "pose") return phrase(WW_TEXT("Core", "six numbers, x y z in metres and roll pitch yaw in radians,"));
  if (std::ranges::find(kVectors, element) != std::end(kVectors))
    return phrase(WW_TEXT("Core", "numbers with blanks between them, three if it is of space,"));
  constexpr std::string_view kColors[] = {"ambient", "diffuse", "specular", "emissive"};
  if (std::ranges::find(kColors, element) != std::end(kColors))
    return phrase(WW_TEXT("Core", "red, green, blue and alpha, each from 0 to 1 (0 to 255 divided by 255),"));
  if (element == "horizontal_fov")
    return phrase(WW_TEXT("Core", "an angle in radians, above 0 and at most 3.14159 (60 degrees are 1.0472),"));
  if (std::ranges::find(kYesOrNo, element) != std::end(kYesOrNo)) return phrase(WW_TEXT("Core", "true or false"));
  return phrase(WW_TEXT("Core", "a number with a decimal point, or what else SDF wants of it,"));
}

struct Sentence {
  std::string_view text;  // of the file, where it is at hand
  arg::Place place;
  std::vector<std::string> parts;
};

Status explainContent(const Sentence& s) {
  const Found found = next(s.text, s.parts[0], offsetOf(s.text, s.place.line));
  const std::string_view held = found.begin == std::string_view::npos
                                    ? ""
                                    : trim(s.text.substr(found.end, s.text.find('<', found.end) - found.end));
  arg::Place place = s.place;
  if (found.begin != std::string_view::npos) place.line = lineAt(s.text, found.begin);
  const FailureRow& row = held.empty() ? failures::kSdfNoContent : failures::kSdfContent;
  return fail(
      row,
      {{"place", place}, {"element", arg::Words{s.parts[0]}}, {"text", shown(held)}, {"form", formOf(s.parts[0])}});
}

// A tag whose attributes XML does not allow; tinyxml says nothing but that it cannot read the file.
Status explainXml(const Sentence& s) {
  static const std::regex kBare(R"(\s[\w:.-]+\s*=\s*[^"'\s])"), kName(R"(\s([\w:.-]+)\s*=\s*("[^"]*"|'[^']*'))");
  constexpr std::size_t kLongest = 2000;
  for (std::size_t at = s.text.find('<'); at != std::string_view::npos; at = s.text.find('<', at + 1)) {
    const std::string tag(s.text.substr(at, std::min(s.text.find('>', at) - at, kLongest)));
    if (tag.starts_with("<!") || tag.starts_with("</")) continue;
    const arg::Place place{s.place.file, lineAt(s.text, at), 0};
    std::vector<std::string> names;
    for (std::sregex_iterator i(tag.begin(), tag.end(), kName), end; i != end; ++i) {
      if (std::ranges::find(names, (*i)[1].str()) != names.end())
        return fail(failures::kSdfAttributeTwice, {{"place", place}, {"attribute", arg::Words{(*i)[1].str()}}});
      names.push_back((*i)[1].str());
    }
    if (std::regex_search(std::regex_replace(tag, kName, ""), kBare))
      return fail(failures::kSdfNotQuoted, {{"place", place}});
  }
  return fail(failures::kSdfNoXml, {{"place", arg::Place{s.place.file, 0, 0}}});
}

Status explainDelimiter(const Sentence& s) {
  for (const char* kind : {"link", "joint", "frame", "model", "collision", "visual", "sensor"}) {
    for (Found f = next(s.text, kind, 0); f.begin != std::string_view::npos; f = next(s.text, kind, f.end)) {
      if (f.name.find("::") == std::string_view::npos) continue;
      return fail(failures::kSdfDelimiter, {{"place", arg::Place{s.place.file, lineAt(s.text, f.begin), 0}},
                                            {"name", shown(f.name)},
                                            {"element", arg::Words{kind}}});
    }
  }
  return okStatus();
}

Status explainRoot(const Sentence& s) {
  const Found first = next(s.text, "model", 0);
  return fail(failures::kSdfOneModel, {{"model", shown(first.name)}, {"place", s.place}});
}

Status explainName(const Sentence& s) {
  const int line = lineAt(s.text, named(s.text, s.parts[0] == "joint" ? "joint" : s.parts[0], s.parts[1]).begin);
  return fail(failures::kSdfReservedName, {{"name", shown(s.parts[1])},
                                           {"place", arg::Place{s.place.file, line, 0}},
                                           {"element", arg::Words{cleanUtf8(s.parts[0], 40)}}});
}

Status explainInertia(const Sentence& s) {
  const int line = lineAt(s.text, named(s.text, "link", s.parts[0]).begin);
  return fail(failures::kSdfLinkInertia, {{"link", shown(s.parts[0])}, {"place", arg::Place{s.place.file, line, 0}}});
}

Status explainSameName(const Sentence& s) {
  const std::string element = toLowerAscii(s.parts[0]);
  const int line = lineAt(s.text, named(s.text, element, s.parts[1], beginOf(s.text, s.parts[2])).begin);
  return fail(failures::kSdfSameName, {{"name", shown(s.parts[1])},
                                       {"place", arg::Place{s.place.file, line, 0}},
                                       {"element", arg::Words{cleanUtf8(element, 40)}},
                                       {"holder", shown(s.parts[2])}});
}

Status noSuchFrame(const Sentence& s, std::string_view model, const char* attribute, const std::string& wanted) {
  const Found holder = named(s.text, "model", model);
  const Status status =
      fail(failures::kSdfNoSuchFrame, {{"name", shown(model)},
                                       {"place", arg::Place{s.place.file, lineAt(s.text, holder.begin), 0}},
                                       {"element", arg::Words{"model"}},
                                       {"attribute", arg::Words{attribute}},
                                       {"wanted", shown(wanted)},
                                       {"holder", shown(model)}});
  return withNearest(status, wanted, namesFrom(s.text, holder.begin == std::string_view::npos ? 0 : holder.begin));
}

Status explainCanonical(const Sentence& s) { return noSuchFrame(s, s.parts[1], "canonical_link", s.parts[0]); }

// The graph knows the frame alone; the model is the one that asks for it.
Status explainPlacement(const Sentence& s) {
  for (Found m = next(s.text, "model", 0); m.begin != std::string_view::npos; m = next(s.text, "model", m.end)) {
    const std::string_view tag = s.text.substr(m.begin, m.end - m.begin);
    const std::size_t at = tag.find("placement_frame");
    if (at != std::string_view::npos && tag.substr(at).find(s.parts[0]) != std::string_view::npos)
      return noSuchFrame(s, m.name, "placement_frame", s.parts[0]);
  }
  return okStatus();
}

Status explainTopPose(const Sentence& s) {
  return fail(failures::kSdfTopPose, {{"place", s.place}, {"wanted", shown(s.parts[0])}});
}

Status explainElement(const Sentence& s) {
  return fail(failures::kSdfNoElement,
              {{"place", s.place}, {"element", arg::Words{s.parts[0]}}, {"parent", arg::Words{s.parts[1]}}});
}

Status explainAttribute(const Sentence& s) {
  return fail(failures::kSdfNoAttribute,
              {{"place", s.place}, {"attribute", arg::Words{s.parts[0]}}, {"element", arg::Words{s.parts[1]}}});
}

Status explainBadAttribute(const Sentence& s) {
  return fail(failures::kSdfAttribute, {{"place", s.place}, {"attribute", arg::Words{s.parts[0]}}});
}

// Sentences of sdformat and what they mean.
struct Meaning {
  const char* pattern;
  Status (*explain)(const Sentence&);
};
constexpr Meaning kMeanings[] = {
    {R"(Error reading element <([\w:]+)>)", explainContent},
    {R"(Missing required element\[([\w:]+)\], child of element\[([\w:]+)\])", explainElement},
    {R"(Required attribute\[([\w:]+)\] in element\[([\w:]+)\] is not specified)", explainAttribute},
    {R"(Unable to read attribute\[([\w:]+)\])", explainBadAttribute},
    {R"(of top level model must be left empty, found //pose\[@relative_to='([^']*)'\])", explainTopPose},
    {R"(Delimiter '::' found)", explainDelimiter},
    {R"(Unable to read file|Error parsing XML)", explainXml},
    {R"(canonical_link with name\[([^\]]*)\] not found in model with name\[([^\]]*)\])", explainCanonical},
    {R"(unable to find unique frame with name \[([^\]]*)\] in graph)", explainPlacement},
    {R"((\w+) with non-unique name \[([^\]]*)\] detected in \w+ with name \[([^\]]*)\])", explainSameName},
    {R"(link named (.*) has invalid inertia)", explainInertia},
    {R"(supplied (\w+) name \[([^\]]*)\] is reserved)", explainName},
    {R"(Root object can only contain one model)", explainRoot},
};

Status explainSentence(std::string_view said, std::string_view text, const arg::Place& place) {
  static const std::vector<std::regex> kPatterns = [] {
    std::vector<std::regex> all;
    for (const Meaning& meaning : kMeanings) all.emplace_back(meaning.pattern);
    return all;
  }();
  std::match_results<std::string_view::const_iterator> m;
  for (std::size_t i = 0; i < kPatterns.size(); ++i) {
    if (!std::regex_search(said.begin(), said.end(), m, kPatterns[i])) continue;
    Sentence sentence{text, place, {}};
    for (std::size_t part = 1; part < m.size(); ++part) sentence.parts.push_back(m[part].str());
    return kMeanings[i].explain(sentence);
  }
  return okStatus();
}

// What each hangs on: a frame by attached_to, else by the relative_to of its pose; or the other way round.
std::map<std::string, std::string, std::less<>> hangsOn(std::string_view text, bool frames_first) {
  std::map<std::string, std::string, std::less<>> attached, placed;
  std::vector<std::string_view> open;
  walkXml(text, {[&](const XmlTag& tag) {
                   const std::string_view on = tag.attribute("attached_to"), to = tag.attribute("relative_to");
                   if (tag.name == "frame" && !on.empty()) attached.emplace(tag.attribute("name"), on);
                   if (tag.name == "pose" && !to.empty() && !open.empty()) placed.emplace(open.back(), to);
                   open.push_back(tag.attribute("name"));
                 },
                 [&](std::string_view) {
                   if (!open.empty()) open.pop_back();
                 }});
  (frames_first ? attached : placed).merge(frames_first ? placed : attached);
  return frames_first ? attached : placed;
}

// The names on the way from one back to itself; none where the text does not show it.
std::vector<std::string> ringOf(std::string_view text, std::string_view name) {
  constexpr std::size_t kMost = 100;
  for (const bool frames_first : {true, false}) {
    const auto above = hangsOn(text, frames_first);
    std::vector<std::string> ring;
    std::string at(name);
    do {
      ring.push_back(cleanUtf8(at, 200));
      const auto next_one = above.find(at);
      at = next_one == above.end() ? std::string() : next_one->second;
    } while (!at.empty() && at != name && ring.size() < kMost);
    if (at == name) return ring;
  }
  return {};
}

}  // namespace

std::string joined(std::string name) {
  for (std::size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at)) name.replace(at, 2, "__");
  return name;
}

int lineOfElement(std::string_view text, std::string_view element, std::string_view name, std::string_view inside) {
  return lineAt(text, named(text, element, name, beginOf(text, inside)).begin);
}

Status explainSdf(std::string_view said, std::string_view text, const std::string& file, int line_told) {
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
    const FailureArg who{"name", shown(name)}, where{"place", arg::Place{file, lineOfNamed(text, name), 0}};
    arg::Names ring{ringOf(text, name)};
    if (ring.texts.size() < 2) return fail(failures::kSdfFrameCircle, {who, where});
    return fail(failures::kSdfFrameRing, {who, where, {"ring", std::move(ring)}});
  }
  if (said.find("norm of the xyz vector cannot be zero") != std::string_view::npos) return explainAxis(text, file);
  if (said.find("must have at least one link") != std::string_view::npos) return explainNoLink(text, file);
  return explainSentence(said, text, {file, line_told, 0});
}

}  // namespace ww::io::worker
