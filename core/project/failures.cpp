// SPDX-License-Identifier: Apache-2.0
#include "core/project/failures.h"

namespace ww::project::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/project/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/project/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::project::failures
