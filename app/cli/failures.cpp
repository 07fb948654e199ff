// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failures.h"

namespace ww::cli::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "app/cli/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "app/cli/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::cli::failures
