// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::project {

// The file beside `path` that a repair, or an import, is proposed to write: "cell-repaired.wright".
std::string proposedName(const std::string& path, std::string_view added);

// DATA_LOSS: the file is no world, for a reason that a row tells (failures.inc).
Status notWorld(const std::string& path, Status why);
// The failure that tells what the file holds instead, by its first bytes and its ending.
Status whatItIs(const std::string& path, std::string_view first_bytes);

// DATA_LOSS with all that is damaged; at least one.
Status damagedBy(const std::string& path, std::vector<Status> causes);
// DATA_LOSS that names the pages of the file that SQLite finds damaged, by its words.
Status pageProblem(std::string_view reason);
// The same failure told of the file by the name that it was asked for, not by the real one.
Status toldAs(Status status, const std::string& from, const std::string& to);
// The same failure of a damaged file, with one more reason in front of the others.
Status withReason(Status status, Status reason);
// The same failure, with the hint for a file of which a save has left a backup.
// A damaged file of which too little is there for a repair.
Status asCutOff(Status status);
Status withBackup(Status status, const std::string& backup);

}  // namespace ww::project
