// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::scene {

// Names of objects, frames and entities: letters, digits, underscore; first a letter; last a letter or
// digit; at most 256 bytes.
bool isName(std::string_view name);
// What is left of a text as a name: Latin, Greek and Cyrillic letters become plain ones, other signs single
// underscores; about `most` bytes. It may be empty or begin with a digit.
std::string likeName(std::string_view text, std::size_t most);
// INVALID_ARGUMENT with the name, and with one like it that is valid.
Status checkName(std::string_view name);

// Text of others as far as messages show it: at most 256 bytes, whole characters.
std::string shown(std::string_view text);

}  // namespace ww::scene
