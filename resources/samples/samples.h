// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// Objects and worlds drawn by code. The same content, and so the same hash, in each run.
namespace ww::samples {

struct SampleInfo {
  std::string name;  // without blanks
  std::string title;
  std::string description;
};

// Worlds; the first is the default.
std::vector<SampleInfo> sampleList();
// NOT_FOUND when there is no such sample. Its geometry goes into the store.
Result<world::World> makeSample(std::string_view name, geometry::GeometryStore& store);

// Objects to add to a world.
std::vector<SampleInfo> libraryList();
// NOT_FOUND when there is no such object. Its geometry goes into the store; the object refers to it by hash.
Result<intrinsic_proto::scene_object::v1::SceneObject> libraryObject(std::string_view name,
                                                                     geometry::GeometryStore& store);

// Sensors to add to a world, each in a housing of its own.
std::vector<SampleInfo> sensorList();
bool isSensor(std::string_view name);
// As libraryObject().
Result<intrinsic_proto::scene_object::v1::SceneObject> sensorObject(std::string_view name,
                                                                    geometry::GeometryStore& store);

}  // namespace ww::samples
