// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace ww::history {

// Who did something, as a file tells it to others: in this program the user has no name, and there the login name.
std::string authorTold(const std::string& author);
// The other way.
std::string authorHere(const std::string& author);

}  // namespace ww::history
