// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/seen_messages.h"

#include <algorithm>
#include <cstring>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"

namespace ww::isaac {
namespace {

using capnp::DynamicStruct;

constexpr int kMostAcross = 32767;

void putXy(Builder parent, const char* field, double x, double y) {
  auto out = parent.init(field).as<DynamicStruct>();
  out.set("x", x);
  out.set("y", y);
}

void putNumbers(Builder image, const SegmentedPicture& p, const char* element, int buffer) {
  image.set("elementType", element);
  image.set("rows", p.rows);
  image.set("cols", p.cols);
  image.set("channels", 1);
  image.set("dataBufferIndex", buffer);
}

// The same poses in a list of them.
void putPoseAt(Builder pose, const Pose& value) {
  auto q = pose.init("rotation").as<DynamicStruct>().init("q").as<DynamicStruct>();
  q.set("w", value.q.w());
  q.set("x", value.q.x());
  q.set("y", value.q.y());
  q.set("z", value.q.z());
  putVector(pose, "translation", value.p);
}

void putLabels(Builder root, const std::vector<SeenThing>& things) {
  auto list = putList(root, "predictions", things.size());
  for (unsigned i = 0; i < things.size(); ++i) {
    auto one = list[i].as<DynamicStruct>();
    putText(one, "label", things[i].label);
    one.set("confidence", 1.0);
  }
}

}  // namespace

Result<Message> segmentationMessage(const SegmentedPicture& p) {
  if (p.rows < 1 || p.cols < 1 || p.rows > kMostAcross || p.cols > kMostAcross)
    return fail(failures::kDimensions, {{"rows", arg::Number{static_cast<double>(p.rows)}},
                                        {"cols", arg::Number{static_cast<double>(p.cols)}}});
  const std::size_t pixels = static_cast<std::size_t>(p.rows) * static_cast<std::size_t>(p.cols);
  if (p.classes.size() != pixels || p.instances.size() != pixels)
    return fail(failures::kBufferSize, {{"type", arg::Words{"SegmentationCameraProto"}},
                                        {"size", arg::Bytes{p.classes.size() + 2 * p.instances.size()}},
                                        {"wanted", arg::Bytes{3 * pixels}}});
  Message out = build("SegmentationCameraProto", [&](Builder& root) {
    putNumbers(root.init("labelImage").as<DynamicStruct>(), p, "uint8", 0);
    putNumbers(root.init("instanceImage").as<DynamicStruct>(), p, "uint16", 1);
    const std::size_t count = std::min<std::size_t>(p.class_names.size(), 256);
    auto labels = putList(root, "labels", count);
    for (unsigned i = 0; i < count; ++i) {
      auto label = labels[i].as<DynamicStruct>();
      label.set("index", i);
      putText(label, "name", p.class_names[i]);
    }
    auto pinhole = root.init("pinhole").as<DynamicStruct>();
    pinhole.set("rows", p.rows);
    pinhole.set("cols", p.cols);
    putXy(pinhole, "focal", p.pinhole.focal_row, p.pinhole.focal_col);
    putXy(pinhole, "center", p.pinhole.center_row, p.pinhole.center_col);
  });
  out.buffers.push_back(std::make_shared<const std::string>(p.classes.begin(), p.classes.end()));
  std::string numbers(2 * pixels, '\0');
  std::memcpy(numbers.data(), p.instances.data(), numbers.size());
  out.buffers.push_back(std::make_shared<const std::string>(std::move(numbers)));
  return out;
}

Message flatScanMessage(const FlatRanges& scan) {
  return build("FlatscanProto", [&](Builder& root) {
    auto angles = putList(root, "angles", scan.angles_rad.size());
    for (unsigned i = 0; i < scan.angles_rad.size(); ++i) angles.set(i, scan.angles_rad[i]);
    auto ranges = putList(root, "ranges", scan.ranges_m.size());
    for (unsigned i = 0; i < scan.ranges_m.size(); ++i) {
      // What hits nothing is as far as can be, what cannot be measured is below the least.
      const double r = scan.ranges_m[i];
      ranges.set(i, static_cast<float>(!(r >= 0.0) ? -1.0 : std::min(r, scan.farthest_m)));
    }
    root.set("invalidRangeThreshold", 0.0);
    root.set("outOfRangeThreshold", static_cast<double>(static_cast<float>(scan.farthest_m)));
  });
}

Message boxesMessage(const std::vector<SeenThing>& things) {
  return build("Detections2Proto", [&](Builder& root) {
    putLabels(root, things);
    auto boxes = putList(root, "boundingBoxes", things.size());
    for (unsigned i = 0; i < things.size(); ++i) {
      // x of a vector in a picture is the row.
      auto box = boxes[i].as<DynamicStruct>();
      putXy(box, "min", things[i].top, things[i].left);
      putXy(box, "max", things[i].bottom, things[i].right);
    }
  });
}

Message thingsMessage(const std::vector<SeenThing>& things) {
  return build("Detections3Proto", [&](Builder& root) {
    putLabels(root, things);
    auto poses = putList(root, "poses", things.size());
    for (unsigned i = 0; i < things.size(); ++i) putPoseAt(poses[i].as<DynamicStruct>(), things[i].sensor_t_thing);
  });
}

Message tagsMessage(const std::vector<SeenTagInfo>& tags) {
  return build("FiducialListProto", [&](Builder& root) {
    auto list = putList(root, "fiducialList", tags.size());
    for (unsigned i = 0; i < tags.size(); ++i) {
      auto one = list[i].as<DynamicStruct>();
      one.set("type", "apriltag");
      putText(one, "id", tags[i].id);
      putPose(one, "cameraTTag", tags[i].camera_t_tag);
      auto corners = putList(one, "keypoints", tags[i].corners.size());
      for (unsigned k = 0; k < tags[i].corners.size(); ++k) {
        auto corner = corners[k].as<DynamicStruct>();
        corner.set("x", tags[i].corners[k][1]);
        corner.set("y", tags[i].corners[k][0]);
      }
    }
  });
}

}  // namespace ww::isaac
