// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// What an imported object remembers of its file (import_note.proto, core/scene/part_sources.h) names entities as the
// object calls them beside what the file calls them: whoever is named otherwise is still that part of the file.
namespace ww::scene {

bool fileNamesMention(const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& name);
void renameInFileNames(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& from,
                       const std::string& to);

}  // namespace ww::scene
