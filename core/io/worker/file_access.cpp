// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/file_access.h"

#include <algorithm>
#include <fstream>
#include <optional>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace fs = std::filesystem;

namespace {

constexpr int kMaxParents = 6;  // levels above the source that are looked at for packages
constexpr std::size_t kMaxSiblings = 2000;
constexpr int kMaxFolders = 20'000;  // looked at below the search folders

bool isFile(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path, ec);
}

bool isFolder(const fs::path& path) {
  std::error_code ec;
  return fs::is_directory(path, ec);
}

// `relative` below `base`, each part as it is, or where only one differs in nothing but case, as that.
std::optional<fs::path> findAnyCase(const fs::path& base, const fs::path& relative) {
  if (fs::path exact = base / relative; isFile(exact) || isFolder(exact)) return exact;
  fs::path at = base;
  for (const fs::path& part : relative) {
    if (part.empty() || part == ".") continue;
    fs::path next = at / part;
    std::error_code ec;
    // What the broker does not tell is taken as it stands; the check says that it lies outside.
    if (part != ".." && !fs::exists(next, ec) && ec != std::errc::permission_denied) {
      const std::string wanted = toLowerAscii(part.string());
      next.clear();
      for (fs::directory_iterator it(at, ec), end; !ec && it != end; it.increment(ec)) {
        if (toLowerAscii(it->path().filename().string()) != wanted) continue;
        if (!next.empty()) return std::nullopt;  // nobody guesses which
        next = it->path();
      }
      if (next.empty()) return std::nullopt;
    }
    at = next;
  }
  return at;
}

std::string decodePercent(std::string_view s) {
  std::string out;
  const auto hex = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '%' && i + 2 < s.size() && hex(s[i + 1]) >= 0 && hex(s[i + 2]) >= 0) {
      out += static_cast<char>(hex(s[i + 1]) * 16 + hex(s[i + 2]));
      i += 2;
    } else {
      out += s[i];
    }
  }
  return out;
}

// <name>...</name> of a package.xml.
std::string packageName(const fs::path& folder) {
  std::ifstream in(folder / "package.xml", std::ios::binary);
  std::string text(16 * 1024, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  const std::size_t open = text.find("<name>");
  const std::size_t close = text.find("</name>");
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return std::string(trim(std::string_view(text).substr(open + 6, close - open - 6)));
}

bool isPackage(const fs::path& folder, const std::string& name) {
  return toLowerAscii(folder.filename().string()) == toLowerAscii(name) || packageName(folder) == name;
}

// The package `name` below `dir`, at most three levels deep.
std::optional<fs::path> packageBelow(const fs::path& dir, const std::string& name, int& budget, int depth = 3) {
  if (isPackage(dir, name)) return dir;
  if (depth == 0) return std::nullopt;
  std::vector<fs::path> folders;
  std::error_code ec;
  for (fs::directory_iterator it(dir, ec), end; !ec && it != end && --budget > 0; it.increment(ec)) {
    if (it->is_directory(ec) && !it->is_symlink(ec)) folders.push_back(it->path());
  }
  std::ranges::sort(folders);
  for (const fs::path& folder : folders) {
    if (isPackage(folder, name)) return folder;
  }
  for (const fs::path& folder : folders) {
    if (auto found = packageBelow(folder, name, budget, depth - 1)) return found;
  }
  return std::nullopt;
}

}  // namespace

Status FileAccess::notFound(std::string_view uri) const {
  const FailureArg file{"file", arg::Name{cleanUtf8(uri, 300)}};
  if (search_.empty()) return fail(failures::kFileMissing, {file});
  arg::Names folders;
  for (const fs::path& dir : search_) folders.texts.push_back(cleanUtf8(dir.string(), 300));
  return fail(failures::kFileMissingIn, {file, {"folders", std::move(folders)}});
}

Status FileAccess::noPackage(std::string_view name, std::string_view below, bool there) const {
  const FailureArg package{"package", arg::Name{cleanUtf8(name, 200)}};
  if (there) return fail(failures::kPackageLacks, {package, {"file", arg::Name{cleanUtf8(below, 300)}}});
  if (search_.empty()) return fail(failures::kPackageMissing, {package});
  arg::Names folders;
  for (const fs::path& dir : search_) folders.texts.push_back(cleanUtf8(dir.string(), 300));
  return fail(failures::kPackageMissingIn, {package, {"folders", std::move(folders)}});
}

FileAccess::FileAccess(fs::path root) : root_(std::move(root)) { allow(root_); }

void FileAccess::addSearchDir(const fs::path& dir) {
  search_.push_back(dir);
  allow(dir);
}

void FileAccess::allow(const fs::path& dir) {
  std::error_code ec;
  fs::path real = fs::canonical(dir, ec);
  if (!ec && real != real.root_path() && std::ranges::find(allowed_, real) == allowed_.end())
    allowed_.push_back(std::move(real));
}

bool FileAccess::inside(const fs::path& real) const {
  return std::ranges::any_of(allowed_, [&](const fs::path& dir) {
    return std::mismatch(dir.begin(), dir.end(), real.begin(), real.end()).first == dir.end();
  });
}

// Not the root of the system, and nothing above the ceiling.
bool FileAccess::mayClimb(const fs::path& dir) const {
  if (!dir.has_relative_path()) return false;
  return ceiling_.empty() ||
         std::mismatch(ceiling_.begin(), ceiling_.end(), dir.begin(), dir.end()).first == ceiling_.end();
}

