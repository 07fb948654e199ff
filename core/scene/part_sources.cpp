// SPDX-License-Identifier: Apache-2.0
#include "core/scene/part_sources.h"

#include <google/protobuf/struct.pb.h>

#include "core/proto/sorted_bytes.h"
#include "core/scene/own_data.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {
namespace {

using google::protobuf::Struct;

void putText(Struct& out, const char* key, const std::string& text) {
  if (!text.empty()) (*out.mutable_fields())[key].set_string_value(text);
}

std::string textIn(const Struct& from, const char* key) {
  const auto found = from.fields().find(key);
  return found == from.fields().end() ? std::string() : found->second.string_value();
}

}  // namespace

void setPartSources(intrinsic_proto::scene_object::v1::SceneObject& object, const PartSources& sources) {
  object.mutable_user_data()->erase(kPartSourcesKey);
  if (sources.parts.empty()) return;
  Struct out;
  putText(out, "file", sources.file);
  putText(out, "sha256", sources.sha256);
  putText(out, "mode", sources.mode);
  putText(out, "resolution", sources.resolution);
  Struct& parts = *(*out.mutable_fields())["parts"].mutable_struct_value();
  for (const PartSource& source : sources.parts) {
    Struct& one = *(*parts.mutable_fields())[source.entity].mutable_struct_value();
    putText(one, "path", source.path);
    putText(one, "part", source.part);
  }
  google::protobuf::Any& kept = (*object.mutable_user_data())[kPartSourcesKey];
  kept.set_type_url("type.googleapis.com/google.protobuf.Struct");
  kept.set_value(proto::sortedBytes(out));
}

PartSources partSourcesOf(const intrinsic_proto::scene_object::v1::SceneObject& object) {
  PartSources out;
  Struct read;
  const auto kept = object.user_data().find(kPartSourcesKey);
  if (kept == object.user_data().end() || !kept->second.UnpackTo(&read)) return out;
  out.file = textIn(read, "file");
  out.sha256 = textIn(read, "sha256");
  out.mode = textIn(read, "mode");
  out.resolution = textIn(read, "resolution");
  const auto parts = read.fields().find("parts");
  if (parts == read.fields().end()) return out;
  for (const auto& [entity, source] : parts->second.struct_value().fields())
    out.parts.push_back({entity, textIn(source.struct_value(), "path"), textIn(source.struct_value(), "part")});
  return out;
}

}  // namespace ww::scene
