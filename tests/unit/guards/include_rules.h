// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// Which folder may include which: each folder with those that it may include directly. What those
// may include, it may too. Folders that the table lacks may include nothing of ours.
using FolderTable = std::map<std::string, std::set<std::string>>;
const FolderTable& folderTable();
// The same for the folders within a folder, by their whole path: where the table has one of them, every file
// there stands in one of its rows. What may include the folder may include all of them.
const FolderTable& innerTable();

// Headers that a folder may not include, though they stand in one that it may include: each folder with what their
// paths begin with.
const std::map<std::string, std::vector<std::string>>& keptApart();

// Headers of others: a name for messages, a pattern of the path as included, and the folders that may
// include it. There only a .cpp may, or a header that no file outside the folder includes.
struct VendorRow {
  std::string vendor;
  std::string pattern;  // regular expression that the start of the path matches
  std::vector<std::string> folders;
};
const std::vector<VendorRow>& vendorTable();

// Everything below core, ui, app and resources against the two tables and the general rules.
Findings checkIncludes(const SourceTree& tree);
// Libraries of others must be linked PRIVATE, but for those whose types are our vocabulary.
Findings checkLinks(const SourceTree& tree);
// Each file of ours is compiled with QT_NO_KEYWORDS. `compile_commands`: the text of that file.
Findings checkKeywords(const std::string& compile_commands, const std::string& root);

}  // namespace ww::guards
