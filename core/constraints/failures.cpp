// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/failures.h"

namespace ww::constraints::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/constraints/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/constraints/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::constraints::failures
