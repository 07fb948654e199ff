// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/interop/isaac/publisher.h"

// The UDP wire of the Isaac SDK: small messages in packages, each with a header of its own. Buffers do not travel on
// it, nor does the type: that is told by the channel.
namespace ww::isaac {

inline constexpr std::size_t kUdpPackageBytes = 1400, kUdpHeaderBytes = 40;  // the header is part of the package
inline constexpr std::uint64_t kMostUdpBytes = 256 << 10;                    // of one message

// The packages of a message. INVALID_ARGUMENT (kUdpBuffers) when it has buffers; RESOURCE_EXHAUSTED (kTooLarge) beyond
// kMostUdpBytes, or when its own header does not fit into the first package.
Result<std::vector<std::string>> udpPackages(const Message& message);

// Messages out of packages that come in any order, twice, or never. What is not whole after kPatience is let go, as is
// the oldest where too much is under way.
class UdpAssembler {
 public:
  static constexpr double kPatience = 5.0;  // seconds
  static constexpr std::size_t kMostUnderWay = 64;

  // `from`: who sent it, as packages of two senders are never one message; `time_s` never goes back. A message when
  // this was the last of its packages. DATA_LOSS (kBadPackage) for what is none; the next one may be sound again.
  Result<std::optional<Message>> take(std::string_view package, const std::string& from, double time_s);
  std::uint64_t lost() const { return lost_; }  // messages that never became whole
  std::size_t underWay() const { return parts_.size(); }

 private:
  struct Parts {
    std::string from;
    Uuid uuid;
    std::uint32_t bytes = 0;
    double since_s = 0.0;
    std::map<std::uint16_t, std::string> packages;
  };
  void forget(double time_s);

  std::list<Parts> parts_;  // oldest first
  std::uint64_t lost_ = 0;
};

// Sends to one address. It never waits: what the system does not take at once, and what fails, is counted as dropped.
// Thread-safe.
class UdpSender {
 public:
  // INVALID_ARGUMENT (kBadAddress), UNAVAILABLE (kCannotConnect).
  static Result<std::unique_ptr<UdpSender>> open(const Address& to);
  virtual ~UdpSender() = default;
  // Fails as udpPackages() does; UNAVAILABLE (kUdpNotSent).
  virtual Status send(const Message& message) = 0;
  virtual PeerStatistics statistics() const = 0;
};

// Listens for packages, on a thread of its own; at most kMostWaiting messages wait, the oldest go first. Thread-safe.
class UdpReceiver {
 public:
  static constexpr std::size_t kMostWaiting = 1024;
  // INVALID_ARGUMENT (kBadAddress), UNAVAILABLE (kCannotListen).
  static Result<std::unique_ptr<UdpReceiver>> listen(const Address& at);
  virtual ~UdpReceiver() = default;
  // With the port that was given.
  virtual Address address() const = 0;
  // All that has come, oldest first.
  virtual std::vector<Message> take() = 0;
  struct State {
    std::uint64_t messages = 0, bytes = 0, dropped = 0, lost = 0, damaged = 0;
    Status last_failure;  // of the last package that was damaged
  };
  virtual State state() const = 0;
};

}  // namespace ww::isaac
