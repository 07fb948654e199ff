// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"

namespace ww::usecase::failures {

#define WW_FAILURE WW_FAILURE_DECLARED
#include "core/usecase/failures.inc"
#include "core/usecase/parts_failures.inc"
#include "core/usecase/program_failures.inc"
#include "core/usecase/revision_failures.inc"
#undef WW_FAILURE

FailureTable all();

}  // namespace ww::usecase::failures
