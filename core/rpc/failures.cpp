// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/failures.h"

namespace ww::rpc::failures {

#define WW_FAILURE WW_FAILURE_DEFINED
#include "core/rpc/failures.inc"
#include "core/rpc/import_failures.inc"
#undef WW_FAILURE

FailureTable all() {
#define WW_FAILURE WW_FAILURE_LISTED
  static constexpr const FailureRow* kAll[] = {
#include "core/rpc/failures.inc"
#include "core/rpc/import_failures.inc"
  };
#undef WW_FAILURE
  return kAll;
}

}  // namespace ww::rpc::failures
