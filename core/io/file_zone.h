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
  // lies in, and of the search folders may be read; of a collection of models (model.config) the models around it, too,
  // but no other packages. `scratch` may be written.
  // Hidden files (.ssh) are in no zone, but the source itself, and where a folder that was given is below one.
  FileZone(const std::filesystem::path& source, const std::vector<std::filesystem::path>& search_dirs,
           const std::filesystem::path& scratch);

  // All take real paths: absolute, with links followed.
  bool mayRead(const std::filesystem::path& real);
  bool mayWrite(const std::filesystem::path& real) const;
  // Folders above those that may be read are known to be there; nothing of what else is in them.
  bool mayKnow(const std::filesystem::path& real);
  // Names in a folder: of folders that may be read, of the one that the models stand in, and, for files that name
  // models, of those around them.
  bool mayList(const std::filesystem::path& real);

 private:
  bool inModelAround(const std::filesystem::path& real);
  bool isModel(const std::filesystem::path& folder);
  void addRoot(const std::filesystem::path& folder);
  void addOwnPackage(const std::filesystem::path& source, const std::filesystem::path& folder);

  std::vector<std::filesystem::path> roots_;
  std::vector<std::filesystem::path> around_;  // folders above the source, the nearest first
  std::filesystem::path source_, scratch_;
  std::filesystem::path models_, names_below_;  // folders of collections
  std::map<std::filesystem::path, bool> is_model_;
};

}  // namespace ww::io
