// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/wire_tables.h"

#include <regex>
#include <sstream>

namespace ww::guards {
namespace {

enum class Kind { kNone, kMessage, kEnum, kService };

struct Section {
  Kind kind = Kind::kNone;
  std::string name;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t`");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t`") - first + 1);
}

// The cells of "| a | b |"; none for another line.
std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("|")) return cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

bool isNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The section that a heading opens; any other heading closes the one before.
Section sectionOf(const std::string& heading) {
  static const std::regex kPart(R"(^#### (enum )?`([\w.]+)`.*)");
  static const std::regex kService(R"(^### `([\w.]+)`.*)");
  std::smatch found;
  if (std::regex_match(heading, found, kPart)) return {found[1].matched ? Kind::kEnum : Kind::kMessage, found[2]};
  if (std::regex_match(heading, found, kService)) return {Kind::kService, found[1]};
  return {};
}

void open(const Section& section, WireTables& tables) {
  if (section.kind == Kind::kMessage) tables.messages[section.name];
  if (section.kind == Kind::kEnum) tables.enums[section.name];
  if (section.kind == Kind::kService) tables.services[section.name];
}

void readEnumLine(const std::string& line, std::map<std::string, int>& values) {
  static const std::regex kValue(R"((\w+)\s*=\s*(-?\d+))");
  for (std::sregex_iterator it(line.begin(), line.end(), kValue), end; it != end; ++it) {
    values[(*it)[1]] = std::stoi((*it)[2]);
  }
}

void readLine(const Section& section, const std::string& line, WireTables& tables) {
  if (section.kind == Kind::kEnum) return readEnumLine(line, tables.enums[section.name]);
  const std::vector<std::string> cells = cellsOf(line);
  if (cells.size() < 4 || !isNumber(cells[0])) return;
  if (section.kind == Kind::kMessage) {
    tables.messages[section.name][std::stoi(cells[0])] = {cells[1], cells[2], cells[3]};
  } else if (section.kind == Kind::kService) {
    tables.services[section.name].push_back({cells[1], cells[2], cells[3]});
  }
}

}  // namespace

std::size_t WireTables::fieldCount() const {
  std::size_t count = 0;
  for (const auto& [name, fields] : messages) count += fields.size();
  return count;
}

WireTables readWireTables(const std::string& markdown) {
  WireTables tables;
  Section section;
  std::istringstream in(markdown);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      section = sectionOf(line);
      open(section, tables);
    } else if (section.kind != Kind::kNone) {
      readLine(section, line, tables);
    }
  }
  return tables;
}

}  // namespace ww::guards
