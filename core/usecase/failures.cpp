// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/failures.h"

namespace ww::usecase::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/usecase/failures.inc"
#include "core/usecase/parts_failures.inc"
#include "core/usecase/program_failures.inc"
#include "core/usecase/revision_failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/usecase/failures.inc"
#include "core/usecase/parts_failures.inc"
#include "core/usecase/program_failures.inc"
#include "core/usecase/revision_failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::usecase::failures
