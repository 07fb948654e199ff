// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/project/stored.h"

namespace ww::project {

struct Regained {
  std::vector<PartRow> parts;  // by id; their hashes are those of before
  std::vector<Status> lost;    // what was changed, and why
};
// So that a damaged row costs what stands in it and not what hangs on it: links go without geometry of `lost_refs`;
// an object whose root link is gone has an empty one in its place, and loses any other link with what hangs on that;
// links without their object get one anew, at the origin of the world; objects and frames whose parent is gone hang
// on what is nearest to it, with the pose that they had in their parent.
Regained regain(std::vector<PartRow> parts, const std::set<std::string, std::less<>>& lost_refs);

// What is wrong, told by the names that people know: "geometry of 'robot:link_1'", "entity e27 of 'gripper'". What says
// no more than that the file is damaged gives way to its causes.
void nameProblems(std::vector<Status>& problems, const std::vector<PartRow>& parts);

}  // namespace ww::project
