// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/phrase.h"

namespace ww {

// What the system means by an errno, in our words; in its own for those that are not in the table.
Phrase systemWords(int error);

// What ended a program, by the number of the signal.
Phrase signalWords(int signal);

}  // namespace ww
