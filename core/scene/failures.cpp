// SPDX-License-Identifier: Apache-2.0
#include "core/scene/failures.h"

namespace ww::scene::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/scene/failures.inc"
#include "core/scene/rules/failures.inc"
#include "core/scene/updates/failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/scene/failures.inc"
#include "core/scene/rules/failures.inc"
#include "core/scene/updates/failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::scene::failures
