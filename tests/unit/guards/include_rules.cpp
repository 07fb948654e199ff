// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/include_rules.h"

#include <optional>
#include <regex>
#include <sstream>

namespace ww::guards {
namespace {

struct Include {
  std::string file;
  int line = 0;
  std::string target;
  bool quoted = false;
};

std::optional<Include> includeIn(const std::string& file, int number, const std::string& line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string::npos || line[at] != '#') return std::nullopt;
  at = line.find_first_not_of(" \t", at + 1);
  if (at == std::string::npos || line.compare(at, 7, "include") != 0) return std::nullopt;
  const std::size_t open = line.find_first_of("<\"", at);
  if (open == std::string::npos) return std::nullopt;
  const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
  if (close == std::string::npos) return std::nullopt;
  return Include{file, number, line.substr(open + 1, close - open - 1), line[open] == '"'};
}

std::vector<Include> includesOf(const SourceTree& tree) {
  std::vector<Include> all;
  for (const auto& [file, lines] : tree) {
    if (!isCpp(file)) continue;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (auto include = includeIn(file, static_cast<int>(i + 1), lines[i])) all.push_back(*include);
    }
  }
  return all;
}

Finding finding(const std::string& rule, const Include& include, const std::string& why) {
  return {rule, include.file, include.line, "includes " + include.target + ": " + why};
}

bool isOurs(const std::string& target) {
  for (const char* folder : {"core", "ui", "app", "resources", "tests"}) {
    if (isBelow(target, folder)) return true;
  }
  return false;
}

// A message header: generated from the .proto files.
bool isMessage(const std::string& target) { return target.ends_with(".pb.h") || isBelow(target, "google/protobuf"); }

bool isQt(const std::string& target) {
  static const std::regex kQt(R"((Qt[A-Z0-9]\w*/.*)|(Q[A-Z]\w*)|(Qt[A-Z0-9]\w*)|(qt?[a-z0-9_]+\.h))");
  static const std::regex kNotQt(R"(quadmath\.h|queue\.h)");
  return std::regex_match(target, kQt) && !std::regex_match(target, kNotQt);
}

// Folder and all that it may include, directly or through others.
std::set<std::string> reachable(const std::string& folder, const FolderTable& table = folderTable()) {
  std::set<std::string> seen{folder};
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const auto row = table.find(open.back());
    open.pop_back();
    if (row == table.end()) continue;
    for (const std::string& next : row->second) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen;
}

void checkFolders(const Include& include, Findings& findings) {
  const std::string from = topFolder(include.file);
  if (!folderTable().contains(from)) {
    findings.push_back({"folder", include.file, include.line, from + " is not in the table of folders"});
    return;
  }
  if (isMessage(include.target)) {
    if (!reachable(from).contains("core/proto"))
      findings.push_back(finding("folder", include, "no messages in " + from));
    return;
  }
  if (!isOurs(include.target)) return;
  const std::string to = topFolder(include.target);
  if (isBelow(from, "core") && isBelow(to, "ui")) {
    findings.push_back(finding("core-ui", include, "the core never includes ui"));
  } else if (!reachable(from).contains(to)) {
    findings.push_back(finding("folder", include, from + " may not include " + to));
  }
}

bool hasInnerRows(const std::string& folder) {
  const auto row = innerTable().lower_bound(folder + "/");
  return row != innerTable().end() && isBelow(row->first, folder);
}

// Folders within a folder, of which each may include some of the others.
void checkInner(const Include& include, Findings& findings) {
  const std::string top = topFolder(include.file);
  if (!hasInnerRows(top)) return;
  const std::string from = include.file.substr(0, include.file.rfind('/'));
  if (!innerTable().contains(from)) {
    findings.push_back({"inner", include.file, include.line, "no file of ours belongs in " + from});
    return;
  }
  if (topFolder(include.target) != top) return;
  const std::string to = include.target.substr(0, include.target.rfind('/'));
  if (!reachable(from, innerTable()).contains(to))
    findings.push_back(finding("inner", include, from + " may not include " + to));
}

void checkKeptApart(const Include& include, Findings& findings) {
  const auto row = keptApart().find(topFolder(include.file));
  if (row == keptApart().end()) return;
  for (const std::string& start : row->second) {
    if (include.target.starts_with(start))
      findings.push_back(finding("apart", include, row->first + " does without " + start));
  }
}

void checkQt(const Include& include, Findings& findings) {
  if (!isQt(include.target)) return;
  if (!isBelow(include.file, "ui") && !isBelow(include.file, "app/editor")) {
    findings.push_back(finding("qt-in-core", include, "Qt belongs to ui and app/editor"));
  }
}

// Views of messages would tie the editor to the wire: edit builders take our own types.
void checkMessages(const Include& include, Findings& findings) {
  if (isBelow(include.file, "ui") && isMessage(include.target)) {
    findings.push_back(finding("pb-in-ui", include, "no messages in ui"));
  }
}

