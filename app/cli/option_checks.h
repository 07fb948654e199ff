// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ww::cli {

// Checks of an option's text, as CLI11 calls them: empty when it is sound, else what is wrong with it, and on a
// second line what to write.
std::string checkSeconds(const std::string& text);   // finite and above 0
std::string checkBaseline(const std::string& text);  // metres, finite and above 0
std::string checkStep(const std::string& text);      // of a simulation: seconds from 1e-6 to 0.1
std::string checkSeed(const std::string& text);      // a whole number of 64 bits
std::string checkNumber(const std::string& text);    // any number, but not NaN
std::string checkFolder(const std::string& text);    // a folder that there is

using OptionCheck = std::function<std::string(const std::string&)>;
// One of these words; what was perhaps meant is asked.
OptionCheck oneOf(std::vector<std::string> words);
// Seconds above 0 that are no more than so many.
OptionCheck secondsUpTo(double most);
// A whole number from the one to the other.
OptionCheck between(std::uint64_t least, std::uint64_t most);

}  // namespace ww::cli
