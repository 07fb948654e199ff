// SPDX-License-Identifier: Apache-2.0
#include "core/scene/custom_joints.h"

#include <google/protobuf/struct.pb.h>

#include <algorithm>

namespace ww::scene {
namespace {

constexpr std::size_t kLongestKind = 40;

// Of the first tag, whatever quotes it has.
std::string kindOf(const std::string& element) {
  const std::size_t end = element.find('>');
  const std::size_t at = element.find("type=");
  if (at == std::string::npos || at + 6 > element.size() || at > end) return {};
  const char quote = element[at + 5];
  const std::size_t close = element.find(quote, at + 6);
  if ((quote != '"' && quote != '\'') || close == std::string::npos || close > end) return {};
  return element.substr(at + 6, std::min(close - at - 6, kLongestKind));
}

}  // namespace

std::vector<CustomJoint> customJoints(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data) {
  const auto found = user_data.find(kCustomJointsKey);
  google::protobuf::Struct kept;
  if (found == user_data.end() || !found->second.UnpackTo(&kept)) return {};
  std::vector<CustomJoint> out;
  for (const auto& [name, element] : kept.fields()) out.push_back({name, kindOf(element.string_value())});
  std::ranges::sort(out, {}, &CustomJoint::name);
  return out;
}

}  // namespace ww::scene