void FileAccess::allowOwnPackage() {
  fs::path at = root_;
  for (int up = 0; up < kMaxParents && mayClimb(at); ++up, at = at.parent_path()) {
    if (isFile(at / "package.xml") || isFile(at / "model.config")) return allow(at);
  }
}

Result<fs::path> FileAccess::check(const fs::path& path) const {
  std::error_code ec;
  fs::path real = fs::canonical(path, ec);
  const bool hidden = ec == std::errc::permission_denied;
  if (ec && !hidden) return notFound(path.string());
  if (hidden || !inside(real))
    return fail(failures::kFileOutside, {{"file", arg::Name{cleanUtf8(path.string(), 300)}}});
  if (!isFile(real)) return notFound(path.string());
  return real;
}

void FileAccess::noteCase(const fs::path& asked, const fs::path& found) {
  constexpr std::size_t kMost = 20;
  auto at = found.end(), part = asked.end();
  std::string was, is;
  while (part != asked.begin() && at != found.begin()) {
    --part, --at;
    if (toLowerAscii(part->string()) != toLowerAscii(at->string())) break;
    was = cleanUtf8(part->string(), 200) + (was.empty() ? "" : "/") + was;
    is = cleanUtf8(at->string(), 200) + (is.empty() ? "" : "/") + is;
  }
  const OtherCase other{was, is};
  if (was == is || other_cases_.size() == kMost || std::ranges::find(other_cases_, other) != other_cases_.end()) return;
  other_cases_.push_back(other);
}

Result<fs::path> FileAccess::resolvePackage(std::string_view rest, const fs::path& base) {
  const std::size_t slash = rest.find('/');
  const std::string name(rest.substr(0, slash));
  const fs::path below = slash == std::string_view::npos ? fs::path() : fs::path(rest.substr(slash + 1));
  if (name.empty() || name == "." || name == "..") return notFound(rest);
  bool there = false;
  const auto take = [&](const fs::path& folder) -> std::optional<fs::path> {
    auto found = findAnyCase(folder, below);
    there = there || !found;
    if (found) allow(folder);
    if (found) noteCase(below, *found);
    return found;
  };
  // The folders around the model and around the source, and what lies in them under that name.
  for (const fs::path& start : {base, root_}) {
    fs::path at = start;
    for (int up = 0; up < kMaxParents && mayClimb(at); ++up, at = at.parent_path()) {
      if (isPackage(at, name)) {
        if (auto found = take(at)) return *found;
      }
      if (auto folder = findAnyCase(at, name); folder && isFolder(*folder)) {
        if (auto found = take(*folder)) return *found;
      }
    }
  }
  int budget = kMaxFolders;
  std::vector<fs::path> dirs = search_;
  dirs.push_back(root_);
  for (fs::path at = root_.parent_path(); dirs.size() < search_.size() + 4 && mayClimb(at); at = at.parent_path())
    dirs.push_back(at);
  for (const fs::path& dir : dirs) {
    budget = std::min(budget, kMaxFolders / 4);
    if (const auto package = packageBelow(dir, name, budget)) {
      if (auto found = take(*package)) return *found;
    }
    budget = kMaxFolders;
  }
  return noPackage(name, below.string(), there);
}

Result<fs::path> FileAccess::resolve(std::string_view uri, const fs::path& base) {
  uri = trim(uri);
  if (uri.empty() || uri.size() > 4096 || uri.find('\0') != std::string_view::npos) return notFound(uri);
  const std::size_t scheme_end = uri.find("://");
  const std::string scheme = scheme_end == std::string_view::npos ? "" : toLowerAscii(uri.substr(0, scheme_end));
  std::string rest = decodePercent(scheme.empty() ? uri : uri.substr(scheme_end + 3));
  std::ranges::replace(rest, '\\', '/');
  if (scheme == "model" || scheme == "package") {
    WW_ASSIGN(const fs::path found, resolvePackage(rest, base));
    if (isFolder(found)) return found;
    return check(found);
  }
  if (!scheme.empty() && scheme != "file") {
    return fail(failures::kNotFetched, {{"uri", arg::Name{cleanUtf8(uri, 300)}}});
  }
  for (const fs::path& dir : {base, root_}) {
    if (const auto found = findAnyCase(dir, rest)) return taken(*found, rest);
  }
  for (const fs::path& dir : search_) {
    if (const auto found = findAnyCase(dir, rest)) return taken(*found, rest);
  }
  return withNearest(notFound(uri), fs::path(rest).filename().string(), siblings((base / rest).parent_path()));
}

Result<fs::path> FileAccess::taken(const fs::path& found, const fs::path& asked) {
  noteCase(asked, found);
  if (isFolder(found)) return found;
  return check(found);
}

// Names of what lies in a folder that may be read.
std::vector<std::string> FileAccess::siblings(const fs::path& folder) const {
  std::vector<std::string> out;
  std::error_code ec;
  const fs::path real = fs::canonical(folder, ec);
  if (ec || !inside(real)) return out;
  for (fs::directory_iterator it(real, ec), end; !ec && it != end && out.size() < kMaxSiblings; it.increment(ec))
    out.push_back(it->path().filename().string());
  return out;
}

}  // namespace ww::io::worker
