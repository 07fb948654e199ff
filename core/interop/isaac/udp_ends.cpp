// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>

#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sockets.h"
#include "core/interop/isaac/udp.h"

namespace ww::isaac {
namespace {

class SocketSender final : public UdpSender {
 public:
  SocketSender(Socket socket, const Address& to) : socket_(std::move(socket)), address_(to.text()) {
    told_.peer = address_ + " (UDP)";
  }

  Status send(const Message& message) override {
    const auto packages = udpPackages(message);
    const std::lock_guard lock(mutex_);
    const Status sent = packages.ok() ? sendAll(*packages) : packages.status();
    ++(sent.ok() ? told_.messages : told_.dropped);
    return sent;
  }
  PeerStatistics statistics() const override {
    const std::lock_guard lock(mutex_);
    return told_;
  }

 private:
  // Without one of its packages the rest is of no use.
  Status sendAll(const std::vector<std::string>& packages) {
    for (const std::string& package : packages) {
      const ssize_t n = ::send(socket_.fd(), package.data(), package.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (n != static_cast<ssize_t>(package.size()))
        return fail(failures::kUdpNotSent, {{"address", arg::Words{address_}}, {"reason", systemWords(errno)}});
      told_.bytes += static_cast<std::uint64_t>(n);
    }
    return okStatus();
  }

  Socket socket_;
  const std::string address_;
  mutable std::mutex mutex_;
  PeerStatistics told_;
};

class SocketReceiver final : public UdpReceiver {
 public:
  SocketReceiver(Socket socket, Address address)
      : socket_(std::move(socket)), address_(std::move(address)), thread_([this] { run(); }) {}
  ~SocketReceiver() override {
    stop_ = true;
    wake_.call();
    thread_.join();
  }

  Address address() const override { return address_; }
  std::vector<Message> take() override {
    const std::lock_guard lock(mutex_);
    std::vector<Message> out(std::make_move_iterator(queue_.begin()), std::make_move_iterator(queue_.end()));
    queue_.clear();
    return out;
  }
  State state() const override {
    const std::lock_guard lock(mutex_);
    return state_;
  }

 private:
  void run() {
    const auto start = std::chrono::steady_clock::now();
    char bytes[2 * kUdpPackageBytes];
    while (!stop_) {
      pollfd fds[] = {{wake_.fd(), POLLIN, 0}, {socket_.fd(), POLLIN, 0}};
      if (::poll(fds, 2, 1000) <= 0 || !fds[1].revents) continue;
      sockaddr_in from{};
      socklen_t size = sizeof from;
      const ssize_t n = ::recvfrom(socket_.fd(), bytes, sizeof bytes, 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (n < 0) continue;
      const double time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      keep(assembler_.take({bytes, static_cast<std::size_t>(n)}, addressOf(from).text(), time_s));
    }
  }

  void keep(Result<std::optional<Message>> came) {
    const std::lock_guard lock(mutex_);
    state_.lost = assembler_.lost();
    if (!came.ok()) {
      ++state_.damaged;
      state_.last_failure = came.status();
      return;
    }
    if (!*came) return;
    ++state_.messages;
    state_.bytes += (*came)->payloadBytes();
    queue_.push_back(std::move(**came));
    if (queue_.size() <= kMostWaiting) return;
    queue_.pop_front();
    ++state_.dropped;
  }

  Socket socket_;
  const Address address_;
  WakeUp wake_;
  std::atomic<bool> stop_ = false;
  UdpAssembler assembler_;  // the thread's
  mutable std::mutex mutex_;
  std::deque<Message> queue_;
  State state_;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace

Result<std::unique_ptr<UdpSender>> UdpSender::open(const Address& to) {
  WW_ASSIGN(const sockaddr_in place, systemAddress(to));
  Socket socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket || ::connect(socket.fd(), reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0)
    return fail(failures::kCannotConnect, {{"address", arg::Words{to.text()}}, {"reason", systemWords(errno)}});
  return std::unique_ptr<UdpSender>(std::make_unique<SocketSender>(std::move(socket), to));
}

Result<std::unique_ptr<UdpReceiver>> UdpReceiver::listen(const Address& at) {
  WW_ASSIGN(sockaddr_in place, systemAddress(at));
  Socket socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  socklen_t size = sizeof place;
  auto* plain = reinterpret_cast<sockaddr*>(&place);
  if (!socket || ::bind(socket.fd(), plain, size) != 0 || ::getsockname(socket.fd(), plain, &size) != 0)
    return fail(failures::kCannotListen, {{"address", arg::Words{at.text()}}, {"reason", systemWords(errno)}});
  return std::unique_ptr<UdpReceiver>(std::make_unique<SocketReceiver>(std::move(socket), addressOf(place)));
}

}  // namespace ww::isaac
