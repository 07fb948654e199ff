// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

struct StepText {
  std::optional<std::string> in_utf8;  // none: as it is
  std::string encoding;                // that its names are in; empty: UTF-8
};

// A STEP file with its names in UTF-8, where they are in another encoding: in the one of the options, or in the one
// that fits them best, which is noted.
StepText stepInUtf8(ReadContext& context, const std::string& bytes);

}  // namespace ww::io::worker
