// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "core/base/status.h"

namespace ww::cli {

// As writeFile(), for what is too large to be held: `fill` writes it bit by bit. Where that fails no file is there, and
// it is told why; pipes and standard output have got what was written until then.
Status fillFile(const std::string& path, const std::function<Status(std::ostream&)>& fill);

}  // namespace ww::cli
