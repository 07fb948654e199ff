// SPDX-License-Identifier: Apache-2.0
#include "core/program/failures.h"

namespace ww::program::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/program/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/program/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::program::failures
