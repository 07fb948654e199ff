// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/obj_text.h"

#include <algorithm>
#include <utility>

namespace ww::io::worker {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Whether `at` is the point of a number without a digit in front of it: after a blank, and a sign or none.
bool lacksZero(std::string_view line, std::size_t at) {
  if (line[at] != '.' || at == 0 || at + 1 >= line.size() || !isDigit(line[at + 1])) return false;
  const bool sign = line[at - 1] == '-' || line[at - 1] == '+';
  return sign ? at >= 2 && isBlank(line[at - 2]) : isBlank(line[at - 1]);
}

// Copies a text but for what is left out of it or put into it.
class Mender {
 public:
  explicit Mender(std::string_view text) : text_(text) {}
  void put(std::size_t at, char c) {
    skip(at, at);
    out_ += c;
  }
  void skip(std::size_t from, std::size_t to) {
    out_.append(text_, copied_, from - copied_);
    copied_ = to;
    changed_ = true;
  }
  std::optional<std::string> result() {
    if (!changed_) return std::nullopt;
    out_.append(text_, copied_);
    return std::move(out_);
  }

 private:
  std::string_view text_;
  std::string out_;
  std::size_t copied_ = 0;
  bool changed_ = false;
};

}  // namespace

std::optional<std::string> plainObj(std::string_view obj) {
  Mender mender(obj);
  for (std::size_t begin = 0; begin < obj.size();) {
    const std::size_t end = std::min(obj.find('\n', begin), obj.size());
    const std::string_view line = obj.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    if (indent > 0) mender.skip(begin, begin + indent);
    // v, vn, vt, vp: the lines that hold numbers with points.
    const bool vertex = indent < line.size() && line[indent] == 'v';
    for (std::size_t at = vertex ? line.find('.') : line.npos; at != line.npos; at = line.find('.', at + 1)) {
      if (lacksZero(line, at)) mender.put(begin + at, '0');
    }
    begin = end + 1;
  }
  return mender.result();
}

}  // namespace ww::io::worker
