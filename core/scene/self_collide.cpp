// SPDX-License-Identifier: Apache-2.0
#include "core/scene/self_collide.h"

#include <google/protobuf/wrappers.pb.h>

namespace ww::scene {
namespace {

std::optional<bool> saidUnder(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                              const std::string& key) {
  const auto found = user_data.find(key);
  google::protobuf::StringValue text;
  if (found == user_data.end() || !found->second.UnpackTo(&text)) return std::nullopt;
  if (text.value() == "true" || text.value() == "1") return true;
  if (text.value() == "false" || text.value() == "0") return false;
  return std::nullopt;
}

}  // namespace

std::string selfCollideKey(std::string_view link) {
  return link.empty() ? std::string("self_collide") : "self_collide_of_" + std::string(link);
}

std::optional<bool> selfCollide(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                std::string_view link) {
  if (user_data.empty()) return std::nullopt;
  if (const auto own = link.empty() ? std::nullopt : saidUnder(user_data, selfCollideKey(link))) return own;
  return saidUnder(user_data, selfCollideKey({}));
}

void keepSelfCollide(const std::string& link, bool collides, intrinsic_proto::scene_object::v1::SceneObject& object) {
  google::protobuf::StringValue text;
  text.set_value(collides ? "true" : "false");
  (*object.mutable_user_data())[selfCollideKey(link)].PackFrom(text);
}

}  // namespace ww::scene
