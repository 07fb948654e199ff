// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/failures.h"

namespace ww::geometry::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/geometry/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/geometry/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::geometry::failures
