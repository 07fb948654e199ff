// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

// Cartesian limits, the solver, the user data and the plugins of a model. The nodes are built. As the documents have
// it, several solvers are refused.
void readModelExtensions(const sdf::Model& model, const IncludeResolver& includes, ReadContext& context, Model& out);

// Warns of what a model says in elements of the extension that nobody reads, such as <intrinsic:control_frequency_hz>;
// once for each kind.
void warnOfExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report);

}  // namespace ww::io::worker
