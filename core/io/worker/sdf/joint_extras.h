// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/JointAxis.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// What the library passes on as text alone. <intrinsic:acceleration> and <intrinsic:jerk> in <limit>.
void readSdfExtensions(const sdf::JointAxis& axis, JointPart& part);
// <mimic joint="..."> of SDF 1.11: multiplier * (leader - reference) + offset. The leader is named as in the file.
std::optional<Mimic> sdfMimic(const sdf::JointAxis& axis, const std::string& joint, ReadContext& context);

}  // namespace ww::io::worker
