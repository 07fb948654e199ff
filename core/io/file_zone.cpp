// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_zone.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace ww::io {
namespace fs = std::filesystem;
namespace {

constexpr int kFoldersAround = 6;
constexpr std::size_t kLevelsOfNames = 2;       // above the source, in which models are looked for by their names
constexpr std::size_t kMaxScanned = 64u << 20;  // bytes of a source that are searched for names of packages

bool isBelow(const fs::path& real, const fs::path& folder) {
  return !folder.empty() && std::mismatch(folder.begin(), folder.end(), real.begin(), real.end()).first == folder.end();
}

// A part of `real` below `folder` begins with a dot.
bool hidesBelow(const fs::path& real, const fs::path& folder) {
  auto at = real.begin();
  std::advance(at, std::distance(folder.begin(), folder.end()));
  return std::any_of(at, real.end(), [](const fs::path& part) {
    return part.native().starts_with('.') && part != "." && part != "..";
  });
}

fs::path realOf(const fs::path& path) {
  std::error_code ec;
  fs::path real = fs::canonical(path, ec);
  return ec ? fs::path() : real;
}

fs::path homeFolder() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? realOf(home) : fs::path();
}

bool isPackage(const fs::path& folder) {
  std::error_code ec;
  return fs::is_regular_file(folder / "package.xml", ec);
}

// Folders that belong to the system or to a person as a whole, and those right below: no packages by their name alone.
bool isTooWide(const fs::path& folder) {
  const fs::path home = homeFolder();
  if (isBelow(home, folder) || (!home.empty() && folder.parent_path() == home)) return true;
  return std::distance(folder.begin(), folder.end()) <= 2;  // "/" and "/name"
}

bool namesPackage(const std::string& text, const std::string& name) {
  for (const char* scheme : {"package://", "model://"}) {
    const std::string wanted = scheme + name;
    for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) {
      const char next = at + wanted.size() < text.size() ? text[at + wanted.size()] : '\0';
      if (next == '/' || next == '<' || next == '"' || next == '\'') return true;
    }
  }
  return false;
}

std::string beginningOf(const fs::path& file) {
  std::error_code ec;
  const std::uintmax_t size = fs::file_size(file, ec);
  if (ec) return {};
  std::string text(std::min<std::uintmax_t>(size, kMaxScanned), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  return text;
}

bool hasNames(const fs::path& source) {
  const std::string ending = source.extension().string();
  return std::ranges::any_of(std::initializer_list<const char*>{".urdf", ".xacro", ".sdf", ".world", ".xml", ".model"},
                             [&](const char* known) { return ending == known; });
}

// As packages lay out their folders: descriptions in one of these, meshes in another beside it.
bool holdsDescriptions(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return std::ranges::any_of(std::initializer_list<const char*>{"urdf", "xacro", "robots", "sdf", "description"},
                             [&](const char* known) { return name == known; });
}

}  // namespace

FileZone::FileZone(const fs::path& source, const std::vector<fs::path>& search_dirs, const fs::path& scratch)
    : source_(source.empty() ? fs::path() : realOf(source)), scratch_(realOf(scratch)) {
  const fs::path folder = source.empty() ? fs::path() : realOf(source.parent_path());
  if (!folder.empty()) {
    addRoot(folder);
    addOwnPackage(source, folder);
  }
  for (const fs::path& dir : search_dirs) addRoot(realOf(dir));
  addRoot(scratch_);
}

void FileZone::addRoot(const fs::path& folder) {
  if (folder.has_relative_path()) roots_.push_back(folder);
}

void FileZone::addOwnPackage(const fs::path& source, const fs::path& folder) {
  fs::path at = folder;
  for (int up = 0; up < kFoldersAround && at.has_relative_path(); ++up, at = at.parent_path()) around_.push_back(at);
  const auto own =
      std::ranges::find_if(around_, [this](const fs::path& dir) { return isModel(dir) || isPackage(dir); });
  if (own != around_.end()) {
    addRoot(*own);
    if (isModel(*own) && !isTooWide(own->parent_path())) models_ = own->parent_path();
  }
  // Collections without a marker are known by the name that the file itself calls them by.
  if (!hasNames(source)) return;
  const bool in_package = own != around_.end() && !isModel(*own);
  for (std::size_t up = 1; !in_package && up < around_.size() && up <= kLevelsOfNames && !isTooWide(around_[up]); ++up)
    names_below_ = around_[up];
  if (around_.size() > 1 && holdsDescriptions(folder) && !isTooWide(around_[1])) {
    for (const char* beside : {"meshes", "materials", "textures"}) addRoot(around_[1] / beside);
  }
  const std::string text = beginningOf(source);
  for (const fs::path& dir : around_) {
    if (!isTooWide(dir) && namesPackage(text, dir.filename().string())) addRoot(dir);
  }
}

bool FileZone::isModel(const fs::path& folder) {
  const auto known = is_model_.find(folder);
  if (known != is_model_.end()) return known->second;
  std::error_code ec;
  return is_model_[folder] = fs::is_regular_file(folder / "model.config", ec);
}

// In a model that stands beside the one of the source or, where that is in none, below the folders right above it: not
// in one that happens to be somewhere in a folder farther up.
bool FileZone::inModelAround(const fs::path& real) {
  const fs::path& around = models_.empty() ? names_below_ : models_;
  if (around.empty() || !isBelow(real, around) || hidesBelow(real, around)) return false;
  for (fs::path at = real; at != around; at = at.parent_path()) {
    if (isModel(at)) return true;
  }
  return false;
}

bool FileZone::mayRead(const fs::path& real) {
  if (!source_.empty() && real == source_) return true;
  const bool given = std::ranges::any_of(roots_, [&](const fs::path& root) {
    return isBelow(real, root) && (root == scratch_ || !hidesBelow(real, root));
  });
  return given || inModelAround(real);
}

bool FileZone::mayWrite(const fs::path& real) const { return isBelow(real, scratch_); }

bool FileZone::mayKnow(const fs::path& real) {
  const auto isAbove = [&](const fs::path& root) { return isBelow(root, real); };
  return mayList(real) || std::ranges::any_of(roots_, isAbove);
}

bool FileZone::mayList(const fs::path& real) {
  const bool names = isBelow(real, names_below_) && !hidesBelow(real, names_below_);
  return names || mayRead(real) || real == models_;
}

}  // namespace ww::io
