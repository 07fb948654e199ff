// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/failure.h"

namespace ww {

// A failure that comes from several others side by side, at least one. They follow the title, "a: b; c; d"; those
// that would make it too long are left out. Subject, and hint where the row has none, are those of the first.
Status failOfAll(const FailureRow& row, std::initializer_list<FailureArg> args, std::vector<Status> causes);

}  // namespace ww
