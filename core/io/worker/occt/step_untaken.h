// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <StepData_StepModel.hxx>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// Warns of what the library itself says that it could not take in, of shapes and assemblies: records that are
// misspelt, that have too few parameters, or name an entity of another kind. It goes on without them.
void tellUntaken(ReadContext& context, const Handle(StepData_StepModel) & model);

}  // namespace ww::io::worker
