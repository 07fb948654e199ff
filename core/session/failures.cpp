// SPDX-License-Identifier: Apache-2.0
#include "core/session/failures.h"

namespace ww::session::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/session/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/session/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::session::failures
