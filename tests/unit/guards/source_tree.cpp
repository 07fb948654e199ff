// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/source_tree.h"

#include <array>
#include <filesystem>
#include <fstream>

namespace ww::guards {
namespace {

namespace fs = std::filesystem;

bool isText(const fs::path& path) {
  static const std::array<std::string, 17> kEndings{".h",    ".cpp", ".inc", ".proto", ".cmake", ".txt",
                                                    ".md",   ".qss", ".qrc", ".frag",  ".vert",  ".sh",
                                                    ".json", ".yml", ".svg", ".py",    ".in"};
  const std::string ending = path.extension().string();
  if (ending.empty()) return true;  // scripts
  for (const std::string& known : kEndings) {
    if (ending == known) return true;
  }
  return false;
}

}  // namespace

std::string Finding::describe() const {
  return rule + ": " + file + (line > 0 ? ":" + std::to_string(line) : std::string()) + ": " + text;
}

std::string describe(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings) text += finding.describe() + "\n";
  return text;
}

std::vector<std::string> readLines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

SourceTree readTree(const std::string& root, const std::vector<std::string>& folders) {
  SourceTree tree;
  for (const std::string& folder : folders) {
    const fs::path top = fs::path(root) / folder;
    if (!fs::is_directory(top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top)) {
      if (!entry.is_regular_file() || !isText(entry.path())) continue;
      tree[fs::relative(entry.path(), root).generic_string()] = readLines(entry.path().string());
    }
  }
  return tree;
}

bool isHeader(const std::string& path) { return path.ends_with(".h"); }
bool isCpp(const std::string& path) { return isHeader(path) || path.ends_with(".cpp"); }
bool isBelow(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }

std::string topFolder(const std::string& path) {
  const std::size_t first = path.find('/');
  return first == std::string::npos ? path : path.substr(0, path.find('/', first + 1));
}

}  // namespace ww::guards
