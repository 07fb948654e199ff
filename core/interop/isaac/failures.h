// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::isaac::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/interop/isaac/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::isaac::failures
