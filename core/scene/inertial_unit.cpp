// SPDX-License-Identifier: Apache-2.0
#include "core/scene/inertial_unit.h"

#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/scene/own_data.h"

namespace ww::scene {
namespace {

constexpr std::size_t kMostXmlBytes = 64'000, kDeepestXml = 20;
constexpr double kMostNoise = 1e9;  // of any reading or rate that means something

struct XmlTag {
  std::string_view name, attributes;
  std::size_t begin = 0, end = 0;  // of "<...>" in the text
  bool closes = false, is_empty = false;
};

// The next tag from there; comments, texts and declarations are passed over. None at the end, or where it is broken.
std::optional<XmlTag> nextTag(std::string_view text, std::size_t from) {
  while (true) {
    const std::size_t begin = text.find('<', from);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(begin);
    const char* passed_over = rest.starts_with("<!--")        ? "-->"
                              : rest.starts_with("<![CDATA[") ? "]]>"
                              : rest.starts_with("<?")        ? "?>"
                                                              : nullptr;
    if (passed_over == nullptr) {
      char quote = '\0';
      std::size_t i = 1;
      for (; i < rest.size() && (quote != '\0' || rest[i] != '>'); ++i)
        if (quote != '\0') quote = rest[i] == quote ? '\0' : quote;
        else if (rest[i] == '"' || rest[i] == '\'') quote = rest[i];
      if (i >= rest.size()) return std::nullopt;
      XmlTag out;
      out.begin = begin;
      out.end = begin + i + 1;
      std::string_view inside = rest.substr(1, i - 1);
      out.closes = inside.starts_with('/');
      out.is_empty = inside.ends_with('/');
      if (out.closes) inside.remove_prefix(1);
      if (out.is_empty && !inside.empty()) inside.remove_suffix(1);
      out.name = inside.substr(0, inside.find_first_of(" \t\r\n"));
      out.attributes = inside.substr(out.name.size());
      return out;
    }
    const std::size_t end = text.find(passed_over, begin);
    if (end == std::string_view::npos) return std::nullopt;
    from = end + std::string_view(passed_over).size();
  }
}

std::string_view attribute(std::string_view attributes, std::string_view name) {
  for (std::size_t at = attributes.find(name); at != std::string_view::npos; at = attributes.find(name, at + 1)) {
    std::string_view rest = attributes.substr(at + name.size());
    const bool begins = at > 0 && std::string_view(" \t\r\n").find(attributes[at - 1]) != std::string_view::npos;
    const std::size_t quote = rest.find_first_not_of(" \t\r\n=");
    if (!begins || quote == std::string_view::npos || (rest[quote] != '"' && rest[quote] != '\'')) continue;
    const std::size_t end = rest.find(rest[quote], quote + 1);
    if (end != std::string_view::npos) return rest.substr(quote + 1, end - quote - 1);
  }
  return {};
}

double numberOf(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n+"), text.size());
  text.remove_prefix(first);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && std::isfinite(value) && std::abs(value) <= kMostNoise ? value : 0.0;
}

// Elements from the outermost to the innermost, and what follows the tag of the last up to the next tag.
struct XmlPlace {
  std::vector<XmlTag> open;
  std::string_view text;

