// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww {

// A failure that says `words` wherever it said `part`, in its texts and in what they are written from: paths of our own
// mean nothing to those who read it. `part` must not be empty.
Status withOtherWords(Status status, const std::string& part, const std::string& words);
std::string withOtherWords(std::string text, const std::string& part, const std::string& words);

}  // namespace ww
