// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ww::io {

// The encodings that names of files may have, as users choose them: "utf-8", "windows-1252", ...; the first is what
// formats want.
std::span<const std::string_view> codePages();
// To be called before a sandbox closes: the tables of the system are files.
void loadCodePages();
// In UTF-8; none for a page that is not known here, or for bytes that it does not have.
std::optional<std::string> fromCodePage(std::string_view bytes, std::string_view page);
// The one that makes the most likely words of texts that are not UTF-8.
std::string_view likelyCodePage(const std::vector<std::string_view>& texts);

}  // namespace ww::io
