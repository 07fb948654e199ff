// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <netinet/in.h>

#include <utility>

#include "core/interop/isaac/publisher.h"

namespace ww::isaac {

// A file descriptor that is closed with it.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
  Socket& operator=(Socket&& o) noexcept {
    std::swap(fd_, o.fd_);
    return *this;
  }
  ~Socket();
  int fd() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// Wakes a thread that waits in poll().
class WakeUp {
 public:
  WakeUp();
  void call() const;
  void taken() const;  // once poll() has told of it
  int fd() const { return event_.fd(); }

 private:
  Socket event_;
};

// INVALID_ARGUMENT (kBadAddress).
Result<sockaddr_in> systemAddress(const Address& address);
Address addressOf(const sockaddr_in& address);
// UNAVAILABLE (kCannotListen) where whoever goes to `other` comes to who listens there.
Status checkApart(const Address& listening, const Address& other);

}  // namespace ww::isaac
