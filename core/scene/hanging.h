// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww {
struct FailureRow;
}

namespace intrinsic_proto::scene_object::v1 {
class Entity;
}

namespace ww::scene {

// Who may hang on whom in a scene object, as the documents of the wire have it: links on links and joints,
// joints on links, frames on links and frames, sensors on links and joints. The root is a link or a frame;
// where it is a frame, links may hang on it, as there would be no link otherwise.
// False for entities of no kind. `parent` is null for the root.
bool mayHang(const intrinsic_proto::scene_object::v1::Entity& child,
             const intrinsic_proto::scene_object::v1::Entity* parent);

// What it is when a child hangs on what it may not.
const FailureRow& hangingFailure(const intrinsic_proto::scene_object::v1::Entity& child);
// What to do about it.
const char* hangingHint(const intrinsic_proto::scene_object::v1::Entity& child);

}  // namespace ww::scene
