// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/scratch_dir.h"

namespace ww::rpc {

// A file with what a client sent, alone in a folder that only this user can enter; both go with this value.
class ScratchFile {
 public:
  // Of mode 0600. RESOURCE_EXHAUSTED when it cannot be written.
  static Result<std::shared_ptr<ScratchFile>> write(std::string_view name, std::string_view bytes);

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFile(ScratchDir folder) : folder_(std::move(folder)) {}
  // RESOURCE_EXHAUSTED.
  Status fill(std::string_view name, std::string_view bytes);

  ScratchDir folder_;
  std::filesystem::path path_;
};

// The failure that an importer tells of such a file, without its folder, which means nothing to a client.
Status withoutFolder(Status status, const ScratchFile& file);
std::string withoutFolder(std::string text, const ScratchFile& file);

}  // namespace ww::rpc
