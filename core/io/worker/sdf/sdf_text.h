// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/base/failure.h"

namespace ww::io::worker {

// The line of the first <element> with the name, inside of the model, the world or the include with that name where
// one is told; 0 when there is none. sdformat tells no line of much that it refuses.
int lineOfElement(std::string_view text, std::string_view element, std::string_view name, std::string_view inside);

// The name of what is nested as one word: "a::b" is "a__b".
std::string joined(std::string name);

// What sdformat means by a sentence, with element and line in this text; ok when it is none of those that are known.
// `line_told`: by the library, 0 when it told none.
Status explainSdf(std::string_view said, std::string_view text, const std::string& file, int line_told);

}  // namespace ww::io::worker
