// SPDX-License-Identifier: Apache-2.0
#include "core/journal/failures.h"

namespace ww::journal::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/journal/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/journal/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::journal::failures
