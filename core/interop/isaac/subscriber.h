// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/interop/isaac/publisher.h"

namespace ww::isaac {

struct SubscriberState {
  bool connected = false;
  std::uint64_t messages = 0, bytes = 0, dropped = 0, connections = 0;
  Status last_failure;  // of the last connection: what ended it, or why there is none
};

// Reads what another side publishes. Connects again every half second, for as long as it lives. Messages wait in a
// queue of bounded size: above it the oldest pictures are left out, and where there are none nothing more is read from
// the other side until there is room. What is damaged ends the connection. Thread-safe.
class Subscriber {
 public:
  struct Options {
    std::uint64_t queue_bytes = 256ull << 20;
    std::uint64_t most_payload = 1ull << 30;  // of one message
    double retry_s = 0.5;
  };
  // INVALID_ARGUMENT (kBadAddress) for a host that is not written in figures.
  static Result<std::unique_ptr<Subscriber>> connect(const Address& address, const Options& options);
  static Result<std::unique_ptr<Subscriber>> connect(const Address& address) { return connect(address, {}); }
  virtual ~Subscriber() = default;
  // All that has come, oldest first.
  virtual std::vector<Message> take() = 0;
  // Waits for the first, at most so many seconds.
  virtual std::optional<Message> next(double seconds) = 0;
  virtual SubscriberState state() const = 0;
  virtual Address address() const = 0;
};

}  // namespace ww::isaac
