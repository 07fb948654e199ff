// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/io/worker/urdf/xacro_value.h"

namespace ww::io::worker {

// What two values make by + - * / // % **, as Python has it; nothing where they do not go together, or the number is
// too large. Nothing is divided by 0 here.
std::optional<XacroValue> combineXacro(std::string_view sign, const XacroValue& left, const XacroValue& right);
// == != < > <= >= in, "not in".
std::optional<bool> compareXacro(std::string_view sign, const XacroValue& left, const XacroValue& right);
// The entry of a table under a key, of a list or text at a place; negative ones count from its end.
std::optional<XacroValue> entryOfXacro(const XacroValue& of, const XacroValue& key);

}  // namespace ww::io::worker
