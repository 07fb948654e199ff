// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::io {

// Takes numbers out of an object that cannot be and that it does without: masses and inertias of links, settings
// of sensors, damping and friction of joints. Files hold such numbers, and the rest of them is sound. Each is told
// by a warning, as long as there are fewer than `most` diagnostics.
void mendObject(intrinsic_proto::scene_object::v1::SceneObject& object, Diagnostics& diagnostics, std::size_t most);

}  // namespace ww::io
