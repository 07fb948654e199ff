// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/code_page.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kLongest = 400;  // bytes of a name

// f(what stands between two quotes, or outside of them).
template <typename F>
void forEachPiece(std::string_view text, F&& f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\''), text.size() - 1) + 1;
    f(text.substr(0, end));
    text.remove_prefix(end);
  }
}

bool isPlain(std::string_view piece) {
  return std::ranges::all_of(piece, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

StepText stepInUtf8(ReadContext& context, const std::string& bytes) {
  std::string page = context.options.encoding;
  const bool asked = !page.empty();
  // What was chosen for other files, or an older one, says nothing of one in UTF-8.
  if (isUtf8(bytes) || bytes.find('\0') != std::string::npos) return {};  // UTF-16, or no text at all
  if (page == "utf-8") return {std::nullopt, page};
  // Files that were put together of several have names in UTF-8 beside others.
  const auto isOther = [&](std::string_view piece) { return !isPlain(piece) && (asked || !isUtf8(piece)); };
  std::vector<std::string_view> names;
  forEachPiece(bytes, [&](std::string_view piece) {
    if (piece.size() <= kLongest && piece.ends_with('\'') && isOther(piece))
      names.push_back(piece.substr(0, piece.size() - 1));
  });
  if (names.empty()) return {};
  if (!asked) page = likelyCodePage(names);
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 16);
  forEachPiece(bytes, [&](std::string_view piece) {
    const auto read = isOther(piece) ? fromCodePage(piece, page) : std::nullopt;
    out += read ? std::string_view(*read) : piece;
  });
  if (!asked)
    context.report.note("encoding",
                        fail(failures::kNamesInCodePage,
                             {{"file", arg::Name{context.path.filename().string()}}, {"page", arg::Words{page}}}));
  return {std::move(out), std::move(page)};
}

}  // namespace ww::io::worker
