// SPDX-License-Identifier: Apache-2.0
#include "core/world/failures/failures.h"

namespace ww::world::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/world/failures/failures.inc"
#include "core/world/failures/updates.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/world/failures/failures.inc"
#include "core/world/failures/updates.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::world::failures
