// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "core/base/phrase.h"

namespace ww::program {

// What a target of the motion planner asks for, to stand behind "move to": by the name of its field in
// GeometricConstraint. A name that is not known stands for itself.
Phrase targetWords(std::string_view constraint);

}  // namespace ww::program
