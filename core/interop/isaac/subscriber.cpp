// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/subscriber.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/sockets.h"
#include "core/interop/isaac/stream_decoder.h"

namespace ww::isaac {
namespace {

constexpr int kConnectMs = 2000;

// Also a message without anything in it has a place in the queue.
std::uint64_t sizeInQueue(const Message& message) { return message.payloadBytes() + 512; }

class TcpSubscriber final : public Subscriber {
 public:
  TcpSubscriber(const sockaddr_in& place, Address address, const Options& options)
      : options_(options), address_(std::move(address)), place_(place), thread_([this] { run(); }) {}
  ~TcpSubscriber() override {
    stop_ = true;
    wake_.call();
    room_.notify_all();
    thread_.join();
  }

  std::vector<Message> take() override {
    const std::lock_guard lock(mutex_);
    std::vector<Message> out(std::make_move_iterator(queue_.begin()), std::make_move_iterator(queue_.end()));
    queue_.clear();
    waiting_bytes_ = 0;
    room_.notify_all();
    return out;
  }

  std::optional<Message> next(double seconds) override {
    std::unique_lock lock(mutex_);
    if (!came_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !queue_.empty(); }))
      return std::nullopt;
    std::optional<Message> out(std::move(queue_.front()));
    queue_.pop_front();
    waiting_bytes_ -= sizeInQueue(*out);
    room_.notify_all();
    return out;
  }

  SubscriberState state() const override {
    const std::lock_guard lock(mutex_);
    return state_;
  }
  Address address() const override { return address_; }

 private:
  void run() {
    while (!stop_) {
      const Status ended = readAll();
      {
        const std::lock_guard lock(mutex_);
        state_.connected = false;
        state_.last_failure = ended;
      }
      pollfd wake{wake_.fd(), POLLIN, 0};
      ::poll(&wake, 1, static_cast<int>(options_.retry_s * 1000));
    }
  }

  Status cannotConnect(int error) const {
    return fail(failures::kCannotConnect, {{"address", arg::Words{address_.text()}}, {"reason", systemWords(error)}});
  }

  Result<Socket> open() {
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return cannotConnect(errno);
    if (::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&place_), sizeof place_) == 0)
      return ofTheOther(std::move(socket));
    if (errno != EINPROGRESS) return cannotConnect(errno);
    pollfd fds[] = {{wake_.fd(), POLLIN, 0}, {socket.fd(), POLLOUT, 0}};
    int error = ETIMEDOUT;
    socklen_t size = sizeof error;
    if (::poll(fds, 2, kConnectMs) > 0 && fds[1].revents)
      ::getsockopt(socket.fd(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) return cannotConnect(error);
    return ofTheOther(std::move(socket));
  }

  // Where nobody listens a socket may be given the very port that it is to connect to, and is connected to itself then.
  Result<Socket> ofTheOther(Socket socket) const {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (::getsockname(socket.fd(), reinterpret_cast<sockaddr*>(&own), &size) != 0) return cannotConnect(errno);
    if (own.sin_port == place_.sin_port && own.sin_addr.s_addr == place_.sin_addr.s_addr)
      return cannotConnect(ECONNREFUSED);
    return socket;
  }

  // From connecting to the end of the connection, and why it has ended.
  Status readAll() {
    WW_ASSIGN(const Socket socket, open());
    {
      const std::lock_guard lock(mutex_);
      state_.connected = true;
      state_.last_failure = {};
      ++state_.connections;
    }
    StreamDecoder decoder(options_.most_payload);
    std::string bytes(64 << 10, '\0');
    while (!stop_) {
      pollfd fds[] = {{wake_.fd(), POLLIN, 0}, {socket.fd(), POLLIN, 0}};
      if (::poll(fds, 2, 1000) <= 0 || !fds[1].revents) continue;
      const ssize_t n = ::recv(socket.fd(), bytes.data(), bytes.size(), 0);
      if (n == 0) return fail(failures::kConnectionEnded, {{"address", arg::Words{address_.text()}}});
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (n < 0) return cannotConnect(errno);
      decoder.feed(std::string_view(bytes).substr(0, static_cast<std::size_t>(n)));
      for (;;) {
        WW_ASSIGN(auto message, decoder.next());
        if (!message) break;
        if (!keep(std::move(*message))) return okStatus();
      }
    }
    return okStatus();
  }

  // False when it was stopped while there was no room.
  bool keep(Message message) {
    const std::uint64_t size = sizeInQueue(message);
    std::unique_lock lock(mutex_);
    while (waiting_bytes_ + size > options_.queue_bytes && !queue_.empty()) {
      const auto oldest = std::ranges::find_if(queue_, [](const Message& m) { return isPicture(m.type_id); });
      if (oldest == queue_.end()) {
        room_.wait_for(lock, std::chrono::milliseconds(200));
        if (stop_) return false;
        continue;
      }
      waiting_bytes_ -= sizeInQueue(*oldest);
      queue_.erase(oldest);
      ++state_.dropped;
    }
    ++state_.messages;
    state_.bytes += message.payloadBytes();
    waiting_bytes_ += size;
    queue_.push_back(std::move(message));
    came_.notify_all();
    return true;
  }

  const Options options_;
  const Address address_;
  const sockaddr_in place_;
  WakeUp wake_;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::condition_variable came_, room_;
  std::deque<Message> queue_;
  std::uint64_t waiting_bytes_ = 0;
  SubscriberState state_;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace

Result<std::unique_ptr<Subscriber>> Subscriber::connect(const Address& address, const Options& options) {
  WW_ASSIGN(const sockaddr_in place, systemAddress(address));
  return std::unique_ptr<Subscriber>(std::make_unique<TcpSubscriber>(place, address, options));
}

}  // namespace ww::isaac
