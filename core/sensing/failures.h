// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::sensing::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/sensing/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::sensing::failures
