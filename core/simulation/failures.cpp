// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/failures.h"

namespace ww::simulation::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/simulation/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/simulation/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::simulation::failures
