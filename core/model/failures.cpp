// SPDX-License-Identifier: Apache-2.0
#include "core/model/failures.h"

namespace ww::model::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/model/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/model/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::model::failures
