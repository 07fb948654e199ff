// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/project/vfs.h"

namespace ww::project {

// Beside the file lies what would undo a save that was ended in the middle. SQLite would put it into whatever file has
// that name by now. A file that is sound as it is needs none of it, and it goes; else it stays to be undone, if that
// makes a sound file: DATA_LOSS (kOtherJournal), and nothing has changed, if it does not. Nothing happens while another
// program is at the file, or when nothing lies there.
Status settleUnfinished(Vfs& vfs, const std::string& path);

}  // namespace ww::project
