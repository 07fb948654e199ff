// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/failure.h"
#include "core/io/worker/urdf/xacro_value.h"

namespace ww::io::worker {

// The tables, lists and values of a YAML file, as templates load them: blocks by their indent, [a, b] and {a: b} in a
// line, comments, quotes, !degrees and !radians. INVALID_ARGUMENT with the line for what is none of these.
Result<XacroValue> parseXacroYaml(std::string_view text, const std::string& file);

}  // namespace ww::io::worker
