// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/failures.h"

namespace ww::exchange::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/exchange/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/exchange/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::exchange::failures
