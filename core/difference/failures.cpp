// SPDX-License-Identifier: Apache-2.0
#include "core/difference/failures.h"

namespace ww::difference::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/difference/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/difference/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::difference::failures
