// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// A STEP file with its names in UTF-8, where they are in another encoding: in the one of the options, or in the one
// that fits them best, which is noted. None where all is UTF-8.
std::optional<std::string> stepInUtf8(ReadContext& context, const std::string& bytes);

}  // namespace ww::io::worker
