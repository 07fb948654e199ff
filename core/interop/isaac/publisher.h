// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// Where one side listens or connects to. IPv4 in figures, or "localhost".
struct Address {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0 to listen: any that is free
  bool isLoopback() const;
  std::string text() const;  // "127.0.0.1:55000"
};
// "HOST:PORT", or a port alone, which is on this machine. INVALID_ARGUMENT (kBadAddress).
Result<Address> addressOf(std::string_view text);

// The conventional ports: a simulator publishes at the first and reads what an application serves at the second.
inline constexpr std::uint16_t kSimulatorPort = 55000, kApplicationPort = 55001;

struct PeerStatistics {
  std::string peer;                                                 // address
  std::uint64_t messages = 0, bytes = 0, dropped = 0, waiting = 0;  // dropped: pictures that it was too slow for
};

// Of all receivers, those that have gone, too.
struct ServedTotals {
  std::uint64_t dropped = 0;      // pictures that receivers were too slow for
  std::uint64_t turned_away = 0;  // that came while the most were connected
  std::uint64_t let_go = 0;       // that did not take what may not be left out
  Status trouble;                 // why the last of these was closed
};

// Serves messages to whoever connects: the TCP wire of the Isaac SDK. A thread of its own; publish() never waits. Of a
// receiver that does not keep up the oldest pictures are left out, those first that a later one of their channel makes
// up for; one that does not take even the other messages is let go, as none of those may be lost in silence.
// Thread-safe.
class Publisher {
 public:
  struct Options {
    // For each receiver. The newest picture of each channel has room beyond it, as one alone may be larger.
    std::uint64_t queue_bytes = 64ull << 20;
    std::uint64_t most_bytes = 1ull << 30;   // with those
    std::size_t queue_messages = 1'000'000;  // a large world tells all its poses at once
    std::size_t most_peers = 16;
  };
  // UNAVAILABLE (kCannotListen). It may fail.
  static Result<std::unique_ptr<Publisher>> listen(const Address& address, const Options& options);
  // Fails as said above.
  static Result<std::unique_ptr<Publisher>> listen(const Address& address) { return listen(address, {}); }
  virtual ~Publisher() = default;
  // To all that are connected now. kTooLarge where the wire cannot carry it. It may fail.
  virtual Status publish(const Message& message) = 0;
  // With the port that was given.
  virtual Address address() const = 0;
  virtual std::vector<PeerStatistics> peers() const = 0;
  virtual ServedTotals totals() const = 0;
  // Waits until all that was published has gone to the system, at most so many seconds; whether it has.
  virtual bool flush(double seconds) = 0;
};

}  // namespace ww::isaac
