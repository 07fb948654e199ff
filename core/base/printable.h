// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ww {

// Text from anywhere as a terminal may have it: bytes that are no UTF-8 and control characters, which could play tricks
// there, become U+FFFD. Line ends and tabs stay.
std::string printable(std::string_view text);
// The same as one line: line ends and tabs are blanks.
std::string printableLine(std::string_view text);
// How many bytes at the end begin a character of UTF-8 that is not complete: 0 to 3.
std::size_t incompleteTail(std::string_view text);

}  // namespace ww
