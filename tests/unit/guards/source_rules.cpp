// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/source_rules.h"

#include <regex>
#include <set>

namespace ww::guards {
namespace {

bool isScript(const std::vector<std::string>& lines) { return !lines.empty() && lines[0].starts_with("#!"); }

bool needsLicence(const std::string& path, const std::vector<std::string>& lines) {
  for (const char* ending : {".h", ".cpp", ".proto", ".cmake", "CMakeLists.txt", ".py", ".sh"}) {
    if (path.ends_with(ending)) return true;
  }
  return isScript(lines);
}

const LengthLimit* limitOf(const std::string& path) {
  if (path.ends_with(".cpp")) return &kCppLines;
  return isHeader(path) ? &kHeaderLines : nullptr;
}

Findings longerThan(const SourceTree& tree, int LengthLimit::*bound) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    const LengthLimit* limit = limitOf(file);
    if (limit == nullptr || static_cast<int>(lines.size()) <= limit->*bound) continue;
    findings.push_back(
        {"length", file, 0, std::to_string(lines.size()) + " lines, wanted " + std::to_string(limit->wanted)});
  }
  return findings;
}

std::set<std::string> foldersWithSources(const SourceTree& tree) {
  std::set<std::string> folders;
  for (const auto& [file, lines] : tree) {
    const bool message = file.ends_with(".proto");
    if ((isBelow(file, "core") || isBelow(file, "ui")) && (isCpp(file) || message)) folders.insert(topFolder(file));
  }
  return folders;
}

// Put together here, so that this file does not break its own rule.
const std::regex& machinePath() {
  static const std::regex kPath(std::string("(^|[^A-Za-z0-9_.}-])/(wo") + "rk|ho" + "me|ro" + "ot|Us" +
                                "ers)/[A-Za-z]");
  return kPath;
}

}  // namespace

Findings checkReadmes(const SourceTree& tree) {
  Findings findings;
  for (const std::string& folder : foldersWithSources(tree)) {
    const auto readme = tree.find(folder + "/README.md");
    if (readme == tree.end()) {
      findings.push_back({"readme", folder, 0, "has no README.md"});
    } else if (static_cast<int>(readme->second.size()) > kReadmeLines) {
      findings.push_back({"readme", readme->first, 0, "has more than " + std::to_string(kReadmeLines) + " lines"});
    }
  }
  return findings;
}

Findings checkLicences(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    if (!needsLicence(file, lines)) continue;
    bool found = false;
    for (std::size_t i = 0; i < lines.size() && i < 3; ++i) {
      found = found || lines[i].find("SPDX-License-Identifier: Apache-2.0") != std::string::npos;
    }
    if (!found) findings.push_back({"licence", file, 1, "names no licence"});
  }
  return findings;
}

Findings checkLengths(const SourceTree& tree) { return longerThan(tree, &LengthLimit::most); }
Findings longFiles(const SourceTree& tree) { return longerThan(tree, &LengthLimit::wanted); }

namespace {

struct OnceRow {
  const char* word;
  const char* file;  // where it stands
};
constexpr OnceRow kOnce[] = {{"SetSerializationDeterministic", "core/proto/sorted_bytes.h"}};

}  // namespace

Findings checkOnce(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    if (!isCpp(file) || isBelow(file, "tests")) continue;
    for (std::size_t i = 0; i < lines.size(); ++i)
      for (const OnceRow& row : kOnce)
        if (file != row.file && lines[i].find(row.word) != std::string::npos)
          findings.push_back({"once", file, static_cast<int>(i + 1), std::string("is in ") + row.file + " already"});
  }
  return findings;
}

Findings checkPaths(const SourceTree& tree) {
  Findings findings;
  for (const auto& [file, lines] : tree) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (std::regex_search(lines[i], machinePath())) {
        findings.push_back({"machine-path", file, static_cast<int>(i + 1), lines[i].substr(0, 120)});
      }
    }
  }
  return findings;
}

namespace {

// What a build has or has not as a whole: a top folder, or what an option of CMake asks for.
std::string partOf(const std::string& file) {
  for (const char* optional : {"app/ros1_bridge/node", "tests/ros1_bridge"})
    if (isBelow(file, optional)) return optional;
  return file.substr(0, file.find('/'));
}

}  // namespace

Findings checkCompiled(const SourceTree& tree, const std::string& compile_commands, const std::string& root) {
  const auto isCompiled = [&](const std::string& file) {
    return compile_commands.find("\"file\": \"" + root + "/" + file + "\"") != std::string::npos;
  };
  std::set<std::string> parts;  // "core", "ui", ...: those that this build has
  for (const auto& [file, lines] : tree) {
    if (file.ends_with(".cpp") && isCompiled(file)) parts.insert(partOf(file));
  }
  Findings findings;
  for (const auto& [file, lines] : tree) {
    if (!file.ends_with(".cpp") || isCompiled(file) || !parts.contains(partOf(file))) continue;
    findings.push_back({"compiled", file, 0, "is in no CMake file"});
  }
  return findings;
}

}  // namespace ww::guards
