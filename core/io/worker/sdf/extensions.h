// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

// Warns of what a model says in elements of the extension that nobody reads, such as <intrinsic:ik_solver>; once for
// each kind.
void warnOfExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report);

}  // namespace ww::io::worker
