// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/difference/difference.h"
#include "core/difference/records.h"

namespace intrinsic_proto {
class Pose;
}

namespace ww::difference {

// "moved 3.2 mm, 0.4 deg", "moved 3.2 mm", "turned 0.4 deg"; nothing for equal ones. Both in the same frame.
void tellPose(const intrinsic_proto::Pose& before, const intrinsic_proto::Pose& after, std::vector<Phrase>& words);

// Where the sides of a conflict put something that both of them moved.
void tellWhere(Conflict& conflict);

// A figure in metres where `is_length`, else in radians.
FailureValue jointFigure(double value, bool is_length);

// A node as people call it; the base entity of an object as the object.
arg::Words nodeWords(const Records& records, std::uint64_t id);

}  // namespace ww::difference
