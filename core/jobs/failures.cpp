// SPDX-License-Identifier: Apache-2.0
#include "core/jobs/failures.h"

namespace ww::jobs::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/jobs/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/jobs/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::jobs::failures
