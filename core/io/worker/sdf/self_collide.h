// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Model.hh>

#include "core/io/worker/scene.h"

namespace ww::io::worker {

// <self_collide> of a model, which SDF takes for false where it is not said, and of links that differ from it: by their
// own word, or by that of the model inside that they are in.
void readSelfCollide(const sdf::Model& model, Model& out);

}  // namespace ww::io::worker
