// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww::io::worker {

// Why no robot can be made of the text, with the line, as far as its links and joints show it; ok when they do not.
// urdfdom tells of the same in sentences without a line.
Status explainUrdf(const std::string& text, const std::string& file);
// INVALID_ARGUMENT, with the line, for what urdfdom takes and loses: a link or joint without a name, a joint of a link
// with itself.
Status checkUrdfNames(const std::string& text, const std::string& file);

}  // namespace ww::io::worker
