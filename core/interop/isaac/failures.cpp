// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/failures.h"

namespace ww::isaac::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/interop/isaac/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/interop/isaac/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::isaac::failures
