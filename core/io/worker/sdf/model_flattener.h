// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/sdf/sdf_parts.h"

namespace ww::io::worker {

// One tree of links and joints of a model and all models inside it; names of inner parts are joined with "__".
// Links that hang on nothing are fixed to the root link; where joints turn or slide against the world, that is a link
// "world" at the origin of the model. Joints that close a loop, hold to the world or move against it in other ways are
// left out. Each is told. The model must have a link.
Status flattenModel(ReadContext& context, const sdf::Model& model, SdfShapes& shapes, Model& out);

}  // namespace ww::io::worker
