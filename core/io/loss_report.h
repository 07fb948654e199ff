// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"

namespace ww::io {

// One kind of thing that a file says and an import did not keep.
struct Loss {
  std::string code;                // stable: that of the row of failures, or of the finding
  std::uint64_t count = 0;         // how many, as far as the findings say
  std::string what;                // the first of them, in words
  std::vector<std::string> where;  // places in the file or file:line, each once, at most kMostLossPlaces
  std::uint64_t more_places = 0;   // beyond those
  std::string meaning;             // what to do about it
};

inline constexpr std::size_t kMostLossPlaces = 8;

// Whether a finding of an import tells of something that the file has and the world does not.
bool isLoss(const Diagnostic& found);

// The findings that tell of losses, one entry for each kind, in the order in which they were found.
std::vector<Loss> lossesOf(const Diagnostics& found);

}  // namespace ww::io
