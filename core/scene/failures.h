// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::scene::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/scene/failures.inc"
#include "core/scene/rules/failures.inc"
#include "core/scene/updates/failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::scene::failures
