// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <set>
#include <vector>

#include "core/base/failure.h"
#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// A code that is no "folder.words-with-hyphens", a code that two rows have, a row without a title, and one that neither
// says what to do nor is among those that come from something else (`with_cause`).
Findings checkRows(const std::vector<FailureTable>& tables, const std::set<std::string, std::less<>>& with_cause);
// Words that a way in does not know: options and commands beyond the command line, buttons on it; "mend"; a field
// that stands in quotes, for its voice writes them.
Findings checkRowTexts(const std::vector<FailureTable>& tables);
// The codes of the rows that the sources give a cause wherever they use them: fail(failures::kName, {...}, cause).
std::set<std::string, std::less<>> rowsWithCause(const SourceTree& sources);

}  // namespace ww::guards
