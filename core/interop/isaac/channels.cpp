// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/channels.h"

#include <algorithm>
#include <utility>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kMostName = 255;  // the wire counts it in a byte

bool isNumberedAfter(std::string_view channel, std::string_view name) {
  if (!channel.starts_with(name) || channel.size() < name.size() + 2 || channel[name.size()] != '_') return false;
  const std::string_view rest = channel.substr(name.size() + 1);
  return std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

const std::vector<BridgeChannel>& bridgeChannels() {
  static const std::vector<BridgeChannel> kChannels = {
      {"color", "ColorCameraProto"},
      {"color_right", "ColorCameraProto"},
      {"image", "ImageProto"},
      {"encoder_color", "ColorCameraProto"},
      {"color_intrinsics", "CameraIntrinsicsProto"},
      {"depth_intrinsics", "CameraIntrinsicsProto"},
      {"segmentation_intrinsics", "CameraIntrinsicsProto"},
      {"depth", "DepthCameraProto"},
      {"depth_right", "DepthCameraProto"},
      {"disparity", "DisparityCameraProto"},
      {"segmentation", "SegmentationCameraProto"},
      {"segmentation_right", "SegmentationCameraProto"},
      {"segmentation_class", "ImageProto"},
      {"segmentation_instance", "ImageProto"},
      {"lidar_cloud", "PointCloudProto"},
      {"point_cloud", "PointCloudProto"},
      {"point_cloud_right", "PointCloudProto"},
      {"rangescan", "RangeScanProto"},
      {"flatscan", "FlatscanProto"},
      {"bodies", "RigidBody3GroupProto"},
      {"pose", "PoseTreeEdgeProto"},
      {"pose_tree", "PoseTreeProto"},
      {"collision", "CollisionProto"},
      {"bounding_boxes", "Detections2Proto"},
      {"bounding_boxes_right", "Detections2Proto"},
      {"detections3", "Detections3Proto"},
      {"detections3_right", "Detections3Proto"},
      {"fiducials", "FiducialListProto"},
      {"fiducials_right", "FiducialListProto"},
      {"imu_raw", "ImuProto"},
      {"base_state", "StateProto"},
      {"base_command", "StateProto", false},
      {"joint_state", "CompositeProto"},
      {"io_state", "CompositeProto"},
      {"joint_position", "CompositeProto", false},
      {"io_command", "CompositeProto", false},
      {"scenario_control", "JsonProto", false},
      {"scenario_reply", "JsonProto"},
      {"scenario_actors", "ActorGroupProto", false},
      {"scenario_actors_status", "ActorGroupStatusProto"},
      {"teleport", "RigidBody3GroupProto", false},
      {"teleport_command", "RigidBody3GroupProto", false},
      {"goal", "Goal2Proto", false},
      {"global_plan", "Plan2Proto", false},
      {"local_plan", "Plan2Proto", false},
  };
  return kChannels;
}

std::uint64_t typeOfChannel(std::string_view channel) {
  for (const BridgeChannel& one : bridgeChannels())
    if (channel == one.name || isNumberedAfter(channel, one.name)) return findType(one.type)->id;
  if (channel.ends_with("_intrinsics")) return findType(std::string_view("CameraIntrinsicsProto"))->id;
  // What of a camera goes beside its images.
  static constexpr std::pair<std::string_view, std::string_view> kBeside[] = {
      {"_labels", "JsonProto"}, {"_limits", "JsonProto"}, {"_class", "ImageProto"}, {"_instance", "ImageProto"}};
  for (const auto& [ending, type] : kBeside)
    if (channel.ends_with(ending) && typeOfChannel(channel.substr(0, channel.size() - ending.size())) != 0)
      return findType(type)->id;
  return 0;
}

Status ChannelMap::add(std::string_view text) {
  const std::size_t sign = text.find('=');
  const std::string channel(text.substr(0, sign));
  const std::string name(sign == std::string_view::npos ? std::string_view() : text.substr(sign + 1));
  const bool sound = !channel.empty() && !name.empty() && channel.size() <= kMostName && name.size() <= kMostName &&
                     io::isUtf8(name) && !to_outside_.contains(channel) && !to_inside_.contains(name);
  if (!sound)
    return fail(failures::kBadChannelName, {{"text", arg::Words{io::cleanUtf8(std::string(text), kMostName)}}});
  to_outside_[channel] = name;
  to_inside_[name] = channel;
  return okStatus();
}

Status ChannelMap::check() const {
  for (const auto& [channel, name] : to_outside_)
    if (name != channel && typeOfChannel(name) != 0 && !to_outside_.contains(name))
      return fail(failures::kBadChannelName, {{"text", arg::Words{channel + "=" + name}}});
  return okStatus();
}

std::string ChannelMap::outside(const std::string& channel) const {
  const auto at = to_outside_.find(channel);
  return at == to_outside_.end() ? channel : at->second;
}

std::string ChannelMap::inside(const std::string& name) const {
  const auto at = to_inside_.find(name);
  return at == to_inside_.end() ? name : at->second;
}

}  // namespace ww::isaac
