// SPDX-License-Identifier: Apache-2.0
#include "core/math/failures.h"

namespace ww::math::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/math/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/math/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::math::failures
