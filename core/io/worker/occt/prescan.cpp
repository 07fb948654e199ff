// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/prescan.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxDepth = 64;
constexpr double kLargest = 1e101;
constexpr std::size_t kMaxRecord = 64u << 20;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::uint64_t readId(std::string_view s) {
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < s.size() && isDigit(s[i]) && i < 18; ++i)
    id = id * 10 + static_cast<std::uint64_t>(s[i] - '0');
  return id;
}

// Reads record by record; a record ends with a semicolon outside of strings and comments.
class StepScanner {
 public:
  explicit StepScanner(std::string_view text) : s_(text) {}

  Status run() {
    while (at_ < s_.size()) {
      const std::size_t start = at_;
      WW_TRY(skipRecord());
      const std::string_view record = trim(s_.substr(start, at_ - start));
      WW_TRY(checkPoint(record));
      take(record);
    }
    return checkEdges();
  }
  StepSummary summary;

 private:
  Status tooDeep(std::size_t start) const {
    return fail(failures::kStepListsTooDeep, {{"entity", arg::Words{cleanUtf8(trim(s_.substr(start, 24)), 24)}},
                                              {"most", arg::Count{std::uint64_t{kMaxDepth}}}});
  }

  Status skipRecord() {
    const std::size_t start = at_;
    int depth = 0;
    for (; at_ < s_.size(); ++at_) {
      const char c = s_[at_];
      if (c == '\'') {
        at_ = std::min(s_.find('\'', at_ + 1), s_.size());
      } else if (c == '/' && at_ + 1 < s_.size() && s_[at_ + 1] == '*') {
        at_ = std::min(s_.find("*/", at_ + 2), s_.size());
      } else if (c == '(') {
        if (++depth > kMaxDepth) return tooDeep(start);
      } else if (c == ')') {
        --depth;
      } else if (c == ';') {
        ++at_;
        break;
      }
      if (at_ - start > kMaxRecord) return fail(failures::kStepEntityTooLarge, {{"most", arg::Bytes{kMaxRecord}}});
    }
    at_ = std::min(at_, s_.size());
    return okStatus();
  }

  // OCCT takes a number that no machine holds for 0, or looks for its curves without end. Whole planes are written
  // with points at 2e100.
  static Status checkPoint(std::string_view record) {
    const std::size_t equals = record.starts_with('#') ? record.find('=') : std::string_view::npos;
    if (equals == std::string_view::npos || !trimLeft(record.substr(equals + 1)).starts_with("CARTESIAN_POINT"))
      return okStatus();
    std::string_view list = record.substr(record.rfind('(') + 1);
    list = list.substr(0, list.find(')'));
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      double v = 0.0;
      const std::string_view number = trim(list.substr(0, comma));
      if (parseAnyNumber(number, v) && !(std::abs(v) <= kLargest)) {
        return fail(failures::kStepCoordinate,
                    {{"number", arg::Words{cleanUtf8(number, 40)}}, {"entity", arg::Count{readId(record.substr(1))}}});
      }
      list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return okStatus();
  }

  void take(std::string_view record) {
    if (record.starts_with("END-ISO-10303-21")) summary.ends = true;
    if (record.starts_with("FILE_SCHEMA")) schema(record);
    if (!record.starts_with('#')) return;
    ++summary.entities;
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) return;
    const std::string_view body = trimLeft(record.substr(equals + 1));
    constexpr std::string_view kShapes[] = {"FACE", "BREP", "SHELL", "SURFACE", "CURVE", "TESSELLATED"};
    const auto names = [&](std::string_view word) { return body.find(word) != std::string_view::npos; };
    summary.has_shape = summary.has_shape || std::ranges::any_of(kShapes, names);
    if (body.starts_with("ORIENTED_EDGE")) return edge(readId(record.substr(1)), body);
    if (body.starts_with("DOCUMENT_FILE") || body.starts_with("APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT"))
      external(body);
  }

  // FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
  void schema(std::string_view record) {
    const std::size_t open = record.find('\'');
    const std::size_t close = open == std::string_view::npos ? open : record.find('\'', open + 1);
    if (close != std::string_view::npos) summary.schema = record.substr(open + 1, close - open - 1);
  }

  // ORIENTED_EDGE('',*,*,#12,.T.): what counts is the reference.
  void edge(std::uint64_t id, std::string_view body) {
    const std::size_t hash = body.rfind('#');
    if (hash != std::string_view::npos) edges_[id] = readId(body.substr(hash + 1));
  }

  void external(std::string_view body) {
    const std::size_t open = body.find('\'');
    const std::size_t close = open == std::string_view::npos ? open : body.find('\'', open + 1);
    if (close == std::string_view::npos) return;
    const std::string name(body.substr(open + 1, close - open - 1));
    const std::string lower = toLowerAscii(name);
    if ((lower.ends_with(".stp") || lower.ends_with(".step")) &&
        std::ranges::find(summary.external_files, name) == summary.external_files.end()) {
      summary.external_files.push_back(name);
    }
  }

  Status checkEdges() const {
    for (const auto& [id, target] : edges_) {
      std::uint64_t at = target;
      for (int steps = 0;; ++steps) {
        if (at == id || steps > kMaxDepth) return fail(failures::kStepEdgeCircle, {{"entity", arg::Count{id}}});
        const auto next = edges_.find(at);
        if (next == edges_.end()) break;
        at = next->second;
      }
    }
    return okStatus();
  }

  std::string_view s_;
  std::size_t at_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> edges_;
};

}  // namespace

Result<StepSummary> scanStep(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return fail(failures::kStepUtf16);
  if (!withoutStepComments(withoutBom(text)).starts_with("ISO-10303-21")) return fail(failures::kStepHeader);
  StepScanner scanner(withoutBom(text));
  WW_TRY(scanner.run());
  return std::move(scanner.summary);
}

}  // namespace ww::io::worker
