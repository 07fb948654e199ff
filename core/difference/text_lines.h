// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

// The lines of the text form that are comments to others.
namespace ww::difference {

inline constexpr std::string_view kTextHead = "# worldwright text ";  // and the version
inline constexpr std::string_view kNoGeometryLine = "#without geometry";
// "#exact objects BASE64": the record before it, byte by byte.
inline constexpr std::string_view kExactLine = "#exact ";
// "#geometry REF BYTES", then its canonical bytes in lines "#: BASE64".
inline constexpr std::string_view kGeometryLine = "#geometry ";
inline constexpr std::string_view kBytesLine = "#: ";

std::string toBase64(std::string_view bytes);
// None when the text is no such.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace ww::difference
