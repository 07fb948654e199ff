// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/wire_fields.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace ww::guards {
namespace {

constexpr std::array<std::string_view, 5> kVerdicts{"works", "refused", "noted", "not sent", "in no request"};

void addFields(const google::protobuf::Descriptor& message, const std::string& package, std::vector<std::string>& out) {
  if (message.options().map_entry()) return;
  const std::string name = std::string(message.full_name()).substr(package.size() + 1);
  for (int i = 0; i < message.field_count(); ++i) out.push_back(name + "." + std::string(message.field(i)->name()));
  for (int i = 0; i < message.nested_type_count(); ++i) addFields(*message.nested_type(i), package, out);
}

}  // namespace

std::map<std::string, FieldRow> readFieldRows(const std::string& markdown) {
  static const std::regex kRow(R"(\| `([\w.]+)` \| ([^|]*) \|(?: ([^|]*) )? ?\|)");
  std::map<std::string, FieldRow> out;
  std::istringstream lines(markdown);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch found;
    if (!std::regex_match(line, found, kRow)) continue;
    FieldRow& row = out[found[1].str()];
    ++row.count;
    row.verdict = found[2].str();
    row.more = found[3].str();
    row.line = number;
  }
  return out;
}

std::vector<std::string> fieldsOfPackage(const google::protobuf::DescriptorPool& pool, const std::string& package,
                                         const std::vector<std::string>& files) {
  std::vector<std::string> out;
  for (const std::string& name : files) {
    const auto* file = pool.FindFileByName(name);
    if (!file || std::string(file->package()) != package) continue;
    for (int i = 0; i < file->message_type_count(); ++i) addFields(*file->message_type(i), package, out);
  }
  return out;
}

std::vector<std::string> checkFieldRows(const std::map<std::string, FieldRow>& rows,
                                        const std::vector<std::string>& fields, const std::string& samples) {
  std::vector<std::string> out;
  for (const std::string& field : fields)
    if (!rows.contains(field)) out.push_back(field + " has no row");
  const std::set<std::string> known(fields.begin(), fields.end());
  static const std::regex kCode("`(planning\\.[a-z-]+)`");
  for (const auto& entry : rows) {
    const std::string& name = entry.first;
    const FieldRow& row = entry.second;
    const auto add = [&](const std::string& what) {
      out.push_back(name + " (line " + std::to_string(row.line) + ") " + what);
    };
    if (!known.contains(name)) add("is no field");
    if (row.count > 1) add("stands twice");
    if (std::ranges::find(kVerdicts, row.verdict) == kVerdicts.end()) add("has no verdict: '" + row.verdict + "'");
    if (row.verdict != "works" && row.more.empty()) add("gives no reason");
    bool has_code = false;
    for (std::sregex_iterator it(row.more.begin(), row.more.end(), kCode), end; it != end; ++it) {
      has_code = true;
      if (samples.find("\n" + (*it)[1].str()) == std::string::npos)
        add("names " + (*it)[1].str() + ", which is no failure");
    }
    if ((row.verdict == "refused" || row.verdict == "noted") && !has_code) add("names no code");
  }
  return out;
}

}  // namespace ww::guards
