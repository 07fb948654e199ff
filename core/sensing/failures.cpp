// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/failures.h"

namespace ww::sensing::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/sensing/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/sensing/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::sensing::failures
