// SPDX-License-Identifier: Apache-2.0
#include "core/planning/failures.h"

namespace ww::planning::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/planning/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/planning/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::planning::failures
