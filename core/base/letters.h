// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string_view>

namespace ww {

// The code point of UTF-8 at a byte, which moves on to the next one.
char32_t nextLetter(std::string_view text, std::size_t& at);
// The Latin letters without accents that stand for a letter of a European alphabet: "Ae"; empty where there are none.
std::string_view plainLetters(char32_t code);

}  // namespace ww
