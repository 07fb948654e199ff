// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::cli::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "app/cli/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::cli::failures
