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

// By rays to points on the object's surface, a few hundred, always the same ones. An object is hidden when no ray
// reaches it, and outside when none of its points is in the picture between the clip planes.
Sight sightOf(const rays::Room& room, const Optics& optics, const Pose& root_t_camera, ObjectId object);

}  // namespace ww::sensing
