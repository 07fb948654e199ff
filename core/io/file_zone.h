// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <vector>

namespace ww::io {

// Which files the reader of a file may see, whatever it asks for. Decided in the broker: the reader may have been taken
// over by the file that it reads.
class FileZone {
 public:
  // `source`: the file that is imported (may be empty); files of its folder, of the package or model folder that it
  // lies in, of packages beside that one, and of the search folders may be read. `scratch` may be written, too.
  // Hidden files (.ssh) are in no zone, but the source itself, and where a folder that was given is below one.
  FileZone(const std::filesystem::path& source, const std::vector<std::filesystem::path>& search_dirs,
           const std::filesystem::path& scratch);

  // All take real paths: absolute, with links followed.
  bool mayRead(const std::filesystem::path& real);
  bool mayWrite(const std::filesystem::path& real) const;
  // Folders above those that may be read are known to be there; nothing of what else is in them.
  bool mayKnow(const std::filesystem::path& real);
  // Names in a folder: of folders that may be read, of the one that the packages stand in, and, for files that name
  // models, of those around them.
  bool mayList(const std::filesystem::path& real);

 private:
  bool inPackageAround(const std::filesystem::path& real);
  bool isMarked(const std::filesystem::path& folder);
  void addRoot(const std::filesystem::path& folder);
  void addOwnPackage(const std::filesystem::path& source, const std::filesystem::path& folder);

  std::vector<std::filesystem::path> roots_;
  std::vector<std::filesystem::path> around_;  // folders above the source, the nearest first
  std::filesystem::path source_, scratch_;
  std::filesystem::path package_parent_, names_below_;
  std::map<std::filesystem::path, bool> marked_;
};

}  // namespace ww::io
