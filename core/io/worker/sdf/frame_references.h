// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

// Warns of frames that the library looks for only when it is asked, and that the model has not: of the poses of
// visuals, collisions and sensors, of axes of joints; and of a pose of an inertia that names one, which SDF does not
// look at.
void warnOfLostFrames(const sdf::Model& model, const IncludeResolver& includes, Reporter& report);

}  // namespace ww::io::worker
