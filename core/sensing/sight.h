// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/sensing/detections.h"

namespace ww::sensing {

enum class Seen { kSeen, kHidden, kOutside };

// How much of an object a camera sees.
struct Sight {
  Seen seen = Seen::kOutside;
  double share = 0.0;  // 0 to 1, of what faces the camera within its picture, about
  EntityId hidden_by;  // what hides most of it; none when nothing does
};

// By rays through the part of the picture that the object may fill, some thousand, always the same ones; of what is so
// thin that they pass by, to points on its surface. An object is hidden when no ray reaches it, and outside when none
// would if it stood alone, between the clip planes.
Sight sightOf(const rays::Room& room, const Optics& optics, const Pose& root_t_camera, ObjectId object);

}  // namespace ww::sensing
