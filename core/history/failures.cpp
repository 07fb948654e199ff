// SPDX-License-Identifier: Apache-2.0
#include "core/history/failures.h"

namespace ww::history::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/history/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/history/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::history::failures
