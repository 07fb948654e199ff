// SPDX-License-Identifier: Apache-2.0
// Requests of the planner's service as text, for an arm beside a post.
#pragma once
#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "cell.h"

namespace ww::test {

template <typename M>
M parse(const std::string& text) {
  M out;
  WW_CHECK(google::protobuf::TextFormat::ParseFromString(text, &out));
  return out;
}

inline const char* const kRobot = R"(robot_reference { object_id { by_name { object_name: "arm" } } } )";
inline const char* const kFlange = R"({ by_name { frame { object_name: "arm" frame_name: "flange" } } } )";
inline const char* const kToRoot = R"( target_frame { id: "root" } )";
inline const char* const kInRoot = R"( reference_frame { id: "root" } )";
inline const char* const kLeft = "joints: [1.3, 0.6, 1.3, 0, 0.6, 0]";
inline const char* const kRight = "joints: [-1.3, 0.6, 1.3, 0, 0.6, 0]";

inline Cell postCell() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  return cell;
}

// The flange over a place, upside down; metres.
inline std::string ikTarget(double x, double y) {
  return fmt::format(
      R"(target {{ cartesian_pose {{ moving_frame {{ by_name {{ frame {{ object_name: "arm" frame_name: "flange" }} }} }}
    target_frame {{ id: "root" }} target_frame_offset {{ position {{ x: {} y: {} z: 0.4 }} orientation {{ y: 1 }} }} }} }} )",
      x, y);
}

}  // namespace ww::test
