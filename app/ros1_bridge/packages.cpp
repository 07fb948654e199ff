// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/packages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "app/ros1_bridge/mesh_files.h"

namespace ww::ros1 {
namespace fs = std::filesystem;
namespace {

constexpr int kLevels = 4;
constexpr const char* kDebian = "/usr/share";  // each package right below
constexpr std::size_t kMostBytes = std::size_t{200} << 20;

bool isPackage(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / "package.xml", error) || fs::is_regular_file(folder / "manifest.xml", error);
}

// Empty where there is none.
fs::path packageBelow(const fs::path& root, const std::string& name) {
  std::error_code error;
  if (root.filename() == name && isPackage(root)) return root;
  if (isPackage(root / name)) return root / name;
  if (root == kDebian) return {};
  fs::recursive_directory_iterator it(root, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end; it.increment(error)) {
    if (!it->is_directory(error)) continue;
    if (it->path().filename() == name && isPackage(it->path())) return it->path();
    const bool deep = it.depth() + 1 >= kLevels;
    if (deep || isPackage(it->path()) || it->path().filename().native().starts_with('.'))
      it.disable_recursion_pending();
  }
  return {};
}

std::optional<std::string> contentsOf(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size > kMostBytes || !fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::stringstream out;
  out << file.rdbuf();
  if (!file) return std::nullopt;
  return std::move(out).str();
}

// A model that names other files of this machine must not have them sent away.
bool maySend(const fs::path& path) {
  static const std::set<std::string> kEndings{".stl", ".dae", ".obj", ".mtl",  ".ply", ".gltf", ".glb",
                                              ".bin", ".png", ".jpg", ".jpeg", ".tga", ".3ds"};
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kEndings.contains(ending) && std::find(path.begin(), path.end(), "..") == path.end();
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return out;
}

// Up to behind its >; comments are passed over.
struct PluginTag {
  std::size_t end = 0;
  bool is_empty = false;  // <plugin .../>
};
std::optional<PluginTag> nextPlugin(const std::string& xml, std::size_t from) {
  static constexpr std::string_view kComment = "<!--", kName = "<plugin";
  for (std::size_t at = xml.find('<', from); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::string_view rest = std::string_view(xml).substr(at);
    if (rest.starts_with(kComment)) {
      at = xml.find("-->", at);
      if (at == std::string::npos) return std::nullopt;
      continue;
    }
    const bool named = rest.starts_with(kName) && rest.size() > kName.size() &&
                       std::string_view(" \t\r\n/>").find(rest[kName.size()]) != std::string_view::npos;
    if (!named) continue;
    char quote = 0;  // in whose text a > is no end
    for (std::size_t end = at; end < xml.size(); ++end) {
      if (quote != 0) quote = xml[end] == quote ? 0 : quote;
      else if (xml[end] == '"' || xml[end] == '\'') quote = xml[end];
      else if (xml[end] == '>') return PluginTag{end + 1, xml[end - 1] == '/'};
    }
    return std::nullopt;
  }
  return std::nullopt;
}

// Each text that begins so, up to where an attribute or an element ends.
std::vector<std::string> namesIn(const std::string& xml, const std::string& scheme) {
  std::vector<std::string> out;
  for (std::size_t at = xml.find(scheme); at != std::string::npos; at = xml.find(scheme, at + 1)) {
    const std::size_t end = xml.find_first_of("\"'<> \n\t", at);
    out.push_back(xml.substr(at + scheme.size(), end == std::string::npos ? end : end - at - scheme.size()));
  }
  return out;
}

class Collector {
 public:
  Collector(const std::string& xml, const std::vector<fs::path>& roots) : roots_(roots) { out_.xml = xml; }

  ModelFiles collected() {
    for (const char* scheme : {"package://", "model://"})
      for (const std::string& name : namesIn(out_.xml, scheme)) takePackaged(name);
    for (const std::string& path : namesIn(out_.xml, "file://")) takeLoose(path);
    return std::move(out_);
  }

 private:
  void takePackaged(const std::string& name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos || slash == 0) return;
    const fs::path& folder = packageNamed(name.substr(0, slash));
    if (!folder.empty()) take(name, folder / name.substr(slash + 1));
  }

  // Below a package that nobody has; once, however often it is named.
  void takeLoose(const std::string& path) {
    std::string& name = loose_[path];
    if (name.empty()) name = fmt::format("file_{}/{}", loose_.size(), fs::path(path).filename().string());
    if (!take(name, path)) return;
    const std::string before = "file://" + path;
    out_.xml.replace(out_.xml.find(before), before.size(), "package://" + name);
  }

  bool take(const std::string& name, const fs::path& path) {
    if (out_.files.contains(name)) return true;
    if (!maySend(path)) return false;
    auto bytes = contentsOf(path);
    if (!bytes || size_ + bytes->size() > kMostBytes) return false;
    size_ += bytes->size();
    const std::string& kept = out_.files[name] = std::move(*bytes);
    // Beside it, as it lies beside the mesh; from a package by its folder there.
    const fs::path root = rootOf(name, path);
    if (root.empty()) return true;
    for (const std::string& other : filesNamedBy(name, kept))
      take(other, root / fs::path(other).lexically_relative(*fs::path(other).begin()));
    return true;
  }

  // The folder of the package: the path without what the name says below it. Empty where the two do not agree.
  static fs::path rootOf(const std::string& name, const fs::path& path) {
    const fs::path below = fs::path(name).lexically_relative(*fs::path(name).begin());
    fs::path root = path;
    for (auto part = below.begin(); part != below.end(); ++part) root = root.parent_path();
    return root / below == path ? root : fs::path();
  }

  const fs::path& packageNamed(const std::string& name) {
    const auto known = folders_.find(name);
    if (known != folders_.end()) return known->second;
    fs::path found;
    for (const fs::path& root : roots_)
      if (found.empty()) found = packageBelow(root, name);
    return folders_[name] = found;
  }

  const std::vector<fs::path>& roots_;
  ModelFiles out_;
  std::map<std::string, fs::path> folders_;
  std::size_t size_ = 0;
  std::map<std::string, std::string> loose_;  // names by paths
};

}  // namespace

std::string inNamespace(const std::string& xml, const std::string& robot_namespace) {
  if (robot_namespace.empty()) return xml;
  const std::string element = "<robotNamespace>" + escaped(robot_namespace) + "</robotNamespace>";
  std::string out;
  std::size_t from = 0;
  while (const auto tag = nextPlugin(xml, from)) {
    out.append(xml, from, tag->end - from);
    from = tag->end;
    if (tag->is_empty) {
      out.replace(out.rfind('/'), std::string::npos, ">" + element + "</plugin>");
      continue;
    }
    const std::size_t close = xml.find("</plugin", from);
    if (xml.find("<robotNamespace", from) >= close) out += element;
  }
  return out.append(xml, from);
}

ModelFiles filesOf(const std::string& xml, const std::vector<fs::path>& roots) {
  return Collector(xml, roots).collected();
}

std::vector<fs::path> packageRoots() {
  std::vector<fs::path> out;
  const char* variable = std::getenv("ROS_PACKAGE_PATH");
  std::stringstream roots(variable ? variable : "");
  for (std::string root; std::getline(roots, root, ':');)
    if (!root.empty()) out.emplace_back(root);
  out.emplace_back(kDebian);
  return out;
}

}  // namespace ww::ros1
