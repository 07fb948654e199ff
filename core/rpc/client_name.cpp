// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/client_name.h"

#include <algorithm>

#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

bool isPrintable(char c) { return c >= ' ' && c <= '~'; }

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percentDecoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0;
    out += coded ? static_cast<char>(16 * hexDigit(text[i + 1]) + hexDigit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return out;
}

}  // namespace

std::string peerAddress(std::string_view grpc_peer) {
  if (grpc_peer.starts_with("unix")) return "unix";
  if (grpc_peer.starts_with("ipv4:") || grpc_peer.starts_with("ipv6:")) return percentDecoded(grpc_peer.substr(5));
  return std::string(grpc_peer);
}

std::string nameFromAgent(std::string_view user_agent, const std::string& address) {
  std::string kind(user_agent.substr(0, user_agent.find_first_of("/ ")));
  std::erase_if(kind, [](char c) { return !isPrintable(c); });
  if (kind.size() > 40) kind.resize(40);
  return (kind.empty() ? std::string("client ") : kind + " client ") + address;
}

Status checkClientName(std::string_view name) {
  const bool sound = !name.empty() && name.size() <= 64 && name.front() != ' ' && name.back() != ' ' &&
                     std::all_of(name.begin(), name.end(), isPrintable);
  if (sound) return okStatus();
  return fail(failures::kBadClientName, {{"key", arg::Name{std::string(kClientMetadata)}}});
}

}  // namespace ww::rpc
