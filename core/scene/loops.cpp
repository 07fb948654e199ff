// SPDX-License-Identifier: Apache-2.0
#include "core/scene/loops.h"

#include <fmt/format.h>
#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace ww::scene {
namespace {

const std::string kLoopOf = "loop_of_";
constexpr std::size_t kMostTies = 3;

constexpr std::size_t kOfTie = 6;  // numbers

// Empty for what are no numbers of some ties.
std::vector<LoopTie> tiesOf(std::istringstream& in) {
  std::vector<double> numbers;
  for (std::string word; in >> word;) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return {};
    numbers.push_back(value);
  }
  if (numbers.size() % kOfTie != 0 || numbers.size() > kOfTie * kMostTies) return {};
  std::vector<LoopTie> out;
  for (std::size_t i = 0; i < numbers.size(); i += kOfTie)
    out.push_back(
        {Vec3(numbers[i], numbers[i + 1], numbers[i + 2]), Vec3(numbers[i + 3], numbers[i + 4], numbers[i + 5])});
  return out;
}

}  // namespace

std::string loopKey(const std::string& joint) { return kLoopOf + joint; }

void keepLoop(const LoopJoint& loop, intrinsic_proto::scene_object::v1::SceneObject& object) {
  google::protobuf::StringValue text;
  text.set_value(loop.parent + " " + loop.child);
  for (const LoopTie& tie : loop.ties) {
    for (const Vec3* point : {&tie.in_parent, &tie.in_child})
      *text.mutable_value() += fmt::format(" {} {} {}", point->x(), point->y(), point->z());
  }
  (*object.mutable_user_data())[loopKey(loop.name)].PackFrom(text);
}

std::vector<LoopJoint> loopsOf(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data) {
  std::vector<LoopJoint> out;
  for (const auto& [key, value] : user_data) {
    google::protobuf::StringValue text;
    if (!key.starts_with(kLoopOf) || !value.UnpackTo(&text)) continue;
    std::istringstream in(text.value());
    LoopJoint loop;
    loop.name = key.substr(kLoopOf.size());
    in >> loop.parent >> loop.child;
    loop.ties = tiesOf(in);
    if (!loop.ties.empty()) out.push_back(std::move(loop));
  }
  std::ranges::sort(out, {}, &LoopJoint::name);
  return out;
}

}  // namespace ww::scene