void checkRooted(const Include& include, Findings& findings) {
  if (!include.quoted || isOurs(include.target) || isMessage(include.target)) return;
  if (include.target.ends_with(".moc")) return;
  findings.push_back(finding("rooted", include, "our headers are included from the root of the repository"));
}

// The header of a vendor's folder may include that vendor if nothing outside the folder includes it
// but tests, which may look inside.
bool isPrivateHeader(const std::string& header, const std::string& folder, const std::vector<Include>& all) {
  for (const Include& include : all) {
    if (include.target == header && !isBelow(include.file, folder) && !isBelow(include.file, "tests")) return false;
  }
  return true;
}

void checkVendor(const VendorRow& row, const Include& include, const std::vector<Include>& all, Findings& findings) {
  for (const std::string& folder : row.folders) {
    if (!isBelow(include.file, folder)) continue;
    if (isHeader(include.file) && !isPrivateHeader(include.file, folder, all)) {
      findings.push_back(finding("vendor-in-header", include, row.vendor + " shows outside " + folder));
    }
    return;
  }
  findings.push_back(finding("vendor", include, row.vendor + " does not belong here"));
}

void checkVendors(const Include& include, const std::vector<Include>& all, Findings& findings) {
  static const std::regex kVisualisation(R"((V3d|AIS|Graphic3d|OpenGl|Prs3d|SelectMgr|Aspect)_.*\.hxx)");
  if (isOurs(include.target)) return;
  if (std::regex_match(include.target, kVisualisation)) {
    findings.push_back(finding("vendor", include, "OCCT's visualisation is not used"));
    return;
  }
  static const std::vector<std::regex> kPatterns = [] {
    std::vector<std::regex> patterns;
    for (const VendorRow& row : vendorTable()) patterns.emplace_back("^(?:" + row.pattern + ")");
    return patterns;
  }();
  for (std::size_t i = 0; i < kPatterns.size(); ++i) {
    if (std::regex_search(include.target, kPatterns[i])) checkVendor(vendorTable()[i], include, all, findings);
  }
}

// The words of a CMake file without comments, brackets as words of their own.
std::vector<std::string> wordsOf(const std::vector<std::string>& lines) {
  std::vector<std::string> words;
  for (std::string line : lines) {
    line = line.substr(0, line.find('#'));
    std::string spaced;
    for (const char c : line) spaced += (c == '(' || c == ')') ? std::string(" ") + c + " " : std::string(1, c);
    std::istringstream in(spaced);
    for (std::string word; in >> word;) words.push_back(word);
  }
  return words;
}

bool isVocabulary(const std::string& library) {
  static const std::regex kShared(
      R"(ww_\w+|Qt6::\w+|Eigen3::Eigen|fmt::fmt|Threads::Threads|protobuf::libprotobuf|gRPC::grpc\+\+|\$\{ARG_PUBLIC\})");
  return std::regex_match(library, kShared);
}

}  // namespace

Findings checkIncludes(const SourceTree& tree) {
  Findings findings;
  const std::vector<Include> all = includesOf(tree);
  for (const Include& include : all) {
    if (isBelow(include.file, "tests")) continue;
    checkFolders(include, findings);
    checkInner(include, findings);
    checkKeptApart(include, findings);
    checkQt(include, findings);
    checkMessages(include, findings);
    checkRooted(include, findings);
    checkVendors(include, all, findings);
  }
  return findings;
}

Findings checkLinks(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    if (!file.ends_with("CMakeLists.txt") || isBelow(file, "tests")) continue;
    bool shared = false;
    for (const std::string& word : wordsOf(lines)) {
      if (word == "PUBLIC" || word == "INTERFACE") {
        shared = true;
      } else if (word == "PRIVATE" || word == ")" || word == "SOURCES") {
        shared = false;
      } else if (shared && word.find("::") != std::string::npos && !isVocabulary(word)) {
        findings.push_back({"public-vendor", file, 0, word + " is linked PUBLIC"});
      }
    }
  }
  return findings;
}

Findings checkKeywords(const std::string& compile_commands, const std::string& root) {
  Findings findings;
  std::istringstream in(compile_commands);
  std::string command;
  for (std::string line; std::getline(in, line);) {
    if (line.find("\"command\": ") != std::string::npos) command = line;
    const std::size_t at = line.find("\"file\": \"");
    if (at == std::string::npos) continue;
    const std::string file = line.substr(at + 9, line.rfind('"') - at - 9);
    if (!isBelow(file, root) || file.ends_with(".cc") || file.find("_autogen") != std::string::npos) continue;
    const std::string inside = file.substr(root.size() + 1);
    if (!isOurs(inside) || command.find("-DQT_NO_KEYWORDS") != std::string::npos) continue;
    findings.push_back({"qt-keywords", inside, 0, "compiled without QT_NO_KEYWORDS"});
  }
  return findings;
}

}  // namespace ww::guards
