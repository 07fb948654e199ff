// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <mutex>

#include "core/rays/room.h"
#include "core/rpc/work_pool.h"
#include "core/rpc/world_calls.h"

namespace worldwright::v1 {
class CheckSightRequest;
class CheckSightResponse;
class ListSensorsRequest;
class ListSensorsResponse;
class MeasureRequest;
class Measurement;
class WatchSensorRequest;
}  // namespace worldwright::v1

namespace ww::rpc {

// What sensors of worlds measure, but for gRPC: in a snapshot of the world. The worlds must outlive this. Thread-safe.
class SensingCalls {
 public:
  static constexpr double kUsualRate = 10.0, kLeastRate = 0.01, kMostRate = 100.0;  // a second

  SensingCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept);
  ~SensingCalls();

  // INVALID_ARGUMENT without a world, NOT_FOUND for a world that is not there.
  Result<worldwright::v1::ListSensorsResponse> list(const worldwright::v1::ListSensorsRequest&, CallContext&) const;
  // Those, and as sensing::sensorNamed and check; INVALID_ARGUMENT for contents that there are not,
  // FAILED_PRECONDITION for those that a sensor of this kind does not have; RESOURCE_EXHAUSTED when too many wait,
  // CANCELLED after a stop.
  Result<worldwright::v1::Measurement> measure(const worldwright::v1::MeasureRequest&, CallContext&);
  // By `send` until it says false or the call is to stop. Fails as measure() does.
  using Send = std::function<bool(const worldwright::v1::Measurement&)>;
  Status watch(const worldwright::v1::WatchSensorRequest&, CallContext&, const Send& send);
  // Fails as list(), sensing::sensorNamed and usecase::sights() do; INVALID_ARGUMENT for times that cannot be.
  Result<worldwright::v1::CheckSightResponse> sight(const worldwright::v1::CheckSightRequest&, CallContext&);

 private:
  // Fails as measure(). `watch`: what it is one of, at that rate.
  Result<worldwright::v1::Measurement> measureOne(const worldwright::v1::MeasureRequest&, CallContext&,
                                                  const worldwright::v1::WatchSensorRequest* watch);
  // The geometry of the last room is taken over by the next.
  struct Rooms {
    std::mutex mutex;
    std::shared_ptr<const rays::Room> last;
    // Fails as rays::Room::make().
    Result<std::shared_ptr<const rays::Room>> of(const world::World& world);
  };

  session::WorldRegistry& worlds_;
  const std::set<std::string>& kept_;
  const std::shared_ptr<Rooms> rooms_ = std::make_shared<Rooms>();  // shared with work that outlives its call
  WorkPool pool_;                                                   // last: its end waits for work that uses the rest
};

}  // namespace ww::rpc
