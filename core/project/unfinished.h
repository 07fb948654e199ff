// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/project/vfs.h"

namespace ww::project {

// Beside the file lies what would undo a save that was ended in the middle. SQLite would put it into whatever file has
// that name by now. It stays to be undone where that makes a sound file. It goes where the file is sound as it is; else
// DATA_LOSS (kOtherJournal), and nothing has changed. Nothing happens while another program is at the file, or when
// nothing lies there. Else errors are those of the Vfs.
Status settleUnfinished(Vfs& vfs, const std::string& path);

}  // namespace ww::project
