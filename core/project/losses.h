// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/failure.h"

namespace ww::project {

// Of what repair() tells: whether something is lost, or kept in part. The others tell what is wrong with the file.
inline bool isLoss(const Status& told) {
  constexpr std::array<std::string_view, 6> kOfTheFile{"project.rows-changed", "project.other-journal",
                                                       "project.gathered",     "project.breaks-off",
                                                       "project.goes-on",      "project.no-object-left"};
  return !told.failure || std::ranges::find(kOfTheFile, told.failure->row->code) == kOfTheFile.end();
}

// Of the same: that not one object is left.
inline bool savedNothing(const Status& told) {
  return told.failure && told.failure->row->code == "project.no-object-left";
}

}  // namespace ww::project
