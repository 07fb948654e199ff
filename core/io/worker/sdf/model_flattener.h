// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/sdf/sdf_parts.h"

namespace ww::io::worker {

// One tree of links and joints of a model and all models inside it; names of inner parts are joined with "__".
// Links that hang on nothing are fixed to the root link, joints that close a loop or hold to the world are left out,
// each with a warning. The model must have a link.
Status flattenModel(ReadContext& context, const sdf::Model& model, SdfShapes& shapes, Model& out);

}  // namespace ww::io::worker
