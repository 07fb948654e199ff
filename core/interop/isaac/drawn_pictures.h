// SPDX-License-Identifier: Apache-2.0
// For the files of this folder alone.
#pragma once
#include "core/interop/isaac/drawing.h"

namespace ww::isaac {

// Any message that has a picture. Fails as drawingOf() does.
Status drawPicture(const Message& message, const std::stop_token& stop, Drawing& out);
// Those of a message of obstacles, each with its border: red where an obstacle is, blue the farthest from any. Fails as
// drawingOf() does.
Status drawDistanceMaps(const Message& message, const std::stop_token& stop, Drawing& out);

}  // namespace ww::isaac
