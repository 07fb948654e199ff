// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/zip/step_parts.h"

#include <set>
#include <string>
#include <string_view>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 2ull << 30;

std::string keyOf(const fs::path& file) { return toLowerAscii(file.lexically_normal().generic_string()); }

// What stands between quotes in records that name files, as prescan.cpp has them: a product may be called like a file.
void addNamed(std::string_view text, std::string_view record, const fs::path& beside, std::set<std::string>& out) {
  for (std::size_t at = text.find(record); at != std::string_view::npos; at = text.find(record, at + record.size())) {
    const std::string_view body = text.substr(at, text.find(';', at) - at);
    for (std::size_t from = body.find('\''); from != std::string_view::npos;) {
      const std::size_t to = body.find('\'', from + 1);
      if (to == std::string_view::npos) break;
      out.insert(keyOf(beside / std::string(body.substr(from + 1, to - from - 1))));
      from = body.find('\'', to + 1);
    }
  }
}

}  // namespace

std::vector<fs::path> topStepFiles(const std::vector<fs::path>& files, const fs::path& folder) {
  if (files.size() < 2) return files;
  std::set<std::string> parts;
  for (const fs::path& file : files) {
    const auto text = readWhole(folder / file, kMostBytes);
    if (!text.ok()) continue;
    std::set<std::string> named;
    for (const char* record : {"DOCUMENT_FILE", "APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT"})
      addNamed(*text, record, file.parent_path(), named);
    named.erase(keyOf(file));
    parts.merge(named);
  }
  std::vector<fs::path> out;
  for (const fs::path& file : files)
    if (!parts.contains(keyOf(file))) out.push_back(file);
  return out.empty() ? files : out;
}

}  // namespace ww::io::worker
