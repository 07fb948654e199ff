// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "core/project/vfs.h"
#include "core/usecase/replay.h"

namespace ww::rpc {

// Replay packages of calls whose clients asked for them, as files of one folder for the owner's eyes only: a package
// holds the whole world. Only the newest stay. Thread-safe.
class ReplayKeeper {
 public:
  struct Options {
    std::string folder;
    std::string program_version;
    std::size_t most = 200;  // files
  };
  // The file system outlives this. Fails as Vfs::makePrivateFolder().
  static Result<std::shared_ptr<ReplayKeeper>> make(project::Vfs& vfs, Options options);

  // Writes a package; its logging id, which is the name of its file without the ending. Fails as packReplay(), and as
  // the file system does.
  Result<std::string> keep(const usecase::ReplayCall& call, const usecase::ReplayOutcome& outcome,
                           const world::World& world, const geometry::GeometryStore& store);

 private:
  ReplayKeeper(project::Vfs& vfs, Options options) : vfs_(vfs), options_(std::move(options)) {}
  // Fails as the file system does.
  Status write(const std::string& name, const std::string& bytes);
  void forgetOld();

  project::Vfs& vfs_;
  const Options options_;
  std::mutex mutex_;
  std::uint64_t written_ = 0;
};

}  // namespace ww::rpc
