// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "core/base/status.h"

namespace ww {

// A new folder among the temporary ones that only this user can enter; it and all in it go with this value, or,
// when the program was killed, when the next one is made ten minutes later.
class ScratchDir {
 public:
  static Result<ScratchDir> make();  // RESOURCE_EXHAUSTED
  ~ScratchDir();
  ScratchDir(ScratchDir&& other) noexcept;
  ScratchDir& operator=(ScratchDir&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchDir(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_ = -1;  // descriptor, held while the program lives
};

}  // namespace ww
