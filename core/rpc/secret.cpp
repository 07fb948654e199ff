// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "core/rpc/failures.h"
#include "core/rpc/server.h"

namespace ww::rpc {

Result<std::string> readSecret(const std::string& path) {
  constexpr std::size_t kLimit = std::size_t{64} << 10;
  std::ifstream file(path, std::ios::binary);
  std::string text(kLimit + 1, '\0');
  if (!file || !(file.read(text.data(), static_cast<std::streamsize>(text.size())) || file.eof())) {
    return fail(failures::kSecretUnreadable, {{"file", arg::Place{path}}});
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kLimit) {
    return fail(failures::kSecretTooLarge, {{"file", arg::Place{path}}, {"most", arg::Bytes{kLimit}}});
  }
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  text.resize(last == std::string::npos ? 0 : last + 1);
  if (!text.empty()) return text;
  return fail(failures::kSecretEmpty, {{"file", arg::Place{path}}});
}

}  // namespace ww::rpc
