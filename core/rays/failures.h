// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::rays::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/rays/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::rays::failures
