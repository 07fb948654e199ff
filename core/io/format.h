// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::io {

enum class Format {
  kUnknown,
  kStl,
  kStep,
  kObj,
  kGltf,
  kGlb,
  kDae,
  kPly,
  kUrdf,
  kSdf,
  kZip,
  kIges,
  kBrep,
  k3mf,
  kPcd,
  kXyz
};

struct FormatInfo {
  Format format;
  std::string_view id;                    // as on the command line: "stl"
  const char* title;                      // for people: "STL mesh"
  std::vector<std::string_view> endings;  // lower case, without the dot
  bool unitless;                          // the file does not say its unit
};

const std::vector<FormatInfo>& formats();
const FormatInfo& formatInfo(Format format);  // kUnknown has id "auto"
Format formatById(std::string_view id);       // kUnknown when there is none; "stp" is "step"

struct FormatGuess {
  Format format = Format::kUnknown;
  bool by_content = false;  // false: the content says nothing against the ending
};

// Looks at the first and last bytes and at the ending. Fails when there is no such file, when it is empty
// or no regular file, when the content belies the ending, and when neither tells.
Result<FormatGuess> detectFormat(const std::filesystem::path& path);
// The same for a format that somebody chose: fails when the content is of another one.
Status checkFormat(const std::filesystem::path& path, Format chosen);

}  // namespace ww::io
