// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <assimp/IOSystem.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/io/worker/file_access.h"

namespace ww::io::worker {

// Lets assimp read the main file and what the import may open beside it; writing is refused. Files that were put are
// served from memory: one by its name, whatever the folder, the main file in place of the one on the disk.
class GuardedIoSystem : public Assimp::IOSystem {
 public:
  GuardedIoSystem(FileAccess& files, std::filesystem::path main) : files_(files), main_(std::move(main)) {}
  void putMain(std::string bytes) { put_[main_] = std::make_shared<const std::string>(std::move(bytes)); }
  void put(const std::string& name, std::string bytes) {
    put_[name] = std::make_shared<const std::string>(std::move(bytes));
  }
  bool Exists(const char* file) const override;
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* file, const char* mode) override;
  void Close(Assimp::IOStream* stream) override;

 private:
  Result<std::filesystem::path> find(const char* file) const;

  std::shared_ptr<const std::string> bytesOf(const char* file) const;

  FileAccess& files_;
  std::filesystem::path main_;
  std::map<std::filesystem::path, std::shared_ptr<const std::string>> put_;
};

}  // namespace ww::io::worker
