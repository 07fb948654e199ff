// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

namespace ww::scene {

// Where the parts of an assembly came from is user data of the scene object: a Struct under this key.
inline constexpr const char* kPartSourcesKey = "WORLDWRIGHT_PART_SOURCES";

struct PartSource {
  std::string entity;  // the link that shows it
  std::string path;    // of instances from the file's root: "gearbox/cover #2"
  std::string part;    // what the part is called in the file, however its instance is called
};

struct PartSources {
  std::string file;        // as it was read
  std::string sha256;      // of its bytes, 64 hexadecimal digits
  std::string mode;        // "links" or "objects"
  std::string resolution;  // "coarse" or "fine"
  std::vector<PartSource> parts;
};

// Puts them in place of what was there; nothing when there are no parts.
void setPartSources(intrinsic_proto::scene_object::v1::SceneObject& object, const PartSources& sources);
// Empty when the object has none, or what it has is no such Struct.
PartSources partSourcesOf(const intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::scene
