// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/feature_link.h"

#include <fmt/format.h>
#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

constexpr std::string_view kPrefix = "feature_of_";
constexpr std::string_view kLostLine = "lost: yes";

template <typename UserData>
std::string textUnder(const UserData& data, const std::string& key) {
  const auto found = data.find(key);
  google::protobuf::StringValue value;
  if (found == data.end() || !found->second.template Is<google::protobuf::StringValue>()) return {};
  return found->second.UnpackTo(&value) ? value.value() : std::string();
}

FeatureLink readLink(const std::string& frame, const std::string& text) {
  FeatureLink out;
  out.frame = frame;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string name = line.substr(0, colon), value = line.substr(colon + 2);
    if (name == "kind") out.kind = value;
    else if (name == "geometry") out.geometry = value;
    else if (name == "feature") std::from_chars(value.data(), value.data() + value.size(), out.index);
    else if (line == kLostLine) out.is_lost = true;
  }
  return out;
}

}  // namespace

std::string featureKey(const std::string& frame_name) { return std::string(kPrefix) + frame_name; }

std::string featureLinkText(const PlacedFeature& on, const std::string& link) {
  const geometry::Feature& f = on.feature;
  std::string out = fmt::format("kind: {}\nlink: {}\nshape: {}\ngeometry: {}\nfeature: {}\n", featureWord(f.kind), link,
                                on.shape, on.geometry, on.index);
  if (f.radius > 0.0) out += fmt::format("radius_m: {:.9g}\n", f.radius);
  if (f.length > 0.0) out += fmt::format("length_m: {:.9g}\n", f.length);
  return out + (f.exact ? "exact: yes" : fmt::format("error_m: {:.3g}", f.error));
}

std::vector<FeatureLink> featureLinks(const so::SceneObject& object) {
  std::vector<FeatureLink> out;
  for (const auto& [key, any] : object.user_data()) {
    if (!key.starts_with(kPrefix)) continue;
    FeatureLink link = readLink(key.substr(kPrefix.size()), textUnder(object.user_data(), key));
    if (!link.kind.empty() && !link.geometry.empty()) out.push_back(std::move(link));
  }
  std::ranges::sort(out, {}, &FeatureLink::frame);
  return out;
}

std::string featureLinkOf(const world::Object& object, const std::string& frame) {
  return object.message ? textUnder(object.message->content().user_data(), featureKey(frame)) : std::string();
}

void keepFeatureLink(so::SceneObject& object, const std::string& frame, const std::string& text) {
  google::protobuf::StringValue value;
  value.set_value(text);
  (*object.mutable_user_data())[featureKey(frame)].PackFrom(value);
}

void markFeatureLost(so::SceneObject& object, const std::string& frame) {
  const std::string text = textUnder(object.user_data(), featureKey(frame));
  if (!text.empty() && !readLink(frame, text).is_lost)
    keepFeatureLink(object, frame, text + "\n" + std::string(kLostLine));
}

}  // namespace ww::usecase
