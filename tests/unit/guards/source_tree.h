// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

namespace ww::guards {

// A breach of a rule. `line` counts from 1; 0 is the file as a whole.
struct Finding {
  std::string rule;
  std::string file;
  int line = 0;
  std::string text;

  std::string describe() const;
  bool operator==(const Finding&) const = default;
};
using Findings = std::vector<Finding>;

std::string describe(const Findings& findings);

// Text files by path from the root ("core/base/status.h"), as lines.
using SourceTree = std::map<std::string, std::vector<std::string>>;

// Reads the text files below the given folders of `root`; build folders and pictures are left out.
SourceTree readTree(const std::string& root, const std::vector<std::string>& folders);
std::vector<std::string> readLines(const std::string& path);

bool isHeader(const std::string& path);
bool isCpp(const std::string& path);  // a .h or a .cpp
// "core/io/worker/x.cpp" is in "core/io" and in "core/io/worker", not in "core/i".
bool isBelow(const std::string& path, const std::string& folder);
// The first two parts: "core/io" of "core/io/worker/x.cpp".
std::string topFolder(const std::string& path);

}  // namespace ww::guards
