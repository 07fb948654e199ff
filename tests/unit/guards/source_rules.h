// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// What length a file should keep to, and what it may not pass.
struct LengthLimit {
  int wanted;
  int most;
};
inline constexpr LengthLimit kCppLines{400, 450};
inline constexpr LengthLimit kHeaderLines{200, 250};
inline constexpr int kReadmeLines = 20;

// Each folder of core and ui that holds sources has a README.md of at most kReadmeLines lines.
Findings checkReadmes(const SourceTree& tree);
// Each source file, message file, CMake file and script names its licence in its first three lines.
Findings checkLicences(const SourceTree& tree);
// Files longer than `most`.
Findings checkLengths(const SourceTree& tree);
// Files longer than `wanted`: to be looked at, no breach.
Findings longFiles(const SourceTree& tree);
// What program code writes once, and elsewhere calls: a second one would go its own way.
Findings checkOnce(const SourceTree& tree);
// Absolute paths of the machine on which somebody works.
Findings checkPaths(const SourceTree& tree);
// Each .cpp file is compiled: one that no CMake file lists would rot unseen. Folders of which
// nothing is compiled are not part of this build. `compile_commands`: the text of that file.
Findings checkCompiled(const SourceTree& tree, const std::string& compile_commands, const std::string& root);

}  // namespace ww::guards
