// SPDX-License-Identifier: Apache-2.0
#include "core/render/failures.h"

namespace ww::render::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/render/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/render/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::render::failures
