// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/base/phrase.h"
#include "core/difference/pieces.h"
#include "core/difference/records.h"

namespace ww::difference {

// What was changed of a node that both have, which is compared as a whole because a third side removed it: as a
// difference of the two says it, of parts of an object with their names, and not more than a few. At least one.
std::vector<Phrase> wordsOfWhole(const Records& before, const Records& after, const NodeKey& node);

}  // namespace ww::difference
