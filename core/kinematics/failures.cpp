// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/failures.h"

namespace ww::kinematics::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/kinematics/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/kinematics/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::kinematics::failures
