// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_macros.h"

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::string_view kParamBlanks = " \t\r\n";

// The words behind := up to the next blank; blanks may stand in quotes.
std::optional<std::string> takeUsual(std::string_view& rest) {
  std::string out;
  if (!rest.empty() && (rest[0] == '\'' || rest[0] == '"')) {
    const std::size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    out = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return out;
  }
  int depth = 0;  // of ${...}, which may hold blanks
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    if (rest[at] == '{' || rest[at] == '(') ++depth;
    if (rest[at] == '}' || rest[at] == ')') --depth;
    if (depth <= 0 && kParamBlanks.find(rest[at]) != std::string_view::npos) break;
  }
  out = rest.substr(0, at);
  rest.remove_prefix(at);
  return out;
}

std::optional<XacroParam> takeParam(std::string_view& rest) {
  XacroParam out;
  out.is_content = rest.starts_with("**");
  out.is_block = !out.is_content && rest.starts_with("*");
  rest.remove_prefix(out.is_content ? 2 : out.is_block ? 1 : 0);
  const std::size_t end = rest.find_first_of(" \t\r\n=:");
  out.name = rest.substr(0, end);
  rest.remove_prefix(out.name.size());
  if (out.name.empty()) return std::nullopt;
  const bool assigns = rest.starts_with(":=");
  if (!assigns && !rest.starts_with("=")) return out;
  if (out.is_block || out.is_content) return std::nullopt;
  rest.remove_prefix(assigns ? 2 : 1);
  if (rest.starts_with("^")) {
    out.is_outer = true;
    rest.remove_prefix(1);
    if (!rest.starts_with("|")) return out;
    rest.remove_prefix(1);
  }
  out.usual = takeUsual(rest);
  if (!out.usual) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::vector<XacroParam>> xacroParams(std::string_view text) {
  std::vector<XacroParam> out;
  for (std::string_view rest = trimLeft(text); !rest.empty(); rest = trimLeft(rest)) {
    auto param = takeParam(rest);
    if (!param) return std::nullopt;
    out.push_back(*std::move(param));
  }
  return out;
}

}  // namespace ww::io::worker
