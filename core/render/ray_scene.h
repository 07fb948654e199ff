// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/rays/room.h"
#include "core/render/camera.h"

namespace ww::render {

// Pictures are made of the same room as what sensors measure.
using rays::Hit;
using rays::Instance;
using rays::Shown;
using RayScene = rays::Room;

}  // namespace ww::render
