// SPDX-License-Identifier: Apache-2.0
#include "core/collision/failures.h"

namespace ww::collision::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/collision/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/collision/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::collision::failures
