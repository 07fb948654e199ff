// SPDX-License-Identifier: Apache-2.0
#include "core/io/find_models.h"

#include <algorithm>
#include <array>

#include "core/io/failures.h"
#include "core/io/format.h"
#include "core/io/text_scan.h"

namespace ww::io {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kKinds = 5;  // descriptions, templates of them, assemblies and scenes, meshes, clouds

// kKinds: no file that is read.
std::size_t kindOf(const fs::path& file) {
  const std::string ending = file.extension().string();
  switch (formatById(ending.empty() ? "" : ending.substr(1))) {
    case Format::kUrdf: return toLowerAscii(ending) == ".xacro" ? 1 : 0;
    case Format::kSdf: return 0;
    case Format::kStep:
    case Format::kIges:
    case Format::kBrep:
    case Format::k3mf:
    case Format::kGltf:
    case Format::kGlb:
    case Format::kDae:
    case Format::kZip: return 2;
    case Format::kStl:
    case Format::kObj:
    case Format::kPly: return 3;
    case Format::kPcd:
    case Format::kXyz: return 4;
    case Format::kUnknown: break;
  }
  return kKinds;
}

bool isHidden(const fs::path& path) { return path.filename().string().starts_with("."); }

class Search {
 public:
  Search(const fs::path& folder, const std::stop_token& stop, const FindLimits& limits)
      : folder_(folder), stop_(stop), limits_(limits) {}

  Result<FoundModels> run() {
    std::error_code error;
    root_ = fs::canonical(folder_, error);
    if (error) return fail(failures::kNoFolder, {{"folder", arg::Name{folder_.string()}}});
    level_ = {folder_};
    for (int depth = 0; depth <= limits_.depth && !level_.empty() && !full_; ++depth) WW_TRY(lookAtLevel());
    FoundModels out;
    out.cut = full_ || !level_.empty();
    const auto best = std::find_if(found_.begin(), found_.end(), [](const auto& files) { return !files.empty(); });
    if (best == found_.end()) return nothing();
    out.files = std::move(*best);
    std::sort(out.files.begin(), out.files.end());
    return out;
  }

 private:
  // One level after the other, so that what lies near is found before the limits are reached.
  Status lookAtLevel() {
    std::vector<fs::path> next;
    for (const fs::path& at : level_) {
      std::error_code error;
      for (fs::directory_iterator it(at, fs::directory_options::skip_permission_denied, error), end;
           !error && it != end; it.increment(error)) {
        if (stop_.stop_requested()) return fail(failures::kSearchCancelled);
        if (++seen_ > limits_.entries) full_ = true;
        if (full_) return okStatus();
        lookAt(*it, next);
      }
    }
    level_ = std::move(next);
    return okStatus();
  }

  void lookAt(const fs::directory_entry& entry, std::vector<fs::path>& next) {
    std::error_code error;
    if (isHidden(entry.path())) return;
    if (entry.is_directory(error) && !entry.is_symlink(error)) next.push_back(entry.path());
    const std::size_t kind = kindOf(entry.path());
    if (kind == kKinds || !entry.is_regular_file(error) || (entry.is_symlink(error) && !isInside(entry.path()))) return;
    if (found_[kind].size() == limits_.files) full_ = full_ || kind == 0;
    else found_[kind].push_back(entry.path());
  }

  bool isInside(const fs::path& link) const {
    std::error_code error;
    const fs::path real = fs::canonical(link, error);
    return !error && std::mismatch(root_.begin(), root_.end(), real.begin(), real.end()).first == root_.end();
  }

  Status nothing() const {
    const bool cut = full_ || !level_.empty();
    return fail(cut ? failures::kNothingImportableSoFar : failures::kNothingImportable,
                {{"folder", arg::Name{folder_.string()}}});
  }

  fs::path folder_, root_;
  std::stop_token stop_;
  FindLimits limits_;
  std::vector<fs::path> level_;
  std::array<std::vector<fs::path>, kKinds> found_;
  std::size_t seen_ = 0;
  bool full_ = false;
};

}  // namespace

Result<FoundModels> findModels(const fs::path& folder, const std::stop_token& stop, const FindLimits& limits) {
  return Search(folder, stop, limits).run();
}

}  // namespace ww::io
