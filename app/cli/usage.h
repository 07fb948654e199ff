// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/status.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace ww::cli {

// What is wrong with the words of a command, in our own words: which one, what was perhaps meant, how it is written.
// `verb` is the subcommand that was being read.
Status usageFailure(const CLI::App& verb, const CLI::ParseError& error);
// `worldwright chekc`, `verbs` being those there are.
Status noSuchVerb(const std::string& word, const std::vector<std::string>& verbs);
// "worldwright import SRC... --into FILE"
std::string usageOf(const CLI::App& verb);

}  // namespace ww::cli
