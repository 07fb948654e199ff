// SPDX-License-Identifier: Apache-2.0
#include "core/scene/surface_more.h"

#include <fmt/format.h>
#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace ww::scene {
namespace {

using Member = std::optional<double> SurfaceMore::*;
constexpr std::pair<std::string_view, Member> kFields[] = {
    {"restitution_coefficient", &SurfaceMore::restitution_coefficient},
    {"rolling_friction", &SurfaceMore::rolling_friction},
    {"soft_erp", &SurfaceMore::soft_erp},
    {"soft_cfm", &SurfaceMore::soft_cfm},
    {"max_vel", &SurfaceMore::max_vel},
    {"min_depth", &SurfaceMore::min_depth}};
constexpr std::string_view kBlanks = " ,\t\r\n";

std::string_view nextWord(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

std::optional<double>* SurfaceMore::field(std::string_view name) {
  for (const auto& [known, member] : kFields)
    if (known == name) return &(this->*member);
  return nullptr;
}

std::string surfaceKey(std::string_view link) { return "surface_of_" + std::string(link); }

std::string textOf(const SurfaceMore& surface) {
  std::string out;
  for (const auto& [name, member] : kFields) {
    if (!(surface.*member)) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : " ", name, *(surface.*member));
  }
  return out;
}

std::optional<SurfaceMore> surfaceFromText(std::string_view text) {
  SurfaceMore out;
  while (true) {
    const std::string_view name = nextWord(text);
    if (name.empty()) return out;
    const std::string_view value = nextWord(text);
    std::optional<double>* field = out.field(name);
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = !value.empty() && error == std::errc() && end == value.data() + value.size();
    if (!field || !whole || !(number >= 0.0) || !std::isfinite(number)) return std::nullopt;
    *field = number;
  }
}

std::optional<std::string> surfaceText(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                       std::string_view link) {
  const auto found = user_data.find(surfaceKey(link));
  google::protobuf::StringValue text;
  if (found == user_data.end() || !found->second.UnpackTo(&text)) return std::nullopt;
  return text.value();
}

void keepSurface(const std::string& link, const SurfaceMore& surface,
                 intrinsic_proto::scene_object::v1::SceneObject& object) {
  if (surface.empty()) return;
  google::protobuf::StringValue text;
  text.set_value(textOf(surface));
  (*object.mutable_user_data())[surfaceKey(link)].PackFrom(text);
}

}  // namespace ww::scene
