// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww::difference {

// The line of the text form where the record begins that a failure is about; 0 where it names none. `words` is what
// protobuf reads, with the lines of the text. Costs reading it again.
int lineOfRecord(const std::string& words, const Status& status);

}  // namespace ww::difference
