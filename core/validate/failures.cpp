// SPDX-License-Identifier: Apache-2.0
#include "core/validate/failures.h"

namespace ww::validate::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/validate/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/validate/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::validate::failures
