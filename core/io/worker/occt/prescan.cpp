// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/prescan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/step_references.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxDepth = 64;
constexpr double kLargest = 1e101;
constexpr std::size_t kMaxRecord = 64u << 20;
constexpr std::size_t kMostBetween = 400;  // bytes of blanks and comments between a text and what follows

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
  StepScanner(std::string_view text, const std::string& file) : s_(text), file_(file) {}

  Status run() {
    while (at_ < s_.size()) {
      const std::size_t start = at_;
      WW_TRY(skipRecord());
      const std::string_view record = trim(s_.substr(start, at_ - start));
      WW_TRY(checkPoint(record));
      take(record);
    }
    auto faults = references_.faults([this](std::size_t offset) { return placeAt(offset); });
    summary.lost = std::move(faults.lost);
    if (!broken_.ok()) summary.lost.push_back(broken_);
    summary.doubt = !summary.lost.empty()    ? summary.lost.front()
                    : !faults.circle.empty() ? faults.circle.front()
                                             : okStatus();
    WW_TRY(checkAssemblies());
    return checkEdges();
  }
  StepSummary summary;

 private:
  Status tooDeep(std::size_t start) const {
    return fail(failures::kStepListsTooDeep, {{"entity", arg::Words{cleanUtf8(trim(s_.substr(start, 24)), 24)}},
                                              {"most", arg::Count{std::uint64_t{kMaxDepth}}}});
  }

  arg::Place placeAt(std::size_t offset) const {
    return {file_, 1 + static_cast<int>(std::ranges::count(s_.substr(0, offset), '\n')), 0};
  }

  // Whether a value ends with the quote at `at`: another one, or the end of a list, follows.
  bool endsValue(std::size_t at) const {
    const std::string_view next = withoutStepComments(s_.substr(at + 1, kMostBetween));
    return next.empty() || next.front() == ',' || next.front() == ')';
  }

  // Some programs write quotes in texts once, where ISO 10303-21 wants two, and the library reads them so. The quote
  // that ends such a text stands in the same line, without another one before it.
  std::size_t endBehindQuote(std::size_t quote) const {
    const std::size_t line = std::min(s_.find('\n', quote), s_.size());
    const std::size_t next = s_.substr(0, line).find('\'', quote + 1);
    return next != std::string_view::npos && endsValue(next) ? next : quote;
  }

  // The quote that ends the string begun at `quote`; not one that \S\ makes a letter of another page (ISO 10303-21).
  std::size_t endOfString(std::size_t quote) const {
    std::size_t end = s_.find('\'', quote + 1);
    while (end != std::string_view::npos && end >= quote + 4 && s_.substr(end - 3, 3) == "\\S\\")
      end = s_.find('\'', end + 1);
    if (end == std::string_view::npos) return s_.size();
    const bool doubled = end + 1 < s_.size() && s_[end + 1] == '\'';
    return doubled || endsValue(end) ? end : endBehindQuote(end);
  }

  // "#12" at this place: the entity that the record is about, or one that it names.
  void takeHash(std::size_t begin) {
    const std::uint64_t id = readId(s_.substr(at_ + 1));
    if (hash_ == std::string_view::npos && withoutStepComments(s_.substr(begin, at_ - begin)).empty()) {
      hash_ = at_;
      references_.entity(id, at_);
    } else if (hash_ != std::string_view::npos && at_ + 1 < s_.size() && isDigit(s_[at_ + 1])) {
      references_.reference(id);
    }
  }

  // No value of an entity begins with a small letter: "nan" and the like are no numbers of STEP.
  bool beginsValue(std::size_t start) const {
    if (hash_ == std::string_view::npos) return false;
    const std::string_view before = trim(s_.substr(start, at_ - start));
    return before.ends_with(',') || before.ends_with('(');
  }

  // A type, or several in brackets, up to the first bracket.
  static bool isType(std::string_view text) {
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return false;
    if (text.substr(0, open).find("/*") != std::string_view::npos) return true;  // a comment in the middle
    return std::ranges::all_of(trim(text.substr(0, open)), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '!';
    });
  }

  // A record of an entity is "#12=TYPE(...)"; a complex one has several types in brackets.
  void checkRecord(int depth) {
    if (hash_ == std::string_view::npos || !broken_.ok()) return;
    const std::string_view record = trim(s_.substr(hash_, at_ - hash_));
    const std::size_t equals = record.find('=');
    const bool named = equals != std::string_view::npos &&
                       trim(record.substr(1, equals - 1)).find_first_not_of("0123456789") == std::string_view::npos;
    if (named && depth == 0 && record.ends_with(';') && record.find('\0') == std::string_view::npos && !odd_word_ &&
        isType(withoutStepComments(record.substr(equals + 1))))
      return;
    noteBroken(record);
  }

  void noteBroken(std::string_view record) {
    constexpr std::size_t kShown = 60;
    if (broken_.ok() && hash_ != std::string_view::npos)
      broken_ =
          fail(failures::kStepRecord, {{"place", placeAt(hash_)}, {"text", arg::Name{cleanUtf8(record, kShown)}}});
  }

  Status skipRecord() {
    const std::size_t start = at_;
    hash_ = std::string_view::npos;
    odd_word_ = false;
    int depth = 0;
    for (; at_ < s_.size(); ++at_) {
      const char c = s_[at_];
      if (c == '\'') {
        at_ = endOfString(at_);
      } else if (c == '/' && at_ + 1 < s_.size() && s_[at_ + 1] == '*') {
        at_ = std::min(s_.find("*/", at_ + 2), s_.size());
      } else if (c == '(') {
        if (++depth > kMaxDepth) return tooDeep(start);
      } else if (c == ')') {
        --depth;
      } else if (c >= 'a' && c <= 'z') {
        odd_word_ = odd_word_ || beginsValue(start);
      } else if (c == '#') {
        takeHash(start);
      } else if (c == ';') {
        ++at_;
        break;
      }
      if (at_ - start > kMaxRecord) return fail(failures::kStepEntityTooLarge, {{"most", arg::Bytes{kMaxRecord}}});
    }
    at_ = std::min(at_, s_.size());
    checkRecord(depth);
    return okStatus();
  }

  // OCCT takes a number that no machine holds for 0, or looks for its curves without end. Whole planes are written
  // with points at 2e100.
  Status checkPoint(std::string_view record) {
    const std::size_t equals = record.starts_with('#') ? record.find('=') : std::string_view::npos;
    if (equals == std::string_view::npos || !trimLeft(record.substr(equals + 1)).starts_with("CARTESIAN_POINT"))
      return okStatus();
    std::string_view list = record.substr(record.rfind('(') + 1);
    list = list.substr(0, list.find(')'));
    constexpr std::ptrdiff_t kMostCommas = 2;
    if (std::ranges::count(list, ',') > kMostCommas) noteBroken(record);
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      double v = 0.0;
      const std::string_view number = trim(list.substr(0, comma));
      if (!parseAnyNumber(number, v)) noteBroken(record);
      else if (!(std::abs(v) <= kLargest)) {
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
    if (body.starts_with("NEXT_ASSEMBLY_USAGE_OCCURRENCE")) return part(body);
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

  // NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#assembly,#part,$)
  void part(std::string_view body) {
    const std::size_t assembly = body.find('#');
    const std::size_t part = assembly == std::string_view::npos ? assembly : body.find('#', assembly + 1);
    if (part == std::string_view::npos) return;
    auto [at, fresh] = assemblies_.try_emplace(readId(body.substr(assembly + 1)));
    if (fresh) at->second.first = hash_;
    at->second.second.push_back(readId(body.substr(part + 1)));
  }

  // The library follows an assembly that holds itself until its stack ends.
  Status checkAssemblies() const {
    StepReferences tree;
    for (const auto& [assembly, held] : assemblies_) {
      tree.entity(assembly, held.first);
      for (const std::uint64_t part : held.second) tree.reference(part);
    }
    const auto circle = tree.faults([this](std::size_t offset) { return placeAt(offset); }).circle;
    if (circle.empty()) return okStatus();
    const Failure& found = *circle.front().failure;
    return fail(failures::kStepAssemblyCircle,
                {{"place", *found.find("place")}, {"entities", *found.find("entities")}});
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
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t hash_ = std::string_view::npos;  // where the entity of the record begins
  bool odd_word_ = false;
  Status broken_ = okStatus();  // the first record that is not written as such
  StepReferences references_;
  std::map<std::uint64_t, std::pair<std::size_t, std::vector<std::uint64_t>>>
      assemblies_;  // with where they are told of
  std::unordered_map<std::uint64_t, std::uint64_t> edges_;
};

}  // namespace

Result<StepSummary> scanStep(std::string_view text, const std::string& file) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return fail(failures::kStepUtf16);
  if (!withoutStepComments(withoutBom(text)).starts_with("ISO-10303-21")) return fail(failures::kStepHeader);
  StepScanner scanner(withoutBom(text), file);
  WW_TRY(scanner.run());
  return std::move(scanner.summary);
}

}  // namespace ww::io::worker
