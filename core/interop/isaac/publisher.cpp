// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/publisher.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>

#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/header.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/sockets.h"

namespace ww::isaac {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kDeafMs = 500;

struct Frame {
  std::shared_ptr<const std::string> bytes;
  std::shared_ptr<const std::string> picture_of;  // the channel; null of what is no picture

  bool isPicture() const { return picture_of != nullptr; }
};
using Frames = std::deque<Frame>;

// A receiver: what waits for it, and how far the first of that has gone.
struct Receiver {
  Socket socket;
  std::string name;
  Frames frames;
  std::uint64_t waiting_bytes = 0, picture_bytes = 0;
  std::size_t pictures = 0;
  std::size_t sent_of_first = 0;
  PeerStatistics told;
  bool gone = false;

  void count(const Frame& frame, bool comes) {
    const std::uint64_t size = frame.bytes->size();
    waiting_bytes += comes ? size : -size;
    if (!frame.isPicture()) return;
    picture_bytes += comes ? size : -size;
    pictures += comes ? 1 : std::size_t(-1);
  }
  // Of the pictures the oldest that a later one of its channel makes up for, or the oldest where even so there is too
  // much; the end if there is none. Not the one that has begun to go, nor the newest.
  Frames::iterator toLeaveOut(bool any) {
    if (pictures == 0) return frames.end();
    for (auto at = frames.begin() + (sent_of_first > 0 ? 1 : 0); at != frames.end(); ++at) {
      if (!at->isPicture() || at + 1 == frames.end()) continue;
      const auto makesUp = [&](const Frame& f) { return f.isPicture() && *f.picture_of == *at->picture_of; };
      if (any || std::any_of(at + 1, frames.end(), makesUp)) return at;
    }
    return frames.end();
  }
};

class TcpPublisher final : public Publisher {
 public:
  TcpPublisher(Socket socket, Address address, const Options& options)
      : options_(options), address_(std::move(address)), listener_(std::move(socket)), thread_([this] { run(); }) {}
  ~TcpPublisher() override {
    stop_ = true;
    wake_.call();
    thread_.join();
  }

  Status publish(const Message& message) override {
    WW_ASSIGN(std::string bytes, messageBytes(message, kWireFields));
    const Frame frame{std::make_shared<const std::string>(std::move(bytes)),
                      isPicture(message.type_id) ? std::make_shared<const std::string>(message.channel) : nullptr};
    {
      const std::lock_guard lock(mutex_);
      for (Receiver& peer : peers_) add(peer, frame);
    }
    wake_.call();
    return okStatus();
  }

  Address address() const override { return address_; }

  std::vector<PeerStatistics> peers() const override {
    const std::lock_guard lock(mutex_);
    std::vector<PeerStatistics> out;
    for (const Receiver& peer : peers_) {
      if (peer.gone) continue;
      out.push_back(peer.told);
      out.back().waiting = peer.frames.size();
    }
    return out;
  }

  ServedTotals totals() const override {
    const std::lock_guard lock(mutex_);
    ServedTotals out = totals_;
    for (const Receiver& peer : peers_) out.dropped += peer.told.dropped;
    return out;
  }

