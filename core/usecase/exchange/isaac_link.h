// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/subscriber.h"
#include "core/session/session.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

struct LinkOptions {
  isaac::Address publish_at{"127.0.0.1", isaac::kSimulatorPort};   // others than loopback: everybody can connect
  isaac::Address read_from{"127.0.0.1", isaac::kApplicationPort};  // the application
  std::vector<SensorStream> streams;
};

struct LinkReport {
  double seconds = 0.0;                          // since the start
  std::vector<isaac::PeerStatistics> receivers;  // who reads what is published
  isaac::SubscriberState source;                 // the application
  std::uint64_t received = 0, refused = 0, published = 0;
  Status refusal;               // of the last message that asked for what cannot be done
  std::string refused_channel;  // of that message
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
};

// A world as the simulator of an application of the Isaac SDK, on threads of its own: messages are carried out by
// commits, what changes is published, sensors are measured and published at their rates while somebody reads them or a
// log is written. All that comes and goes can be recorded. Thread-safe.
class IsaacLink {
 public:
  // UNAVAILABLE (isaac.cannot-listen), INVALID_ARGUMENT (isaac.bad-address).
  static Result<std::unique_ptr<IsaacLink>> start(std::shared_ptr<session::WorldSession> session,
                                                  const LinkOptions& options);
  virtual ~IsaacLink() = default;  // ends it
  virtual isaac::Address address() const = 0;
  virtual isaac::Address source() const = 0;

  // What is shown in place of the world's own: that is published and measured.
  virtual void show(const model::Overrides& shown) = 0;
  virtual void setStreams(std::vector<SensorStream> streams) = 0;
  // Publishes a message of anybody's making, with a new id and the times of now. OUT_OF_RANGE (isaac.too-large).
  virtual Status send(isaac::Message message) = 0;
  // Into a new folder. ALREADY_EXISTS (isaac.log-there), UNAVAILABLE (isaac.log-write). One at a time: the one before
  // is ended.
  virtual Status startLog(const std::string& folder) = 0;
  // All is on the disk when it returns. Fails so, too.
  virtual Status endLog() = 0;

  virtual LinkReport report() const = 0;
  // By their names; at most 500.
  virtual std::vector<SeenChannel> channels() const = 0;
  // Waits until what was published has gone, at most so many seconds.
  virtual void flush(double seconds) = 0;
};

// Where an overlay has things that stand elsewhere than the world's own.
std::map<ObjectId, Pose> movedPoses(const model::Overlay& places, const model::Overrides& shown);

}  // namespace ww::usecase
