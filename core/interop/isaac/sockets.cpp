// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"

namespace ww::isaac {
namespace {

Status badAddress(std::string_view text) {
  return fail(failures::kBadAddress, {{"address", arg::Words{std::string(text)}}});
}

std::string inFigures(const std::string& host) { return host == "localhost" ? "127.0.0.1" : host; }

}  // namespace

Socket::~Socket() {
  if (fd_ >= 0) ::close(fd_);
}

WakeUp::WakeUp() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

void WakeUp::call() const {
  const std::uint64_t one = 1;
  (void)!::write(event_.fd(), &one, sizeof one);
}

void WakeUp::taken() const {
  std::uint64_t count = 0;
  (void)!::read(event_.fd(), &count, sizeof count);
}

bool Address::isLoopback() const { return inFigures(host).starts_with("127."); }

std::string Address::text() const { return fmt::format("{}:{}", host, port); }

Result<Address> addressOf(std::string_view text) {
  Address out;
  const std::size_t colon = text.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (colon != std::string_view::npos) out.host = std::string(text.substr(0, colon));
  const auto read = std::from_chars(port.data(), port.data() + port.size(), out.port);
  if (read.ec != std::errc() || read.ptr != port.data() + port.size()) return badAddress(text);
  WW_ASSIGN([[maybe_unused]] const sockaddr_in known, systemAddress(out));
  return out;
}

Result<sockaddr_in> systemAddress(const Address& address) {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_port = htons(address.port);
  if (::inet_pton(AF_INET, inFigures(address.host).c_str(), &out.sin_addr) != 1) return badAddress(address.text());
  return out;
}

Address addressOf(const sockaddr_in& address) {
  char text[INET_ADDRSTRLEN] = "";
  ::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
  return {text, ntohs(address.sin_port)};
}

Status checkApart(const Address& listening, const Address& other) {
  const auto here = systemAddress(listening), there = systemAddress(other);
  if (!here.ok() || !there.ok() || listening.port == 0 || listening.port != other.port) return okStatus();
  const bool to_this_machine = other.isLoopback() || there->sin_addr.s_addr == htonl(INADDR_ANY);
  const bool everywhere = here->sin_addr.s_addr == htonl(INADDR_ANY);
  if (here->sin_addr.s_addr != there->sin_addr.s_addr && !(everywhere && to_this_machine)) return okStatus();
  return fail(failures::kCannotListen,
              {{"address", arg::Words{listening.text()}}, {"reason", systemWords(EADDRINUSE)}});
}

}  // namespace ww::isaac
