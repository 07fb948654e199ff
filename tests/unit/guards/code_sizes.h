// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QByteArray>
#include <string>
#include <vector>

#include "tests/unit/guards/source_tree.h"

namespace ww::guards {

// Lines from a function's name to its end; a class: all its lines and those of its functions elsewhere.
inline constexpr int kFunctionLines = 60;
inline constexpr int kClassLines = 500;
inline constexpr int kClassFunctions = 40;  // public ones

// `tags`: one JSON object for each definition, as universal-ctags writes them (tagsOf).
Findings checkFunctions(const QByteArray& tags);
Findings checkClasses(const QByteArray& tags);

// What ctags says of these files below `root`; empty when it cannot be run.
QByteArray tagsOf(const std::string& root, const std::vector<std::string>& files);

// Lines of more than 120 characters; those with raw text are left out.
Findings checkWidths(const SourceTree& tree);

}  // namespace ww::guards
