// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/failures/failure_samples.h"

#include <QByteArray>
#include <cstdlib>
#include <optional>

#include "app/cli/failures.h"
#include "core/jobs/failures.h"
#include "core/project/failures.h"
#include "core/rpc/failures.h"
#include "core/usecase/all_failures.h"
#include "tests/support/folders.h"
#include "ui/bridge/failures.h"

namespace ww::test {
namespace {

std::vector<std::string> partsOf(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, at)) {
    parts.push_back(text.substr(at, end - at));
    at = end + separator.size();
  }
  parts.push_back(text.substr(at));
  return parts;
}

// "arm.urdf:12:3"
arg::Place placeOf(const std::string& text) {
  const std::vector<std::string> parts = partsOf(text, ":");
  const auto number = [&](std::size_t i) { return i < parts.size() ? std::atoi(parts[i].c_str()) : 0; };
  return {parts[0], number(1), number(2)};
}

std::optional<FailureValue> valueOf(const std::string& kind, const std::string& text) {
  const double number = std::atof(text.c_str());
  const auto whole = static_cast<std::uint64_t>(number);
  if (kind == "name") return arg::Name{text};
  if (kind == "node") return arg::Node{text, 7};
  if (kind == "words") return arg::Words{text};
  if (kind == "length") return arg::Length{number};
  if (kind == "angle") return arg::Angle{number};
  if (kind == "seconds") return arg::Seconds{number};
  if (kind == "bytes") return arg::Bytes{whole};
  if (kind == "number") return arg::Number{number};
  if (kind == "count") return arg::Count{whole};
  if (kind == "names") return arg::Names{partsOf(text, ", ")};
  if (kind == "place") return placeOf(text);
  return std::nullopt;
}

}  // namespace

std::map<std::string, const FailureRow*> everyRow() {
  std::vector<FailureTable> tables = usecase::allFailures();
  for (const FailureTable table :
       {jobs::failures::all(), rpc::failures::all(), cli::failures::all(), ui::failures::all()})
    tables.push_back(table);
  std::map<std::string, const FailureRow*> rows;
  for (const FailureTable table : tables)
    for (const FailureRow* row : table) rows[std::string(row->code)] = row;
  return rows;
}

bool isOfCommandLine(const FailureRow& row) { return row.code.starts_with("cli."); }

FailureSamples::FailureSamples() {
  const std::string text = readFile(sourceFolder() + "/tests/unit/failures/samples.txt").toStdString();
  for (const std::string& line : partsOf(text, "\n"))
    if (!line.empty() && line[0] != '#') readLine(line);
  const auto rows = everyRow();
  for (const auto& [code, values] : lines_)
    if (!rows.contains(code)) faults_ += code + ": there is no such row\n";
  for (const auto& [code, row] : rows)
    if (!lines_.contains(code)) faults_ += code + ": has no line\n";
}

void FailureSamples::readLine(const std::string& line) {
  const std::vector<std::string> parts = partsOf(line, " | ");
  if (lines_.contains(parts[0])) faults_ += parts[0] + ": has two lines\n";
  auto& values = lines_[parts[0]];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t blank = parts[i].find(' '), second = parts[i].find(' ', blank + 1);
    if (blank == std::string::npos || second == std::string::npos) {
      faults_ += line + ": is no line\n";
      continue;
    }
    const auto value = valueOf(parts[i].substr(blank + 1, second - blank - 1), parts[i].substr(second + 1));
    if (value) values.emplace_back(parts[i].substr(0, blank), *value);
    else faults_ += line + ": no such kind\n";
  }
}

Status FailureSamples::failureOf(const FailureRow& row) const {
  const bool own = *row.hint || *row.at_command;
  Status status = own ? fail(row) : fail(row, {}, fail(project::failures::kIsText));
  Failure whole = *status.failure;
  const auto line = lines_.find(std::string(row.code));
  if (line == lines_.end()) return status;
  for (const auto& [key, value] : line->second) whole.args.push_back({key.c_str(), value});
  status.failure = std::make_shared<const Failure>(std::move(whole));
  return withNearest(std::move(status), {}, {});  // writes its texts
}

}  // namespace ww::test
