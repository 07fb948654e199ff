// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/updates/editor.h"

// Changes of what is attached to frames; values/attachment.h says what that means.
namespace ww::world {

// Attaches to a frame of the object's parent (none: detaches). No pose changes. Costs the number of
// frames that the frame rides on.
void attach(WorldEditor& editor, ObjectId object, FrameId frame);
void detachAll(WorldEditor& editor, FrameId frame);
// Replaces a frame by one that differs in its pose, and moves what is attached.
void replaceAndCarry(WorldEditor& editor, Frame changed);

}  // namespace ww::world
