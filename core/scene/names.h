// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::scene {

// Names of objects, frames and entities: letters, digits, underscore; first a letter; last a letter or
// digit; at most 256 bytes.
bool isName(std::string_view name);
// INVALID_ARGUMENT with the name.
Status checkName(std::string_view name);

// Text of others as far as messages show it: at most 256 bytes, whole characters.
std::string shown(std::string_view text);

}  // namespace ww::scene
