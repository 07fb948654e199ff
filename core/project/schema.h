// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace ww::project {

// What a world file is made of, as JSON for other programs: tables, entries, kinds of parts, and the messages in them
// with all that they hold. Made from what this program itself reads and writes by; the same in each run.
std::string schemaText();

}  // namespace ww::project
