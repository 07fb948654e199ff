// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/isaac_link.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/sockets.h"
#include "core/io/text_scan.h"
#include "core/usecase/exchange/contacts_told.h"
#include "core/usecase/exchange/imu_stream.h"

namespace ww::usecase {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double kTurn = 0.02;                                  // seconds
constexpr double kUnwatchedTurn = 0.005, kLongestSleep = 0.1;   // seconds, between two looks for what is due
constexpr auto kLongestOffer = std::chrono::milliseconds(500);  // that what is sent by hand waits for others
constexpr std::size_t kMostChannels = 500;
constexpr std::size_t kMostShownName = 255;

// The ends of a link.
struct Wires {
  std::unique_ptr<isaac::Publisher> publisher;
  std::unique_ptr<isaac::Subscriber> subscriber;
  std::unique_ptr<isaac::UdpSender> udp_to;
  std::unique_ptr<isaac::UdpReceiver> udp_at;

  // Fails as IsaacLink::start() does.
  static Result<Wires> open(const LinkOptions& options) {
    Wires out;
    WW_TRY(isaac::checkApart(options.publish_at, options.read_from));  // it would take what it says itself for orders
    if (options.udp_at && options.udp_to) WW_TRY(isaac::checkApart(*options.udp_at, *options.udp_to));
    WW_ASSIGN(out.publisher, isaac::Publisher::listen(options.publish_at));
    WW_ASSIGN(out.subscriber, isaac::Subscriber::connect(options.read_from));
    if (options.udp_to) {
      WW_ASSIGN(out.udp_to, isaac::UdpSender::open(*options.udp_to));
    }
    if (options.udp_at) {
      WW_ASSIGN(out.udp_at, isaac::UdpReceiver::listen(*options.udp_at));
    }
    return out;
  }
};

class Link final : public IsaacLink {
 public:
  Link(std::shared_ptr<session::WorldSession> session, const LinkOptions& options, Wires wires)
      : options_(options),
        session_(std::move(session)),
        publisher_(std::move(wires.publisher)),
        subscriber_(std::move(wires.subscriber)),
        udp_to_(std::move(wires.udp_to)),
        udp_at_(std::move(wires.udp_at)),
        exchange_(*session_, {options.role, options.base, {}}),
        wanted_(options.streams),
        worker_([this](const std::stop_token& stop) { exchangeAll(stop); }),
        measurer_([this](const std::stop_token& stop) { measureAll(stop); }) {
    if (options_.collisions && options_.role == isaac::Role::kSimulator)
      collider_ = std::jthread([this](const std::stop_token& stop) { collideAll(stop); });
  }
  ~Link() override {
    for (std::jthread* thread : {&worker_, &measurer_, &collider_}) thread->request_stop();
    for (std::jthread* thread : {&worker_, &measurer_, &collider_})
      if (thread->joinable()) thread->join();
    (void)endLog();
  }

  isaac::Address address() const override { return publisher_->address(); }
  isaac::Address source() const override { return subscriber_->address(); }
  isaac::Address udpAddress() const override { return udp_at_ ? udp_at_->address() : isaac::Address(); }
  void sendTree() override { tree_asked_ = true; }

  void show(const model::Overrides& shown) override {
    const std::lock_guard lock(mutex_);
    shown_ = shown;
    ++shown_count_;
  }

  void setStreams(std::vector<SensorStream> streams) override {
    const std::lock_guard lock(mutex_);
    wanted_ = std::move(streams);
    ++wanted_count_;
    wake_.notify_all();
  }

  Status send(isaac::Message message) override { return tell(stamped(std::move(message))); }

  Status offer(isaac::Message message, const LogHold& log) override {
    const std::unique_lock one(telling_, kLongestOffer);
    if (!one.owns_lock() || Recording::isFull(log)) return fail(isaac::failures::kQueueFull);
    return tellNext(stamped(std::move(message)), log);
  }
  LogHold holdLog() const override { return recording_.hold(); }

  Status startLog(const std::string& folder) override {
    WW_TRY(endLog());
    WW_TRY(recording_.begin(folder));
    // A log tells by itself where everything is, and an application does not tell that to others.
    (options_.role == isaac::Role::kApplication ? log_begins_ : tell_all_) = true;
    return okStatus();
  }

  Status endLog() override {
    auto ending = endLogLater();
    return ending ? ending->done.get() : okStatus();
  }

