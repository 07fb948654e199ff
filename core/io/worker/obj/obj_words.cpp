// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/obj/obj_words.h"

#include <algorithm>
#include <charconv>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

bool isGap(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\0'; }

}  // namespace

ObjLines::ObjLines(std::string_view text)
    : text_(text), ending_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}

std::string_view ObjLines::cut() {
  const std::size_t end = std::min(text_.find(ending_, at_), text_.size());
  std::string_view line = text_.substr(at_, end - at_);
  at_ = end + 1;
  ++count_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool ObjLines::next(std::string_view& line) {
  if (at_ >= text_.size()) return false;
  line = cut();
  first_ = count_;
  // Comments with the path of a folder are no reason to lose a line.
  if (!line.ends_with('\\') || trimLeft(line).starts_with('#')) return true;
  joined_.clear();
  while (line.ends_with('\\')) {
    joined_ += line.substr(0, line.size() - 1);
    joined_ += ' ';
    line = at_ < text_.size() ? cut() : std::string_view();
  }
  joined_ += line;
  line = joined_;
  return true;
}

void ObjWords::skip() {
  std::size_t at = 0;
  while (at < left_.size() && isGap(left_[at])) ++at;
  left_.remove_prefix(at);
}

std::string_view ObjWords::word() {
  skip();
  std::size_t end = 0;
  while (end < left_.size() && !isGap(left_[end])) ++end;
  const std::string_view out = left_.substr(0, end);
  left_.remove_prefix(end);
  return out;
}

std::string_view ObjWords::number() {
  skip();
  if (left_.starts_with('#')) left_ = {};
  std::size_t end = 0;
  while (end < left_.size() && !isGap(left_[end]) && left_[end] != '#') ++end;
  const std::string_view out = left_.substr(0, end);
  left_.remove_prefix(end);
  return out;
}

bool ObjWords::number(double& out) {
  skip();
  const char* const begin = left_.data() + (left_.starts_with('+') ? 1 : 0);
  const char* const end = left_.data() + left_.size();
  const auto [stop, error] = std::from_chars(begin, end, out);
  if (error == std::errc() && (stop == end || isGap(*stop) || *stop == '#')) {
    left_.remove_prefix(static_cast<std::size_t>(stop - left_.data()));
    return true;
  }
  std::string text(number());
  std::ranges::replace(text, ',', '.');
  return parseAnyNumber(text, out);
}

std::string_view ObjWords::rest() {
  const std::string_view out = trim(left_);
  left_ = {};
  return out;
}

}  // namespace ww::io::worker
