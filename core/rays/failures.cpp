// SPDX-License-Identifier: Apache-2.0
#include "core/rays/failures.h"

namespace ww::rays::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/rays/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/rays/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::rays::failures
