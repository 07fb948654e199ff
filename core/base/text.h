// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

namespace ww {

// At most `bytes` of UTF-8, whole characters, with "..." where something was cut.
std::string shortened(const std::string& text, std::size_t bytes);

// One word for a shell, quoted where it must be. A file whose name begins like an option is named by its folder.
std::string shellWord(const std::string& text);

}  // namespace ww
