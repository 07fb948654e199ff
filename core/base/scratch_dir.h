// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "core/base/status.h"

namespace ww {

// A new folder among the temporary ones that only this user can enter; it and all in it go with this value.
class ScratchDir {
 public:
  static Result<ScratchDir> make();  // RESOURCE_EXHAUSTED
  ~ScratchDir();
  ScratchDir(ScratchDir&& other) noexcept;
  ScratchDir& operator=(ScratchDir&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchDir(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace ww
