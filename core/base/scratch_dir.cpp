// SPDX-License-Identifier: Apache-2.0
#include "core/base/scratch_dir.h"

#include <stdlib.h>
#include <string.h>

#include <cerrno>
#include <string>
#include <utility>

namespace ww {
namespace fs = std::filesystem;

Result<ScratchDir> ScratchDir::make() {
  std::error_code ec;
  const fs::path base = fs::temp_directory_path(ec);
  std::string pattern = ((ec ? fs::path("/tmp") : base) / "worldwright-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return fail(Code::kResourceExhausted, std::string("no temporary folder can be made: ") + strerror(errno)).withHint("free some space, or set TMPDIR");
  }
  return ScratchDir(fs::path(pattern));
}

ScratchDir::~ScratchDir() {
  std::error_code ec;
  if (!path_.empty()) fs::remove_all(path_, ec);
}

ScratchDir::ScratchDir(ScratchDir&& other) noexcept : path_(std::exchange(other.path_, {})) {}

}  // namespace ww
