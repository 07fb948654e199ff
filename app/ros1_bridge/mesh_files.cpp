// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/mesh_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

namespace ww::ros1 {
namespace fs = std::filesystem;
namespace {

using Texts = std::vector<std::string>;

std::string trimmed(std::string text) {
  const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
  text.erase(std::find_if_not(text.rbegin(), text.rend(), isSpace).base(), text.end());
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), isSpace));
  return text;
}

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// "mtllib a b.mtl": one name, as spaces are in many.
Texts librariesOf(const std::string& obj) {
  Texts out;
  std::istringstream lines(obj);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("mtllib ")) out.push_back(trimmed(line.substr(7)));
  return out;
}

// "map_Kd -s 1 1 1 skin.png": the name comes behind the options; the whole as well, for names with spaces.
Texts mapsOf(const std::string& mtl) {
  Texts out;
  std::istringstream lines(mtl);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    first = lowered(first);
    if (!first.starts_with("map_") && first != "bump" && first != "norm" && first != "disp" && first != "decal")
      continue;
    std::string rest, last;
    std::getline(words, rest);
    rest = trimmed(rest);
    out.push_back(rest);
    if (const std::size_t space = rest.find_last_of(" \t"); space != std::string::npos)
      out.push_back(rest.substr(space + 1));
  }
  return out;
}

// Each text between two others.
Texts between(const std::string& text, const std::string& open, const std::string& close) {
  Texts out;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
    const std::size_t from = at + open.size(), end = text.find(close, from);
    if (end == std::string::npos) break;
    out.push_back(trimmed(text.substr(from, end - from)));
  }
  return out;
}

// "uri": "skin.png"
Texts urisOf(const std::string& gltf) {
  Texts out;
  for (std::size_t at = gltf.find("\"uri\""); at != std::string::npos; at = gltf.find("\"uri\"", at + 1)) {
    const std::size_t open = gltf.find('"', at + 5), end = open == std::string::npos ? open : gltf.find('"', open + 1);
    if (end == std::string::npos) break;
    out.push_back(gltf.substr(open + 1, end - open - 1));
  }
  return out;
}

Texts namedIn(const std::string& ending, const std::string& bytes) {
  if (ending == ".obj") return librariesOf(bytes);
  if (ending == ".mtl") return mapsOf(bytes);
  if (ending == ".dae") return between(bytes, "<init_from>", "</init_from>");
  if (ending == ".gltf") return urisOf(bytes);
  return {};
}

}  // namespace

Texts filesNamedBy(const std::string& name, const std::string& bytes) {
  Texts out;
  const fs::path folder = fs::path(name).parent_path();
  if (folder.empty()) return out;
  for (std::string text : namedIn(lowered(fs::path(name).extension().string()), bytes)) {
    std::ranges::replace(text, '\\', '/');
    if (text.empty() || text.size() > 500 || text.starts_with('/') || text.find(':') != std::string::npos) continue;
    const fs::path whole = (folder / text).lexically_normal();
    const bool stays = *whole.begin() == *folder.begin() && whole.has_parent_path();
    if (stays && std::ranges::find(out, whole.string()) == out.end()) out.push_back(whole.string());
  }
  return out;
}

}  // namespace ww::ros1
