// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::rpc::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/rpc/failures.inc"
#include "core/rpc/import_failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::rpc::failures
