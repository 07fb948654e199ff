// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::difference::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/difference/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::difference::failures
