// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string_view>

namespace ww::cli {

// From now on whatever goes to standard output and standard error is text that a terminal may have (printable() of
// core/base), whoever writes it. To be called once, before anything is written.
void cleanOutput();
// Past that: bytes of a file that was asked for. False when they could not be written.
bool writeRaw(std::string_view bytes);
// Past that: what this program itself tells the terminal.
std::ostream& rawError();

}  // namespace ww::cli
