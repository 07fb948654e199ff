// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/limit_mend.h"

#include <tinyxml.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/xml_words.h"

namespace ww::io::worker {
namespace {

constexpr const char* kNoLimitAtAll = R"(<limit lower="-1e16" upper="1e16" effort="0" velocity="0"/>)";

std::string attributeText(const TiXmlElement& element, const char* name) {
  const char* text = element.Attribute(name);
  return text != nullptr ? text : "";
}

bool lacksLimit(const TiXmlElement& joint) {
  const std::string type = attributeText(joint, "type");
  if ((type != "revolute" && type != "prismatic") || joint.FirstChildElement("limit") != nullptr) return false;
  for (const TiXmlElement* e = joint.FirstChildElement(); e != nullptr; e = e->NextSiblingElement())
    if (!slipOf(e->ValueStr(), {"limit"}).empty()) return false;
  return true;
}

// Where the element begins: lines and bytes are counted from 1, a tab as one.
std::optional<std::size_t> offsetOf(const std::string& text, const TiXmlElement& element) {
  std::size_t at = 0;
  for (int row = 1; row < element.Row(); ++row) {
    at = text.find('\n', at);
    if (at == std::string::npos) return std::nullopt;
    ++at;
  }
  at += static_cast<std::size_t>(std::max(element.Column(), 1) - 1);
  if (at >= text.size() || text.compare(at, 6, "<joint") != 0) return std::nullopt;
  return at;
}

// Behind the tag that begins there; none where nothing is in the element.
std::optional<std::size_t> afterTag(const std::string& text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return text[at - 1] == '/' ? std::nullopt : std::optional(at + 1);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string mendLimits(const std::string& text, const std::string& file, Reporter& report) {
  TiXmlDocument document;
  document.SetTabSize(1);
  document.Parse(text.c_str(), nullptr, TIXML_ENCODING_LEGACY);
  const TiXmlElement* root = document.Error() ? nullptr : document.FirstChildElement("robot");
  if (root == nullptr) return {};
  std::vector<std::size_t> places;
  for (const TiXmlElement* joint = root->FirstChildElement("joint"); joint != nullptr;
       joint = joint->NextSiblingElement("joint")) {
    if (!lacksLimit(*joint)) continue;
    const auto begin = offsetOf(text, *joint);
    const auto place = begin ? afterTag(text, *begin) : std::nullopt;
    if (!place) return {};  // refused as it is, with the joint's line
    places.push_back(*place);
    const std::string name = cleanUtf8(attributeText(*joint, "name"), 200);
    report.warn("joint-limits",
                fail(failures::kUrdfLimitless, {{"place", arg::Place{file, joint->Row(), 0}},
                                                {"type", arg::Words{attributeText(*joint, "type")}},
                                                {"joint", arg::Name{name}}}),
                "joint " + name);
  }
  if (places.empty()) return {};
  std::string out = text;
  for (auto at = places.rbegin(); at != places.rend(); ++at) out.insert(*at, kNoLimitAtAll);
  return out;
}

}  // namespace ww::io::worker
