// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <assimp/IOSystem.hpp>
#include <filesystem>

#include "core/io/worker/file_access.h"

namespace ww::io::worker {

// Lets assimp read the main file and what the import may open beside it; writing is refused.
class GuardedIoSystem : public Assimp::IOSystem {
 public:
  GuardedIoSystem(FileAccess& files, std::filesystem::path main) : files_(files), main_(std::move(main)) {}
  bool Exists(const char* file) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

 private:
  Result<std::filesystem::path> find(const char* file) const;

  FileAccess& files_;
  std::filesystem::path main_;
};

}  // namespace ww::io::worker
