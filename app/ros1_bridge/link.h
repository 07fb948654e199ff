// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <grpcpp/client_context.h>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "worldwright/v1/simulation_service.grpc.pb.h"

namespace ww::ros1 {

namespace v1 = worldwright::v1;

struct LinkOptions {
  std::string address;    // as `worldwright serve` prints it: "127.0.0.1:40123", "unix:PATH"
  std::string token;      // empty: none
  std::string tls_roots;  // PEM; empty: no TLS
  std::string world = "world";
  std::string simulation;       // one that is there already; empty: one of its own, of the world
  bool paused = false;          // its own does not play from the start
  std::optional<double> floor;  // metres; not given: 0
  bool no_floor = false, free_joints = false;
  double density = 0.0;                          // kg/m^3 of objects that say no mass
  double time_step = 0.0;                        // seconds; 0: that of the service
  std::function<void(const std::string&)> tell;  // what happens to the simulation, for people
};

// The way to a simulation of the service, which is begun when it is first needed, and again after the server was gone.
// Thread-safe.
class Link {
 public:
  explicit Link(LinkOptions options);
  // Ends the simulation that it has begun.
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  static constexpr std::chrono::seconds kUsualTime{10}, kLongTime{120};

  // A call about the simulation, whose id is filled in. What fails has words for people: UNAVAILABLE without a server.
  template <typename Request, typename Response>
  grpc::Status call(grpc::Status (v1::SimulationService::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                        Response*),
                    Request request, Response* response, std::chrono::seconds time = kUsualTime) {
    return withSimulation(time, [&](grpc::ClientContext& context, const std::string& id) {
      request.set_simulation_id(id);
      return ((*stub_).*method)(&context, request, response);
    });
  }

  // States until `take` says false, the server is gone or the simulation has ended.
  grpc::Status watch(v1::WatchStatesRequest request, const std::function<bool(const v1::SimulationStates&)>& take);

  // Cancels calls under way and refuses others.
  void stop();

 private:
  using Made = std::function<grpc::Status(grpc::ClientContext&, const std::string& id)>;
  grpc::Status withSimulation(std::chrono::seconds time, const Made& make);
  grpc::Status begin(std::string* id);
  grpc::Status start(std::string* id);
  void forget(const std::string& id);
  grpc::Status under(std::chrono::seconds time, const std::function<grpc::Status(grpc::ClientContext&)>& make);
  grpc::Status inWords(const grpc::Status& status);

  const LinkOptions options_;
  std::unique_ptr<v1::SimulationService::Stub> stub_;
  std::mutex begin_mutex_;  // held while a simulation begins
  std::mutex mutex_;
  std::string id_;  // empty: none has begun
  std::set<grpc::ClientContext*> running_;
  bool stopped_ = false;
  std::string told_;  // why there is no answer; empty: there is
};

}  // namespace ww::ros1
