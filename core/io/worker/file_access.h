// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::io::worker {

// Which files an import may open: those below the folder of the source, below the search folders, and below
// folders that were found to be packages or model collections around the source. Links are followed first.
class FileAccess {
 public:
  explicit FileAccess(std::filesystem::path root);
  void addSearchDir(const std::filesystem::path& dir);
  // Lets files below `dir` be opened.
  void allow(const std::filesystem::path& dir);
  // Packages are not looked for above `dir`: for bundles, which end at their own folder.
  void setCeiling(const std::filesystem::path& dir) { ceiling_ = dir; }
  // Lets the package or model folder that the source lies in be used as a whole.
  void allowOwnPackage();

  // The real path of a file that may be opened. NOT_FOUND or PERMISSION_DENIED otherwise.
  Result<std::filesystem::path> check(const std::filesystem::path& path) const;

  // The file that a model in folder `base` means: a path relative to it, file://, or model:// and package://,
  // looked for around the source and in the search folders; a name that differs only in case is found too, where no
  // other does. Web addresses are refused.
  Result<std::filesystem::path> resolve(std::string_view uri, const std::filesystem::path& base);

  // What was found by such a name: as it was asked for, and as it is called.
  struct OtherCase {
    std::string asked, found;
    bool operator==(const OtherCase&) const = default;
  };
  const std::vector<OtherCase>& otherCases() const { return other_cases_; }

  const std::filesystem::path& root() const { return root_; }
  const std::vector<std::filesystem::path>& searchDirs() const { return search_; }

 private:
  // NOT_FOUND, with the folders that were searched.
  Status notFound(std::string_view uri) const;
  // NOT_FOUND: no folder `name`, or, where it is `there`, nothing `below` it.
  Status noPackage(std::string_view name, std::string_view below, bool there) const;
  Result<std::filesystem::path> taken(const std::filesystem::path& found, const std::filesystem::path& asked);
  void noteCase(const std::filesystem::path& asked, const std::filesystem::path& found);
  Result<std::filesystem::path> resolvePackage(std::string_view rest, const std::filesystem::path& base);
  bool inside(const std::filesystem::path& real) const;
  bool mayClimb(const std::filesystem::path& dir) const;
  std::vector<std::string> siblings(const std::filesystem::path& folder) const;

  std::filesystem::path root_;
  std::filesystem::path ceiling_;
  std::vector<std::filesystem::path> search_;
  std::vector<std::filesystem::path> allowed_;
  std::vector<OtherCase> other_cases_;
};

}  // namespace ww::io::worker
