// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "core/project/database.h"
#include "core/project/memory_vfs.h"

namespace ww::project {

// Rows that were found in the pages of a file, in a database of their own.
struct Carved {
  std::unique_ptr<MemoryVfs> vfs;  // where it is
  std::unique_ptr<Database> db;
};

// Looks at every page by itself, also where bytes before it have gone or come, for files whose tables cannot be read
// any more. What has its hash is taken; of two rows with one id the first. Pages that the file calls free are left out
// where its header can be read. Fails when the file cannot be read at all; RESOURCE_EXHAUSTED beyond 2 GiB.
Result<Carved> carve(Vfs& vfs, const std::string& path);

// All bytes of it. Fails as carve() does.
Result<std::string> wholeFile(Vfs& vfs, const std::string& path);

}  // namespace ww::project
