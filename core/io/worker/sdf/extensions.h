// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

// Cartesian limits and the solver of a model. The nodes are built.
void readModelExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report, Model& out);

// Warns of what a model says in elements of the extension that nobody reads, such as <intrinsic:user_data>; once
// for each kind.
void warnOfExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report);

}  // namespace ww::io::worker
