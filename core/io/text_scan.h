// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::io {

// Small text tools that do not depend on the locale.
std::string toLowerAscii(std::string_view s);
std::string_view trimLeft(std::string_view s);
std::string_view trim(std::string_view s);
std::string_view withoutBom(std::string_view s);  // UTF-8 byte order mark
// A text in UTF-16, which begins with a byte order mark or as XML does, in UTF-8, and so does its XML declaration say;
// any other as it is. What is no character becomes U+FFFD.
std::string utf8Of(std::string bytes);
std::string_view withoutStepComments(std::string_view s);  // blanks and /* */ at the start
// Lines at the start that begin with #, ; or //, and blanks.
std::string_view withoutLineComments(std::string_view s);
std::vector<std::string_view> splitLines(std::string_view s);
std::vector<std::string_view> splitWords(std::string_view s);
bool isUtf8(std::string_view s);
// Invalid sequences and control characters become '?'; at most `max` bytes.
std::string cleanUtf8(std::string_view s, std::size_t max);
// A finite number over the whole of `s`, with a decimal point; false otherwise.
bool parseNumber(std::string_view s, double& out);
// So many finite numbers, with blanks between them.
bool areNumbers(std::string_view text, std::size_t count);
// The same as parseNumber(), but inf and nan are numbers too, what is too large becomes infinite, and what is too small
// 0.
bool parseAnyNumber(std::string_view s, double& out);

// Name of the first element, behind declaration and comments; empty when there is none.
std::string firstXmlElement(std::string_view text);

struct XmlLimits {
  std::size_t bytes = 64u << 20;
  std::size_t depth = 100;
  std::size_t elements = 1'000'000;
};
struct XmlSummary {
  std::string root;
  std::string root_version;  // attribute "version" of the root
  std::size_t elements = 0;
  bool has_xacro = false;
};
// Walks over the markup without building anything, before a library sees the file. Refuses document type
// declarations, other encodings than UTF-8, unclosed or wrongly nested elements, and what exceeds the limits,
// with the line in the message.
Result<XmlSummary> scanXml(std::string_view text, const XmlLimits& limits = {});

}  // namespace ww::io
