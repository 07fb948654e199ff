// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// What files say of the surface of a link and its physics component has no words for, as SDF names it. It is kept in
// the user data of the object, for each link under a key of its own, as text: names and values, with blanks between.
struct SurfaceMore {
  std::optional<double> restitution_coefficient;  // 0 to 1
  std::optional<double> rolling_friction;         // metres
  std::optional<double> soft_erp;                 // 0 to 1, of an overlap in a step
  std::optional<double> soft_cfm;                 // 1/(N s/m), about
  std::optional<double> max_vel;                  // m/s, at which overlaps are pushed apart
  std::optional<double> min_depth;                // metres, of an overlap that is left

  bool operator==(const SurfaceMore&) const = default;
  bool empty() const { return *this == SurfaceMore(); }
  // By its name, in metres, seconds or none as above; null for others.
  std::optional<double>* field(std::string_view name);
};

std::string surfaceKey(std::string_view link);  // of the user data
std::string textOf(const SurfaceMore& surface);
// None for a text that is not so.
std::optional<SurfaceMore> surfaceFromText(std::string_view text);

// What the user data of an object has of a link, as text; none where it has nothing.
std::optional<std::string> surfaceText(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                       std::string_view link);

// Writes it into the user data of an object; nothing where it is empty.
void keepSurface(const std::string& link, const SurfaceMore& surface,
                 intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::scene
