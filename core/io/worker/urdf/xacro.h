// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// Whether a robot is a template: its ending says so, or it has elements of xacro.
bool isXacro(const std::filesystem::path& path, bool has_elements);

// The URDF that a template makes: properties, arguments (those of the options instead of its own), macros, conditions,
// and files that it includes, as the program xacro has it. Files are opened by the rules of FileAccess. Elements and
// nesting are limited, so that no template runs forever.
// INVALID_ARGUMENT (with the file and the line), NOT_FOUND and PERMISSION_DENIED (a file that is included),
// UNIMPLEMENTED (functions of Python that are not known), RESOURCE_EXHAUSTED.
Result<std::string> expandXacro(ReadContext& context, const std::string& text);

}  // namespace ww::io::worker
