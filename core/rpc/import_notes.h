// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/rpc/scratch_file.h"

namespace ww::rpc {

// What a client should know of a file that was read, and what the answer has no field for: its warnings and notes, each
// as "code: what, on what: what to do", the folder of `file` left out. Few enough for the metadata of a call.
std::vector<std::string> importNotes(const Diagnostics& found, const ScratchFile& file);
// "code: what, on what: what to do", the code with its folder, as failures have it.
std::string noteText(const Diagnostic& d);

}  // namespace ww::rpc
