// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "core/base/failure.h"

namespace ww::usecase {

// The failures of all folders of the core that this one may include; those of core/rpc, of the command line and of
// the window are not among them.
std::vector<FailureTable> allFailures();

// "validate.size-unlikely" of "validate.size-unlikely-several": a note that gathers several is of the kind of each.
std::string_view noteKind(std::string_view code);

}  // namespace ww::usecase
