// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/interop/isaac/channels.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/subscriber.h"
#include "core/interop/isaac/udp.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/session/session.h"
#include "core/usecase/exchange/recording.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

struct LinkOptions {
  isaac::Address publish_at{"127.0.0.1", isaac::kSimulatorPort};   // others than loopback: everybody can connect
  isaac::Address read_from{"127.0.0.1", isaac::kApplicationPort};  // the application
  std::vector<SensorStream> streams;
  isaac::Role role = isaac::Role::kSimulator;
  std::string base = {};                                // the object that base commands move; none if empty
  std::vector<std::string> units = {};                  // inertial ones, as unitNamed() takes them
  int threads = 1;                                      // that measure at once: more where no window needs them
  bool collisions = true;                               // are told
  isaac::ChannelMap channels = {};                      // other names for channels
  std::optional<isaac::Address> udp_to = std::nullopt;  // where small messages are sent, too
  std::optional<isaac::Address> udp_at = std::nullopt;  // where orders may come, too
};
// Those of a role: a simulator publishes at its port and reads from that of the application, an application the other
// way round.
LinkOptions usualOptions(isaac::Role role);

// A message that asked for what cannot be done.
struct Refusal {
  std::string channel;
  Status why;
};
inline constexpr std::size_t kMostRefusals = 20;  // that are kept

struct LinkReport {
  double seconds = 0.0;                          // since the start
  std::vector<isaac::PeerStatistics> receivers;  // who reads what is published
  isaac::ServedTotals served;                    // what became of readers that are slow, or too many
  isaac::SubscriberState source;                 // the application
  std::uint64_t received = 0, refused = 0, published = 0;
  isaac::UdpReceiver::State udp;  // what came over UDP
  std::size_t colliding = 0;      // pairs
  Status contacts_left_out;       // why not all that collides is told
  isaac::Lacking lacking;         // what the simulator tells of and this world does not have
  Status udp_failure;             // why the last message that did not go over UDP did not
  Status refusal;                 // of the last message that asked for what cannot be done
  std::vector<Refusal> refusals;  // the last ones, in their order
  std::vector<StreamState> streams;
  std::string log;  // folder; empty: nothing is recorded
  std::uint64_t logged = 0;
  Status log_failure;  // what ended the recording
};

// The last message of a channel.
struct SeenChannel {
  isaac::Message last;
  bool came = false;  // from the other side; else it was published
  std::uint64_t count = 0, bytes = 0;
  std::uint64_t idle = 0;  // of those that came, how many nothing was taken from
};

// A world as the simulator of an application of the Isaac SDK, or as the application of a simulator, on threads of its
// own: messages are carried out by commits, what changes is published; sensors, inertial units and collisions are told
// while somebody reads them or a log is written. All that comes and goes can be recorded. Thread-safe.
class IsaacLink {
 public:
  // UNAVAILABLE (isaac.cannot-listen, isaac.cannot-connect), INVALID_ARGUMENT (isaac.bad-address).
  static Result<std::unique_ptr<IsaacLink>> start(std::shared_ptr<session::WorldSession> session,
                                                  const LinkOptions& options);
  virtual ~IsaacLink() = default;  // ends it
  virtual isaac::Address address() const = 0;
  virtual isaac::Address source() const = 0;
  // Where orders may come over UDP; port 0 if they may not.
  virtual isaac::Address udpAddress() const = 0;

  // What is shown in place of the world's own: that is published and measured.
  virtual void show(const model::Overrides& shown) = 0;
  virtual void setStreams(std::vector<SensorStream> streams) = 0;
  // Publishes the whole tree of poses.
  virtual void sendTree() = 0;
  // Publishes a message of anybody's making, with a new id and the times of now. OUT_OF_RANGE (isaac.too-large).
  virtual Status send(isaac::Message message) = 0;
  // The same for a person: half a second at most. RESOURCE_EXHAUSTED (isaac.queue-full) while what is recorded waits
  // for the disk; nothing of the message has gone then.
  virtual Status offer(isaac::Message message, const LogHold& log) = 0;
  Status offer(isaac::Message message) { return offer(std::move(message), holdLog()); }
  // What is recorded now, for a message that is to be told soon.
  virtual LogHold holdLog() const = 0;
  // Into a new folder. ALREADY_EXISTS (isaac.log-there), UNAVAILABLE (isaac.log-write). One at a time: the one before
  // is ended.
  virtual Status startLog(const std::string& folder) = 0;
  // All is on the disk when it returns: what was under way to be told is in it, and nothing that is told later. Fails
  // so, too.
  virtual Status endLog() = 0;
  // The same without waiting, which large pictures take seconds for. Nothing where none is recorded.
  virtual std::optional<EndingLog> endLogLater() = 0;
  // Nothing more is told from here on: what was told is all in the log.
  virtual void fallSilent() = 0;

  virtual LinkReport report() const = 0;
  // By their names; at most 500.
  virtual std::vector<SeenChannel> channels() const = 0;
  // Waits until what was published has gone, at most so many seconds.
  virtual void flush(double seconds) = 0;
};

// Where an overlay has things that stand elsewhere than the world's own.
std::map<ObjectId, Pose> movedPoses(const model::Overlay& places, const model::Overrides& shown);

}  // namespace ww::usecase
