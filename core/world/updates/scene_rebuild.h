// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/scene/updates/apply.h"
#include "core/world/updates/editor.h"

namespace ww::world {

// Puts a changed scene object in the place of the one that an object was made of or gave (toSceneObject). Parts are
// known by `origins` and keep their ids; what is as it was is not touched, the joints keep their order. What is said
// about parts that go, in the world's collision rules too, goes with them; objects that are attached to frames go with
// these, and are detached where a frame goes or rides on something else. `next` is sound (core/scene/validate.h), its
// geometry in the store.
// FAILED_PRECONDITION when an object hangs on an entity that goes; INVALID_ARGUMENT when a frame gets the name of an
// object that hangs on this one.
Status rebuild(WorldEditor& editor, ObjectId object, const intrinsic_proto::scene_object::v1::SceneObject& before,
               const intrinsic_proto::scene_object::v1::SceneObject& next, const scene::EntityOrigins& origins);

}  // namespace ww::world
