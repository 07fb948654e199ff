// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace google::protobuf {
class Any;
class Message;
}  // namespace google::protobuf

namespace ww::scene {

// User data of objects that only this program reads. The file that an object was imported from.
inline constexpr const char* kImportNoteKey = "WORLDWRIGHT_IMPORTED_FROM";
// What it was before its parts were put together or taken apart.
inline constexpr const char* kPartsNoteKey = "WORLDWRIGHT_PARTS";

// User data for which components have no words, in front of the name of an entity: the terms of a fisheye lens.
inline const std::string kFisheyeOf = "fisheye_of_";
// The same in front of the name of a frame: the inertial unit that stands there, as the <sensor> of SDF has it.
inline const std::string kInertialUnitOf = "inertial_unit_of_";

// Pixels of a camera's picture, each way.
inline constexpr int kMostSensorPixels = 8192;

// The same bytes for the same content, as user data is a part of the content hash.
void packSorted(const google::protobuf::Message& message, google::protobuf::Any& any);

}  // namespace ww::scene
