// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/session/world_registry.h"

namespace ww::rpc {

// A call that has ended.
struct CallRecord {
  std::uint64_t number = 0;                    // counts the calls of the server, from 1
  std::chrono::system_clock::time_point time;  // of its start
  std::string client;                          // as it stands in the history
  std::string peer;                            // "127.0.0.1:40312", "unix"
  std::string method;                          // "GetObject"
  std::string world;                           // the world it was about, if any
  Code code = Code::kOk;
  Status problem;  // what failed
  std::chrono::nanoseconds duration{0};
};

// A client that has called within the last minutes.
struct ClientInfo {
  std::string name, peer;
  std::uint64_t calls = 0;
  int running = 0;  // calls under way
  std::chrono::system_clock::time_point first_call, last_call;
};

struct ServerLimits {
  std::size_t receive_bytes = std::size_t{256} << 20;  // of one message
  std::size_t memory_bytes = std::size_t{1} << 30;     // of all messages under way
  int threads = 128;                                   // so many calls at once; RESOURCE_EXHAUSTED above
  int streams_per_connection = 100;
  std::size_t metadata_bytes = std::size_t{16} << 10;
  std::chrono::milliseconds default_deadline = std::chrono::minutes(10);  // of calls without one
  std::chrono::milliseconds longest_deadline = std::chrono::hours(1);
  std::size_t log_entries = 1000;
};

struct ServerOptions {
  std::string listen = "127.0.0.1:0";    // HOST:PORT (0: a free one) or unix:PATH (made with mode 0600)
  std::string token;                     // empty: none is asked for
  std::string tls_certificate, tls_key;  // PEM; empty: no TLS
  std::string certificate_file = "the certificate", key_file = "the key";  // as failures call them
  std::vector<std::string> kept_worlds;                                    // that clients cannot delete
  // Where calls of the motion planner are kept as replay packages when their requests ask for that; empty: nowhere. And
  // the version of this program, which stands in them.
  std::string replay_folder, program_version;
  ServerLimits limits;
  // Called after each call, on its thread; must be quick, and must not stop the server.
  std::function<void(const CallRecord&)> on_call;
};

// All services over the worlds of a registry. Thread-safe.
class Server {
 public:
  // Off loopback only with TLS and a token: else FAILED_PRECONDITION. UNAVAILABLE when the address is taken.
  static Result<std::unique_ptr<Server>> start(ServerOptions options, std::shared_ptr<session::WorldRegistry> worlds);
  ~Server();  // stops

  // "127.0.0.1:40123" or "unix:PATH".
  const std::string& address() const;
  // Takes no more calls, cancels those under way and waits for their end: within a second. Again: nothing.
  void stop();

  std::vector<CallRecord> calls() const;    // oldest first
  std::vector<ClientInfo> clients() const;  // last seen first

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A token (or PEM text) from a file of at most 64 KiB, without blanks at its end. INVALID_ARGUMENT when
// it is empty, NOT_FOUND when it cannot be read.
Result<std::string> readSecret(const std::string& path);

}  // namespace ww::rpc
