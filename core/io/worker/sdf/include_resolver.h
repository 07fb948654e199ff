// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <sdf/Element.hh>
#include <string>
#include <vector>

#include "core/base/failure.h"
#include "core/io/worker/context.h"

namespace ww::io::worker {

// Prepares an SDF file and all that it includes for libsdformat, which aborts on files that include each other, follows
// any path, and loses a world over one missing model: copies go into the scratch folder with every <include> pointing
// to the copy of its target, and those that cannot be resolved blanked out with a warning. Newer versions are marked as
// the newest that the library reads.
class IncludeResolver {
 public:
  explicit IncludeResolver(ReadContext& context) : context_(context) {}

  // The copy of `path`. Fails on cycles, on more than 16 levels or 1,000 files, and on damaged markup of the main file.
  Result<std::filesystem::path> prepare(const std::filesystem::path& path);
  // The folder of the file that a copy was made of; for paths in that file.
  std::filesystem::path folderOf(const std::filesystem::path& copy) const;
  // The name of that file.
  std::string nameOf(const std::filesystem::path& copy) const;
  // Where an element stands in the files that somebody wrote; elements that the library does not know have no line, and
  // that of what holds them is taken.
  arg::Place placeOf(sdf::ElementPtr element) const;
  // The copies of all files but the main one, in no order.
  std::vector<std::filesystem::path> included() const;
  // Uris of the includes that could not be resolved.
  const std::vector<std::string>& dropped() const { return dropped_; }

 private:
  struct Span {
    std::size_t begin, end;
  };
  Status rewriteIncludes(std::string& text, const std::filesystem::path& path);
  static std::string uriOf(std::string_view include);  // "" when it has none
  Result<std::string> resolveInclude(std::string_view include, const std::filesystem::path& folder);
  Result<std::filesystem::path> modelFile(const std::filesystem::path& folder) const;
  Status setVersion(std::string& text, const std::string& version, const std::string& name);

  ReadContext& context_;
  std::map<std::filesystem::path, std::filesystem::path> copies_;     // original -> copy
  std::map<std::filesystem::path, std::filesystem::path> originals_;  // copy -> original
  std::vector<std::filesystem::path> open_;                           // being read, each included by the one before
  std::vector<std::string> dropped_;
};

}  // namespace ww::io::worker
