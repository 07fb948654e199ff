// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace worldwright::v1 {
class Edit;
}

namespace ww::world {

// Fields that are set in an edit but have no effect here (those that its kind names), each as one sentence that
// names it with its place in the update: for a warning beside the answer.
std::vector<std::string> ignoredFields(const worldwright::v1::Edit& edit);

}  // namespace ww::world
