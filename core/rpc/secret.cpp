// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>

#include "core/rpc/server.h"

namespace ww::rpc {

Result<std::string> readSecret(const std::string& path) {
  constexpr std::size_t kLimit = std::size_t{64} << 10;
  std::ifstream file(path, std::ios::binary);
  std::string text(kLimit + 1, '\0');
  if (!file || !(file.read(text.data(), static_cast<std::streamsize>(text.size())) || file.eof())) {
    return fail(Code::kNotFound, fmt::format("cannot read '{}'", path))
        .withHint("check that the file is there and that you may read it")
        .about(path);
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kLimit) {
    return fail(Code::kInvalidArgument, fmt::format("'{}' is larger than 64 KiB", path))
        .withHint("give a file that holds the token, certificate or key alone")
        .about(path);
  }
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  text.resize(last == std::string::npos ? 0 : last + 1);
  if (!text.empty()) return text;
  return fail(Code::kInvalidArgument, fmt::format("'{}' is empty", path)).about(path);
}

}  // namespace ww::rpc
