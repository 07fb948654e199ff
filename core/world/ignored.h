// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace intrinsic_proto::world {
class ObjectWorldUpdate;
}

namespace ww::world {

// Fields that are set in an update but have no effect here, each as one sentence that names it with its
// place in the message: for a warning beside the answer.
std::vector<std::string> ignoredFields(const intrinsic_proto::world::ObjectWorldUpdate& update);

}  // namespace ww::world
