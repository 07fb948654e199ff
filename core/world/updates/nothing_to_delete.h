// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/failures/failures.h"

namespace ww::world {

// The failure of a deletion where there is nothing of the kind, `row` being how look-ups tell that: to add it first, as
// those advise, would be no help. Others as they are.
inline Status ofDeletion(Status why, const FailureRow& row) {
  if (!why.failure || why.failure->row != &row) return why;
  return fail(failures::kNothingToDelete, {}, std::move(why));
}

}  // namespace ww::world