  bool is(std::initializer_list<std::string_view> names) const {
    return std::ranges::equal(open, names, {}, &XmlTag::name);
  }
};

// Calls for each element behind its first tag. False for a text that is no whole element.
template <typename Seen>
bool walkXml(std::string_view text, const Seen& seen) {
  if (text.size() > kMostXmlBytes) return false;
  XmlPlace place;
  bool begun = false;
  for (auto tag = nextTag(text, 0); tag; tag = nextTag(text, tag->end)) {
    if (tag->closes) {
      if (place.open.empty() || place.open.back().name != tag->name) return false;
      seen(place, &*tag);
      place.open.pop_back();
      if (place.open.empty()) return true;
      continue;
    }
    if (begun && place.open.empty()) return false;
    begun = true;
    if (place.open.size() >= kDeepestXml) return false;
    place.open.push_back(*tag);
    place.text = text.substr(tag->end, std::min(text.find('<', tag->end), text.size()) - tag->end);
    if (tag->is_empty) place.text = {};
    seen(place, nullptr);
    if (!tag->is_empty) continue;
    seen(place, &*tag);
    place.open.pop_back();
    if (place.open.empty()) return true;
  }
  return false;
}

bool isUnit(const XmlPlace& place) {
  return place.open.front().name == "sensor" && attribute(place.open.front().attributes, "type") == "imu";
}

UnitNoise* unitAxis(const XmlPlace& place, InertialUnit& unit) {
  if (place.open.size() < 5 || place.open[1].name != "imu" || place.open[4].name != "noise") return nullptr;
  auto* axes = place.open[2].name == "angular_velocity"      ? &unit.angular_velocity
               : place.open[2].name == "linear_acceleration" ? &unit.linear_acceleration
                                                             : nullptr;
  const std::string_view axis = place.open[3].name;
  if (axes == nullptr || axis.size() != 1 || axis[0] < 'x' || axis[0] > 'z') return nullptr;
  return &(*axes)[static_cast<std::size_t>(axis[0] - 'x')];
}

void takeNoise(const XmlPlace& place, UnitNoise& noise) {
  if (place.open.size() == 5) {
    const std::string_view type = attribute(place.open.back().attributes, "type");
    noise.on = type == "gaussian" || type == "gaussian_quantized";
    noise.quantized = type == "gaussian_quantized";
    return;
  }
  if (place.open.size() != 6) return;
  constexpr std::pair<std::string_view, double UnitNoise::*> kSigned[] = {{"mean", &UnitNoise::mean},
                                                                          {"bias_mean", &UnitNoise::bias_mean}};
  constexpr std::pair<std::string_view, double UnitNoise::*> kPositive[] = {
      {"stddev", &UnitNoise::stddev},
      {"bias_stddev", &UnitNoise::bias_stddev},
      {"dynamic_bias_stddev", &UnitNoise::dynamic_bias_stddev},
      {"dynamic_bias_correlation_time", &UnitNoise::dynamic_bias_time},
      {"precision", &UnitNoise::precision}};
  const std::string_view name = place.open.back().name;
  for (const auto& [field, member] : kSigned)
    if (name == field) noise.*member = numberOf(place.text);
  for (const auto& [field, member] : kPositive)
    if (name == field) noise.*member = std::max(0.0, numberOf(place.text));
}

}  // namespace

std::optional<std::string> inertialUnitText(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                            std::string_view frame) {
  const auto found = user_data.find(kInertialUnitOf + std::string(frame));
  google::protobuf::StringValue text;
  if (found == user_data.end() || !found->second.UnpackTo(&text)) return std::nullopt;
  return text.value();
}

std::optional<InertialUnit> inertialUnitFromText(std::string_view text) {
  InertialUnit out;
  bool is_unit = false;
  const bool whole = walkXml(text, [&](const XmlPlace& place, const XmlTag* end) {
    if (end != nullptr) return;
    is_unit = isUnit(place);
    if (place.is({"sensor", "update_rate"})) out.rate = std::max(0.0, numberOf(place.text));
    if (UnitNoise* noise = unitAxis(place, out)) takeNoise(place, *noise);
  });
  return whole && is_unit ? std::optional(out) : std::nullopt;
}

std::optional<std::string> inertialUnitBody(std::string_view text) {
  std::string out;
  std::size_t kept = 0;  // up to there the text is in `out`
  bool is_unit = false;
  const bool whole = walkXml(text, [&](const XmlPlace& place, const XmlTag* end) {
    is_unit = isUnit(place);
    const bool is_root = place.open.size() == 1;
    if (is_root && end == nullptr) kept = place.open.front().end;
    else if (is_root && end->closes) out += text.substr(kept, end->begin - kept);
    if (!place.is({"sensor", "pose"})) return;
    if (end == nullptr) out += text.substr(kept, place.open.back().begin - kept);
    else kept = end->end;
  });
  return whole && is_unit ? std::optional(out) : std::nullopt;
}

}  // namespace ww::scene
