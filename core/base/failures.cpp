// SPDX-License-Identifier: Apache-2.0
#include "core/base/failures.h"

namespace ww::base::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/base/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/base/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::base::failures
