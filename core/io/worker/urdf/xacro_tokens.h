// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/io/worker/urdf/xacro_value.h"

namespace ww::io::worker {

struct XacroToken {
  enum class Kind { kNumber, kWords, kName, kSign, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;  // of a name or a sign; what is quoted
  XacroValue number;
};

// The words of an expression, the last one kEnd; nothing where a character has no meaning, told by `bad`.
std::optional<std::vector<XacroToken>> xacroTokens(std::string_view expression, std::string& bad);

}  // namespace ww::io::worker
