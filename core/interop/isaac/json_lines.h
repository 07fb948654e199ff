// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <stop_token>
#include <string>

namespace ww::isaac {

// JSON of more lines than that, or with one that is far too long, on others: each field of the message has one, and
// each element of a list of it. Lines go on after some hundred bytes, where there is a comma; texts stay whole. After a
// stop it may be cut.
std::string onEvenLines(std::string json, std::size_t most_lines, const std::stop_token& stop = {});

}  // namespace ww::isaac
