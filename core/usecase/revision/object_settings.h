// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "core/base/phrase.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// What a file says of a model as a whole, beside its parts: "static", "plugins" of simulations, "limits" of the tool,
// "solvers" of inverse kinematics, "followers" among joints, and "data:KEY" of others.
namespace ww::usecase {

// Of all that it can say, 0 for what it does not.
std::map<std::string, std::uint64_t> settingHashes(const intrinsic_proto::scene_object::v1::SceneObject& object);

// As the file has it; `names` gives what its parts are called in the object. What names parts that this has not is left
// out.
void takeSetting(const std::string& setting, const intrinsic_proto::scene_object::v1::SceneObject& file,
                 const std::map<std::string, std::string>& names,
                 intrinsic_proto::scene_object::v1::SceneObject& object);

// For lists of changes; `is_static`: by now.
Phrase settingText(const std::string& setting, const std::string& object, bool is_static);

}  // namespace ww::usecase
