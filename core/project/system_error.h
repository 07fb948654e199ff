// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace ww::project {

// What the call was for.
enum class Doing {
  kRead,
  kWrite,
  kResize,
  kSync,
  kExamine,
  kLock,
  kCreate,
  kOpen,
  kRename,
  kRemove,
  kOpenFolder,
  kSyncFolder,
  kBackUp,
  kFind,
  kFindFolder,
  kSetOwner,
  kSetPermissions
};

// What a call of the system that failed with this errno comes to: "cannot write {path}: ...", with the codes of
// systemVfs() (vfs.h), and what to do.
Status systemError(int error, Doing doing, const std::string& path);
// The failure of a file that is not there, with the names beside it that were perhaps meant.
Status withFilesBeside(Status status, const std::string& path);

}  // namespace ww::project
