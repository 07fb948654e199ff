// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Element.hh>

#include "core/io/worker/scene.h"

namespace ww::io::worker {

// The <intrinsic:user_data> of a model, one or several: user data of a scene object in the text form of messages, as
// the SDF export writes it. What such joints as balls are in simulations goes to `custom_joints`. The nodes are built.
void readUserData(const sdf::ElementPtr& model, Model& out);

// Whether such an element is read: text in another form is not, nor are values of types that are not known.
bool isUserData(const sdf::ElementPtr& element);

}  // namespace ww::io::worker
