// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// urdfdom refuses a robot for one joint that turns or slides and has no <limit>. Gives a text of the same lines in
// which such joints have limits that hold nothing, and warns of each; empty when the text can stay as it is. A limit
// that is only misspelt stays so: what it says is not to be lost.
std::string mendLimits(const std::string& text, const std::string& file, Reporter& report);

}  // namespace ww::io::worker
