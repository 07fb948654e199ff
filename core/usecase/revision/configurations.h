// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

namespace ww::usecase {

// A named configuration whose position of a joint changed; radians or metres.
struct ConfigurationFit {
  std::string configuration, joint;
  std::optional<double> from, to;  // radians or metres; none: it has none
  bool slides = false;             // metres
};

// Configurations of joints that came get where these stand, those beyond the limits what is nearest, and those of
// joints that went or are fixed by now lose them. `before` is the object as it was, the joints called the same.
std::vector<ConfigurationFit> fitConfigurations(const intrinsic_proto::scene_object::v1::SceneObject& before,
                                                intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::usecase
