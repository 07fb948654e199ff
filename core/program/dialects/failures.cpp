// SPDX-License-Identifier: Apache-2.0
#include "core/program/dialects/failures.h"

namespace ww::program::dialects::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/program/dialects/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/program/dialects/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::program::dialects::failures
