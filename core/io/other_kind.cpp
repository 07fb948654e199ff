// SPDX-License-Identifier: Apache-2.0
#include "core/io/other_kind.h"

#include <algorithm>
#include <array>

#include "core/base/phrase.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io {
namespace {

using namespace std::string_view_literals;

struct Mark {
  std::string_view begin;
  const FailureRow* row;
  std::string_view what;
};

constexpr std::array<Mark, 11> kMarks = {{{"version https://git-lfs.github.com/spec/"sv, &failures::kIsLfsPointer, ""},
                                          {"\x1f\x8b"sv, &failures::kIsPacked, "gzip"},
                                          {"BZh"sv, &failures::kIsPacked, "bzip2"},
                                          {"\xFD"
                                           "7zXZ"sv,
                                           &failures::kIsPacked, "xz"},
                                          {"7z\xBC\xAF\x27\x1C"sv, &failures::kIsPacked, "7z"},
                                          {"Rar!\x1A"sv, &failures::kIsPacked, "rar"},
                                          {"\x89PNG\r\n"sv, &failures::kIsPicture, "PNG"},
                                          {"\xFF\xD8\xFF"sv, &failures::kIsPicture, "JPEG"},
                                          {"GIF8"sv, &failures::kIsPicture, "GIF"},
                                          {"%PDF-"sv, &failures::kIsPicture, "PDF"},
                                          {"%!PS"sv, &failures::kIsPicture, "PostScript"}}};

bool isWebPage(std::string_view head) {
  const std::string start = toLowerAscii(trimLeft(withoutBom(head)).substr(0, 200));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

}  // namespace

Status otherKind(std::string_view head, const std::string& name) {
  const FailureArg file{"file", arg::Name{name}};
  if (isWebPage(head)) return fail(failures::kIsWebPage, {file});
  for (const Mark& mark : kMarks) {
    if (head.starts_with(mark.begin)) return fail(*mark.row, {file, {"what", arg::Words{std::string(mark.what)}}});
  }
  return okStatus();
}

bool isOtherKind(const Status& status) {
  if (!status.failure) return false;
  const FailureRow* row = status.failure->row;
  return row == &failures::kIsWebPage || std::ranges::find(kMarks, row, &Mark::row) != kMarks.end() ||
         std::ranges::any_of(status.failure->causes, isOtherKind);
}

}  // namespace ww::io