  std::optional<EndingLog> endLogLater() override { return recording_.end(); }

  LinkReport report() const override {
    std::unique_lock lock(mutex_);
    LinkReport out = report_;
    lock.unlock();
    Recording::State recorded = recording_.state();
    out.log = std::move(recorded.folder);
    out.logged = recorded.logged;
    out.log_failure = std::move(recorded.failure);
    out.seconds = static_cast<double>(timeNs()) * 1e-9;
    out.receivers = publisher_->peers();
    out.served = publisher_->totals();
    out.source = subscriber_->state();
    if (udp_to_) out.receivers.push_back(udp_to_->statistics());
    if (udp_at_) out.udp = udp_at_->state();
    return out;
  }

  std::vector<SeenChannel> channels() const override {
    const std::lock_guard lock(mutex_);
    std::vector<SeenChannel> out;
    for (const auto& [name, seen] : seen_) out.push_back(seen);
    return out;
  }

  void flush(double seconds) override { publisher_->flush(seconds); }
  void fallSilent() override {
    const std::lock_guard lock(telling_);
    silent_ = true;
  }

 private:
  std::int64_t timeNs() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyClock::now() - start_).count();
  }

  isaac::Message stamped(isaac::Message message) const {
    message.uuid = isaac::newUuid();
    message.acqtime_ns = timeNs();
    message.pubtime_ns = isaac::publishingClockNs();
    return message;
  }

  // To who reads, into the log, and among what was seen.
  Status tell(isaac::Message message) {
    const LogHold log = recording_.hold();
    const std::lock_guard one(telling_);
    return tellNext(std::move(message), log);
  }
  // The same with telling_ held.
  Status tellNext(isaac::Message message, const LogHold& log) {
    if (silent_) return okStatus();
    message.channel = options_.channels.outside(message.channel);
    WW_TRY(publisher_->publish(message));
    // What has data beside it goes over TCP alone.
    Status by_udp;
    if (udp_to_ && message.buffers.empty()) by_udp = udp_to_->send(message);
    {
      const std::lock_guard lock(mutex_);
      ++report_.published;
      if (!by_udp.ok()) report_.udp_failure = by_udp;
    }
    keep(std::move(message), false, log);
    return okStatus();
  }

  void keep(isaac::Message message, bool came, const LogHold& log, bool idle = false) {
    {
      const std::lock_guard lock(mutex_);
      const auto key = std::make_pair(message.channel, came);
      if (seen_.contains(key) || seen_.size() < kMostChannels) {
        SeenChannel& seen = seen_[key];
        seen.came = came;
        ++seen.count;
        if (idle) ++seen.idle;
        seen.bytes += message.payloadBytes();
        seen.last = message;
      }
    }
    recording_.write(log, std::move(message));
  }

  // With the mutex held.
  void addRefusal(std::string channel, const Status& why) {
    ++report_.refused;
    report_.refusal = why;
    if (report_.refusals.size() == kMostRefusals) report_.refusals.erase(report_.refusals.begin());
    report_.refusals.push_back({std::move(channel), why});
  }

  // A message whose bytes make no sense ends its connection, and was no message of a channel.
  void addDamage() {
    const isaac::SubscriberState state = subscriber_->state();
    if (state.connected || state.connections == ended_) return;
    ended_ = state.connections;
    const FailureRow* row = state.last_failure.ok() ? nullptr : state.last_failure.failure->row;
    if (row != &isaac::failures::kBadHeader && row != &isaac::failures::kTooLarge) return;
    // Who sends nothing else is tried on and on, and told once.
    if (std::exchange(damaged_after_, state.messages) == state.messages) return;
    const std::lock_guard lock(mutex_);
    addRefusal(subscriber_->address().text(), state.last_failure);
  }

  // In the log it stands at the time when it came: the clock of the other side is another.
  void take(isaac::Message message) {
    const LogHold log = recording_.hold();
    const std::string channel = message.channel;
    message.channel = options_.channels.inside(channel);
    if (message.type_id == 0) message.type_id = isaac::typeOfChannel(message.channel);
    const auto done = exchange_.receive(message);
    message.channel = channel;
    if (!done.ok()) exchange_.answerRefused(message, done.status());
    {
      const std::lock_guard lock(mutex_);
      ++report_.received;
      // Any bytes may have come.
      if (!done.ok()) addRefusal(io::cleanUtf8(message.channel, kMostShownName), done.status());
      if (report_.lacking.times != exchange_.lacking().times) report_.lacking = exchange_.lacking();
      names_ = exchange_.toldNames();
    }
    message.pubtime_ns = isaac::publishingClockNs();
    keep(std::move(message), true, log, done.ok() && !*done);
  }

  bool isWatched() const {
    if (udp_to_) return true;
    return !publisher_->peers().empty() || recording_.isOn();
  }

  void exchangeAll(const std::stop_token& stop) {
    std::string names;
    std::size_t worlds = exchange_.worlds();
    while (!stop.stop_requested()) {
      if (auto message = subscriber_->next(kTurn)) {
        take(std::move(*message));
        for (isaac::Message& more : subscriber_->take()) take(std::move(more));
      }
      addDamage();
      if (udp_at_)
        for (isaac::Message& more : udp_at_->take()) take(std::move(more));
      std::string now;
      for (const isaac::PeerStatistics& peer : publisher_->peers()) now += peer.peer + '\n';
      bool all = tell_all_.exchange(false);
      if (now != names) all = true;
      names = now;
      if (all) {
        exchange_.tellAll();
        collisions_all_ = true;
      }
      if (tree_asked_.exchange(false)) exchange_.askForTree();
      if (log_begins_.exchange(false)) keepTree();
      for (isaac::Message& message : exchange_.publish(timeNs(), places())) (void)tell(std::move(message));
      const Status stopped = exchange_.takeBaseTrouble();
      {
        const std::lock_guard lock(mutex_);
        names_ = exchange_.toldNames();
        if (!stopped.ok()) addRefusal(options_.channels.outside(isaac::ChannelNames().base_command), stopped);
      }
      if (exchange_.worlds() != worlds) collisions_all_ = true;
      worlds = exchange_.worlds();
      readUnits();
    }
  }

  void keepTree() {
    isaac::Message tree = exchange_.tree(timeNs(), places());
    tree.channel = options_.channels.outside(tree.channel);
    recording_.write(recording_.hold(), std::move(tree));
  }

  void readUnits() {
    const double time_s = static_cast<double>(timeNs()) * 1e-9;
    if (!units_.isDue(time_s) || !isWatched()) return;
    // They say themselves when they read it.
    for (isaac::Message& message : units_.read(shownWorld(), time_s)) {
      message.uuid = isaac::newUuid();
      message.pubtime_ns = isaac::publishingClockNs();
      (void)tell(std::move(message));
    }
  }

  // With new ids and the times of now.
  void tellNow(std::vector<isaac::Message> messages) {
    for (isaac::Message& message : messages) (void)send(std::move(message));
  }

  ShownWorld shownWorld() const {
    ShownWorld out{session_->snapshot().world, {}, models_};
    const std::lock_guard lock(mutex_);
    out.shown = shown_;
    out.names = names_;
    return out;
  }

  // Of the newest state alone: what was between is passed over by who cannot keep up.
  void collideAll(const std::stop_token& stop) {
    ContactTeller teller;
    while (!stop.stop_requested()) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, std::chrono::milliseconds(10), [] { return false; });
      }
      if (stop.stop_requested() || !isWatched()) continue;
      if (collisions_all_.exchange(false)) teller.tellAll();
      tellNow(teller.tell(shownWorld(), static_cast<double>(timeNs()) * 1e-9));
      const std::lock_guard lock(mutex_);
      report_.colliding = teller.colliding();
      report_.contacts_left_out = teller.leftOut();
    }
  }

  // What is shown, worked out again when it or the world has changed.
  const isaac::ShownPlaces& places() {
    const world::WorldPtr world = session_->snapshot().world;
    model::Overrides shown;
    std::uint64_t count = 0;
    {
      const std::lock_guard lock(mutex_);
      count = shown_count_;
      if (count != placed_count_ || world != placed_world_) shown = shown_;
    }
    if (count == placed_count_ && world == placed_world_) return places_;
    placed_count_ = count;
    placed_world_ = world;
    places_ = {};
    if (shown.empty()) return places_;
    model::Overlay overlay(models_->of(*world));
    overlay.set(shown);
    places_.root_t_object = movedPoses(overlay, shown);
    for (const auto& [id, positions] : shown.joints) places_.joints[id] = {positions.begin(), positions.end()};
    return places_;
  }

  void measureAll(const std::stop_token& stop) {
    std::unique_ptr<SensorStreams> streams;
    std::uint64_t count = 0;
    bool watched = true;
    while (!stop.stop_requested()) {
      std::unique_lock lock(mutex_);
      // Up to the beat and no longer: what is slept beyond it would be missing for what is measured.
      const double due_in = streams ? streams->nextDue() - static_cast<double>(timeNs()) * 1e-9 : 0.0;
      const double sleep = watched ? std::clamp(due_in, 0.0, kLongestSleep) : kUnwatchedTurn;
      wake_.wait_for(lock, stop, std::chrono::duration<double>(sleep), [&] { return count != wanted_count_; });
      if (!streams || count != wanted_count_) streams = std::make_unique<SensorStreams>(wanted_, options_.threads);
      count = wanted_count_;
      ShownWorld shown{nullptr, shown_, models_, names_};
      lock.unlock();
      const double time_s = static_cast<double>(timeNs()) * 1e-9;
      if (stop.stop_requested() || !streams->isDue(time_s)) continue;
      watched = isWatched();
      if (!watched) {
        streams->pass(time_s);
        continue;
      }
      shown.world = session_->snapshot().world;
      const std::int64_t time_ns = timeNs();
      for (isaac::Message& message : streams->measure(shown, time_s, stop)) {
        message.uuid = isaac::newUuid();
        message.acqtime_ns = time_ns;
        message.pubtime_ns = isaac::publishingClockNs();
        (void)tell(std::move(message));
      }
      lock.lock();
      report_.streams = streams->states();
    }
  }

  const SteadyClock::time_point start_ = SteadyClock::now();
  const LinkOptions options_;
  const std::shared_ptr<session::WorldSession> session_;
  const std::unique_ptr<isaac::Publisher> publisher_;
  const std::unique_ptr<isaac::Subscriber> subscriber_;
  const std::unique_ptr<isaac::UdpSender> udp_to_;
  const std::unique_ptr<isaac::UdpReceiver> udp_at_;
  const std::shared_ptr<model::ModelKeeper> models_ = std::make_shared<model::ModelKeeper>();
  // Of the exchanging thread.
  isaac::WorldExchange exchange_;
  ImuStreams units_{options_.units};
  isaac::ShownPlaces places_;
  world::WorldPtr placed_world_;
  std::uint64_t placed_count_ = 0;

  std::timed_mutex telling_;  // a message is told and kept before another is
  bool silent_ = false;
  std::atomic<bool> tell_all_ = false, tree_asked_ = false, log_begins_ = false, collisions_all_ = false;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  model::Overrides shown_;
  std::shared_ptr<const isaac::ToldNames> names_;
  std::vector<SensorStream> wanted_;
  std::uint64_t shown_count_ = 0, wanted_count_ = 0;
  LinkReport report_;
  std::uint64_t ended_ = 0;                     // connections; of the worker alone
  std::optional<std::uint64_t> damaged_after_;  // messages; of the worker alone
  std::map<std::pair<std::string, bool>, SeenChannel> seen_;
  Recording recording_;
  std::jthread worker_, measurer_, collider_;  // the last: they use the others
};

void addBelow(const world::World& world, ObjectId id, std::map<ObjectId, Pose>& out, const model::Overlay& places) {
  const world::Object* object = world.peek(id);
  if (!object || out.contains(id)) return;
  out[id] = places.rootT({id});
  for (const ObjectId child : world.childrenOf(*object)) addBelow(world, child, out, places);
}

}  // namespace

LinkOptions usualOptions(isaac::Role role) {
  LinkOptions out;
  out.role = role;
  if (role == isaac::Role::kApplication) std::swap(out.publish_at.port, out.read_from.port);
  return out;
}

std::map<ObjectId, Pose> movedPoses(const model::Overlay& places, const model::Overrides& shown) {
  std::map<ObjectId, Pose> out;
  for (const ObjectId id : shown.moved(places.world())) addBelow(places.world(), id, out, places);
  return out;
}

Result<std::unique_ptr<IsaacLink>> IsaacLink::start(std::shared_ptr<session::WorldSession> session,
                                                    const LinkOptions& options) {
  WW_TRY(options.channels.check());
  WW_ASSIGN(Wires wires, Wires::open(options));
  return std::unique_ptr<IsaacLink>(std::make_unique<Link>(std::move(session), options, std::move(wires)));
}

}  // namespace ww::usecase
