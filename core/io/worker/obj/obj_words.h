// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace ww::io::worker {

// Goes over a text line by line. A backslash at the end of a line joins the next one to it; lines end with a line feed,
// a carriage return, or both.
class ObjLines {
 public:
  explicit ObjLines(std::string_view text);
  // Valid until the next call. False at the end.
  bool next(std::string_view& line);
  int number() const { return first_; }  // of the line, from 1; of the first where several are joined
  std::size_t offset() const { return at_; }

 private:
  std::string_view cut();

  std::string_view text_;
  char ending_;
  std::size_t at_ = 0;
  int first_ = 0, count_ = 0;
  std::string joined_;
};

// The words of a line.
class ObjWords {
 public:
  explicit ObjWords(std::string_view line) : left_(line) {}
  // The next word; empty at the end.
  std::string_view word();
  // The same, but a comment ends the line.
  std::string_view number();
  // Reads a number, in whatever unit the file has (metres, 0 to 1), if the next word is one; a comma may stand for its
  // point. What is too large is infinite.
  bool number(double& out);
  // All that is left, without blanks around it.
  std::string_view rest();

 private:
  void skip();
  std::string_view left_;
};

}  // namespace ww::io::worker