  bool flush(double seconds) override {
    std::unique_lock lock(mutex_);
    return sent_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
      return std::ranges::all_of(peers_, [](const Receiver& peer) { return peer.gone || peer.frames.empty(); });
    });
  }

 private:
  bool isFull(const Receiver& peer) const {
    return peer.waiting_bytes > options_.queue_bytes || peer.frames.size() > options_.queue_messages;
  }

  void add(Receiver& peer, const Frame& frame) {
    if (peer.gone) return;
    peer.frames.push_back(frame);
    peer.count(frame, true);
    while (isFull(peer)) {
      const auto one = peer.toLeaveOut(peer.waiting_bytes > options_.most_bytes);
      if (one == peer.frames.end()) break;
      peer.count(*one, false);
      peer.frames.erase(one);
      ++peer.told.dropped;
    }
    // What is no picture may not be left out.
    if (peer.waiting_bytes - peer.picture_bytes <= options_.queue_bytes &&
        peer.frames.size() - peer.pictures <= options_.queue_messages)
      return;
    peer.gone = true;
    ++totals_.let_go;
    totals_.trouble = fail(failures::kReaderTooSlow, {{"address", arg::Words{peer.told.peer}}});
  }

  // For a while after nobody could be let in, as who waits is told again at once; poll() passes -1 over.
  bool isDeaf() const { return SteadyClock::now() < deaf_until_; }

  void run() {
    while (!stop_) {
      const bool deaf = isDeaf();
      std::vector<pollfd> fds{{wake_.fd(), POLLIN, 0}, {deaf ? -1 : listener_.fd(), POLLIN, 0}};
      {
        const std::lock_guard lock(mutex_);
        removeGone();
        for (const Receiver& peer : peers_)
          fds.push_back({peer.socket.fd(), static_cast<short>(peer.frames.empty() ? POLLIN : POLLIN | POLLOUT), 0});
      }
      sent_.notify_all();
      if (::poll(fds.data(), fds.size(), deaf ? kDeafMs : 1000) <= 0) continue;
      if (fds[0].revents) wake_.taken();
      {
        const std::lock_guard lock(mutex_);
        std::size_t i = 2;
        for (Receiver& peer : peers_) {
          if (fds[i].revents & (POLLIN | POLLHUP | POLLERR)) listenTo(peer);
          if (fds[i++].revents & POLLOUT) send(peer);
        }
      }
      if (fds[1].revents) accept();
    }
  }

  void removeGone() {
    peers_.remove_if([this](const Receiver& peer) {
      if (peer.gone) totals_.dropped += peer.told.dropped;
      return peer.gone;
    });
  }

  void accept() {
    sockaddr_in from{};
    socklen_t size = sizeof from;
    Socket socket(::accept4(listener_.fd(), reinterpret_cast<sockaddr*>(&from), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    const int error = socket ? 0 : errno;
    const std::lock_guard lock(mutex_);
    if (error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM) {
      deaf_until_ = SteadyClock::now() + std::chrono::milliseconds(kDeafMs);
      totals_.trouble = fail(failures::kCannotAccept, {{"reason", systemWords(error)}});
    }
    if (!socket) return;
    if (peers_.size() >= options_.most_peers) {
      ++totals_.turned_away;
      totals_.trouble = fail(failures::kReadersFull,
                             {{"address", arg::Words{addressOf(from).text()}}, {"count", arg::Count{peers_.size()}}});
      return;
    }
    Receiver& peer = peers_.emplace_back();
    peer.socket = std::move(socket);
    peer.told.peer = addressOf(from).text();
  }

  // Receivers say nothing on this wire; they close.
  static void listenTo(Receiver& peer) {
    char bytes[4096];
    const ssize_t n = ::recv(peer.socket.fd(), bytes, sizeof bytes, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) peer.gone = true;
  }

  static void send(Receiver& peer) {
    while (!peer.frames.empty() && !peer.gone) {
      const std::string& bytes = *peer.frames.front().bytes;
      const ssize_t n = ::send(peer.socket.fd(), bytes.data() + peer.sent_of_first, bytes.size() - peer.sent_of_first,
                               MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0) {
        peer.gone = errno != EAGAIN && errno != EINTR;
        return;
      }
      peer.told.bytes += static_cast<std::uint64_t>(n);
      peer.sent_of_first += static_cast<std::size_t>(n);
      if (peer.sent_of_first < bytes.size()) return;
      peer.count(peer.frames.front(), false);
      peer.sent_of_first = 0;
      peer.frames.pop_front();
      ++peer.told.messages;
    }
  }

  const Options options_;
  const Address address_;
  Socket listener_;
  WakeUp wake_;
  std::atomic<bool> stop_ = false;
  mutable std::mutex mutex_;
  std::condition_variable sent_;
  SteadyClock::time_point deaf_until_{};  // of the thread alone
  std::list<Receiver> peers_;
  ServedTotals totals_;  // of those that have gone
  std::thread thread_;   // the last: it uses the others
};

}  // namespace

Result<std::unique_ptr<Publisher>> Publisher::listen(const Address& address, const Options& options) {
  WW_ASSIGN(sockaddr_in place, systemAddress(address));
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  socklen_t size = sizeof place;
  auto* plain = reinterpret_cast<sockaddr*>(&place);
  if (!socket || ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(socket.fd(), plain, size) != 0 || ::listen(socket.fd(), 16) != 0 ||
      ::getsockname(socket.fd(), plain, &size) != 0)
    return fail(failures::kCannotListen, {{"address", arg::Words{address.text()}}, {"reason", systemWords(errno)}});
  return std::unique_ptr<Publisher>(std::make_unique<TcpPublisher>(std::move(socket), addressOf(place), options));
}

}  // namespace ww::isaac
