// SPDX-License-Identifier: Apache-2.0
#include "core/io/failures.h"

namespace ww::io::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/io/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/io/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::io::failures
