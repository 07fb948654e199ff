// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/user_data.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <optional>

#include "core/io/worker/sdf/sdf_parts.h"
#include "core/scene/custom_joints.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::io::worker {
namespace {

namespace pb = google::protobuf;
using intrinsic_proto::scene_object::v1::SceneObject;

constexpr const char* kElement = "intrinsic:user_data";
constexpr int kDeepest = 50;

class Silent : public pb::io::ErrorCollector {
 public:
  void AddError(int, pb::io::ColumnNumber, const std::string&) override {}
};

std::optional<SceneObject> parsed(const sdf::ElementPtr& element) {
  if (!element->GetValue()) return std::nullopt;
  Silent silent;
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silent);
  parser.SetRecursionLimit(kDeepest);
  SceneObject all;
  if (!parser.ParseFromString(element->GetValue()->GetAsString(), &all)) return std::nullopt;
  SceneObject alone;
  alone.mutable_user_data()->swap(*all.mutable_user_data());
  return all.ByteSizeLong() == 0 ? std::optional(std::move(alone)) : std::nullopt;
}

// Keys of programs have their meaning in the world that they were written for.
bool isOfPrograms(const std::string& key) { return key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_"); }

void takeCustomJoints(const pb::Any& data, Model& out) {
  pb::Struct joints;
  if (!data.UnpackTo(&joints)) return;
  for (Node& node : out.nodes) {
    auto* joint = std::get_if<JointPart>(&node.part);
    const auto custom = joints.fields().find(node.name);
    if (!joint || joint->motion != JointPart::Motion::kFixed || custom == joints.fields().end()) continue;
    joint->is_custom = true;
    out.custom_joints.emplace(node.name, custom->second.string_value());
  }
}

}  // namespace

bool isUserData(const sdf::ElementPtr& element) { return element->GetName() == kElement && parsed(element); }

void readUserData(const sdf::ElementPtr& model, Model& out) {
  for (const sdf::ElementPtr& element : childrenOf(model, kElement)) {
    const auto read = parsed(element);
    if (!read) continue;
    for (const auto& [key, value] : read->user_data()) {
      if (key == scene::kCustomJointsKey) takeCustomJoints(value, out);
      else if (!isOfPrograms(key)) out.user_data.emplace(key, value);
    }
  }
}

}  // namespace ww::io::worker
