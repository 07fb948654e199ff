// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/sensing/detections.h"

namespace ww::sensing {

// A printed tag. A world has one wherever a frame is named by family, number and size: "tag36h11_14_80mm". The frame
// lies in the upper left corner of the tag, x to the right and y down along its edges, z into it.
struct Tag {
  FrameId frame;
  std::string id;     // "tag36h11_14"
  double size = 0.0;  // metres, of an edge
};
std::vector<Tag> tagsOf(const world::World& world);

// A tag that a camera sees whole, from its front: nothing as large as half a bit of it is covered.
struct SeenTag {
  Tag tag;
  Pose camera_t_tag;
  std::array<Vec2, 4> corners;  // pixels; from the upper left, then upper right, lower right, lower left
};
std::vector<SeenTag> tagsSeen(const world::World& world, const rays::Room& room, const Optics& optics,
                              const RootT& root_t, const Pose& root_t_camera);

}  // namespace ww::sensing
