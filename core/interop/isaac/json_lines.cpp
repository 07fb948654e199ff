// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json_lines.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace ww::isaac {
namespace {

constexpr std::size_t kLongLine = 800, kFarTooLong = 8000;  // bytes
constexpr std::string_view kBlanks = " \n\r\t";

// Reads well-formed JSON, and writes it with other blanks.
class LineWriter {
 public:
  LineWriter(std::string_view json, const std::stop_token& stop) : json_(json), stop_(stop) {
    out_.reserve(json.size());
  }

  std::string written() {
    while (skipBlanks() && !stop_.stop_requested()) putNext();
    return std::move(out_);
  }

 private:
  bool skipBlanks() {
    at_ = std::min(json_.find_first_not_of(kBlanks, at_), json_.size());
    return at_ < json_.size();
  }

  void putNext() {
    const char c = json_[at_];
    if (c == '"') return putText();
    ++at_;
    if (c == '}' || c == ']') return putEnd(c);
    out_ += c;
    if (c == '{' || c == '[') return begin(c);
    if (c == ':') out_ += ' ';
    if (c != ',') return;
    const bool breaks = (!on_lines_.empty() && on_lines_.back()) || out_.size() - line_ > kLongLine;
    if (breaks) newLine();
    else out_ += ' ';
  }

  void putText() {
    std::size_t end = at_ + 1;
    while (end < json_.size() && json_[end] != '"') end += json_[end] == '\\' ? 2 : 1;
    end = std::min(end + 1, json_.size());
    out_ += json_.substr(at_, end - at_);
    at_ = end;
  }

  // The message, and a list in it of what is no number, have a line for each part.
  void begin(char c) {
    const char first = skipBlanks() ? json_[at_] : ']';
    const bool empty = first == ']' || first == '}';
    const bool of_parts = c == '[' && (first == '{' || first == '[');
    on_lines_.push_back(!empty && (on_lines_.empty() || (on_lines_.size() == 1 && of_parts)));
    if (on_lines_.back()) newLine();
  }

  void putEnd(char c) {
    const bool was_on_lines = !on_lines_.empty() && on_lines_.back();
    if (!on_lines_.empty()) on_lines_.pop_back();
    if (was_on_lines) newLine();
    out_ += c;
  }

  void newLine() {
    line_ = out_.size() + 1;
    out_ += '\n';
    out_.append(2 * on_lines_.size(), ' ');
  }

  const std::string_view json_;
  const std::stop_token& stop_;
  std::string out_;
  std::size_t at_ = 0, line_ = 0;
  std::vector<bool> on_lines_;  // of what is open: whether each of its parts has a line
};

}  // namespace

std::string onEvenLines(std::string json, std::size_t most_lines, const std::stop_token& stop) {
  std::size_t lines = 0, longest = 0;
  for (std::size_t from = 0; from <= json.size(); ++lines) {
    const std::size_t end = std::min(json.find('\n', from), json.size());
    longest = std::max(longest, end - from);
    from = end + 1;
  }
  return lines <= most_lines && longest <= kFarTooLong ? json : LineWriter(json, stop).written();
}

}  // namespace ww::isaac
