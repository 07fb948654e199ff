// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// A text that people read and that is not data: a phrase, a stage of work, a label or a context from a literal that is
// not marked for translation, and a failure without a row.
Findings checkPhrases(const SourceTree& sources);
// Of the window: a translation of what is no literal, and a sentence that is searched or compared.
Findings checkReadings(const SourceTree& sources);
// Every text that is marked by WW_TEXT, put together from its parts.
std::set<std::string> markedTexts(const SourceTree& sources);

}  // namespace ww::guards
