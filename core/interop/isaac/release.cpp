// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

using capnp::DynamicStruct;

struct ImageField {
  const char* name;
  const char* ending;  // of the channel
};
constexpr ImageField kColorImage[] = {{"image", ""}}, kDepthImage[] = {{"depthImage", ""}},
                     kDisparity[] = {{"disparityImage", ""}},
                     kSegmented[] = {{"labelImage", "_class"}, {"instanceImage", "_instance"}};
struct CameraType {
  const char* name;
  std::span<const ImageField> images;
  bool has_distortion;
};
constexpr CameraType kCameraTypes[] = {{"ColorCameraProto", kColorImage, true},
                                       {"DepthCameraProto", kDepthImage, false},
                                       {"DisparityCameraProto", kDisparity, false},
                                       {"SegmentationCameraProto", kSegmented, false}};

// With the times of another one, on its channel with an ending.
Message beside(const Message& other, Message message, const char* ending) {
  message.uuid = newUuid();
  message.channel = other.channel + ending;
  message.acqtime_ns = other.acqtime_ns;
  message.pubtime_ns = other.pubtime_ns;
  return message;
}

Result<Message> imageOf(const Message& message, const Reader& image) {
  const auto index = image.get("dataBufferIndex").as<unsigned>();
  if (index >= message.buffers.size())
    return fail(failures::kNoBuffer, {{"type", arg::Words{typeName(message.type_id)}},
                                      {"index", arg::Count{index}},
                                      {"count", arg::Count{message.buffers.size()}}});
  Message out = build("ImageProto", [&](Builder& root) {
    for (const char* field : {"elementType", "rows", "cols", "channels"}) root.set(field, image.get(field));
    root.set("dataBufferIndex", 0);
  });
  out.buffers.push_back(message.buffers[index]);
  return out;
}

Message intrinsicsOf(const Reader& camera, bool has_distortion, const Distortion& lens) {
  return build("CameraIntrinsicsProto", [&](Builder& root) {
    root.set("pinhole", camera.get("pinhole"));
    if (has_distortion && camera.has("distortion")) root.set("distortion", camera.get("distortion"));
    else putDistortion(root, lens);
  });
}

// What a message of a camera says beyond its images and its lens, which has no type of its own in that release.
std::string restOf(const std::string& type, const Reader& camera) {
  std::string out;
  const auto keep = [&](const char* field) {
    out += fmt::format("{}\"{}\": {}", out.empty() ? "" : ", ", field, camera.get(field).as<double>());
  };
  if (type == "SegmentationCameraProto") {
    forEachIn(camera, "labels", [&](const Reader& label) {
      out += fmt::format("{}{{\"index\": {}, \"name\": {}}}", out.empty() ? "" : ", ",
                         label.get("index").as<unsigned>(), quotedJson(textIn(label, "name")));
    });
    return "{\"labels\": [" + out + "]}";
  }
  if (type == "DepthCameraProto") {
    for (const char* field : {"minDepth", "maxDepth"}) keep(field);
  } else if (type == "DisparityCameraProto") {
    for (const char* field : {"minimumDisparity", "maximumDisparity", "cameraBaseline"}) keep(field);
  }
  return out.empty() ? out : "{" + out + "}";
}

}  // namespace

Result<std::vector<Message>> asImages(Message message, const Distortion& lens) {
  const std::string name = typeName(message.type_id);
  const auto* type = std::ranges::find(kCameraTypes, name, [](const CameraType& t) { return std::string(t.name); });
  std::vector<Message> out;
  if (type == std::end(kCameraTypes)) {
    out.push_back(std::move(message));
    return out;
  }
  Status images;
  WW_TRY(readAs(type->name, message, [&](const Reader& camera) {
    for (const ImageField& field : type->images) {
      auto image = imageOf(message, camera.get(field.name).as<DynamicStruct>());
      images = image.status();
      if (!images.ok()) return;
      out.push_back(beside(message, std::move(*image), field.ending));
    }
    out.push_back(beside(message, intrinsicsOf(camera, type->has_distortion, lens), "_intrinsics"));
    const std::string rest = restOf(name, camera);
    if (rest.empty()) return;
    Message told = build("JsonProto", [&](Builder& root) { putText(root, "serialized", rest); });
    out.push_back(beside(message, std::move(told), name == "SegmentationCameraProto" ? "_labels" : "_limits"));
  }));
  WW_TRY(images);
  return out;
}

}  // namespace ww::isaac
