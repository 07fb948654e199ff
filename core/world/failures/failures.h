// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::world::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/world/failures/failures.inc"
#include "core/world/failures/updates.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::world::failures
