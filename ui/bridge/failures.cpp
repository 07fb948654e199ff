// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/failures.h"

namespace ww::ui::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "ui/bridge/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "ui/bridge/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::ui::failures
