// SPDX-License-Identifier: Apache-2.0
// Programs as text, and worlds that hold them.
#pragma once
#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include <string>

#include "core/base/check.h"
#include "worldwright/v1/program.pb.h"

namespace ww::test {

inline worldwright::v1::Program programOf(const std::string& text) {
  worldwright::v1::Program out;
  WW_CHECK(google::protobuf::TextFormat::ParseFromString(text, &out));
  return out;
}

inline std::string object(const std::string& name) { return "{ by_name { object_name: \"" + name + "\" } } "; }
inline std::string frame(const std::string& of, const std::string& name) {
  return "{ by_name { frame { object_name: \"" + of + "\" frame_name: \"" + name + "\" } } } ";
}
// A move to a frame of the root object, so far above it (metres; its z axis points down).
inline std::string moveAbove(const std::string& name, double above, const std::string& more = {}) {
  return fmt::format(
      "steps {{ move {{ frame {} frame_t_tool {{ position {{ z: {} }} orientation {{ w: 1 }} }} {} }} }} ",
      frame("root", name), -above, more);
}
inline std::string call(const std::string& name) { return "steps { call { program: \"" + name + "\" } } "; }
inline std::string wait(double seconds) { return fmt::format("steps {{ wait {{ seconds: {} }} }} ", seconds); }

// In the sample cell: the arm grips a block, lifts it, and brings it over the crate.
inline std::string pickAndPlace() {
  const std::string over = "{ by_name { object { object_name: \"part_1\" } } } ";
  return "name: \"pick_and_place\" " + moveAbove("pick", 0.1) + "steps { name: \"reach\" move { frame " + over +
         "frame_t_tool { position { z: 0.0355 } orientation { y: 1 } } motion_type: LINEAR } } "
         "steps { set_joint { object " +
         object("gripper") +
         "joint: \"finger_left_joint\" position: 0.022 } } "
         "steps { set_signal { signal: \"gripping\" on: true } } "
         "steps { attach { object " +
         object("part_1") + "} } " + moveAbove("pick", 0.1, "motion_type: LINEAR") + moveAbove("place", 0.15) +
         "steps { detach { object " + object("part_1") +
         "} } "
         "steps { await_signal { signal: \"gripping\" on: true expected_seconds: 5 } } " +
         wait(0.5);
}

}  // namespace ww::test
