// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <map>
#include <memory>
#include <string>

#include "core/rpc/server.h"
#include "core/session/edit_builders.h"
#include "intrinsic/util/status/extended_status.pb.h"
#include "intrinsic/world/proto/object_world_service.grpc.pb.h"

namespace ww::test {

namespace pb = intrinsic_proto::world;

// What a client learnt from a call.
struct Outcome {
  grpc::Status status;
  std::multimap<std::string, std::string> trailing;
  Code code() const { return static_cast<Code>(status.error_code()); }
  // The ExtendedStatus of the details; empty when there is none.
  intrinsic_proto::status::ExtendedStatus details() const;
};

// A server in this process over a small cell, in `init_world` and in its clone `world`:
//   root: frame `pick`; table (box), on it crate (box, frames `grasp` and, on it, `above`);
//   robot (two revolute joints, attachment frame `flange`).
class Served {
 public:
  explicit Served(rpc::ServerOptions options = {});

  std::shared_ptr<session::WorldSession> session(const std::string& id = "world") const;
  std::string objectId(const std::string& name) const;
  std::string frameId(const std::string& object, const std::string& frame) const;
  std::shared_ptr<grpc::Channel> channel() const;

  // One call, with metadata if given.
  template <typename Request, typename Response>
  Outcome call(grpc::Status (pb::ObjectWorldService::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
               const Request& request, Response& response,
               const std::map<std::string, std::string>& metadata = {}) const {
    grpc::ClientContext context;
    for (const auto& [key, value] : metadata) context.AddMetadata(key, value);
    Outcome outcome{((*stub).*method)(&context, request, &response), {}};
    for (const auto& [key, value] : context.GetServerTrailingMetadata())
      outcome.trailing.emplace(std::string(key.data(), key.size()), std::string(value.data(), value.size()));
    return outcome;
  }

  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::shared_ptr<session::WorldRegistry> worlds = std::make_shared<session::WorldRegistry>(store);
  std::unique_ptr<rpc::Server> server;
  std::unique_ptr<pb::ObjectWorldService::Stub> stub;
};

world::World makeCell(const std::shared_ptr<geometry::GeometryStore>& store);

pb::ObjectReference named(const std::string& object);
pb::FrameReference named(const std::string& object, const std::string& frame);
pb::TransformNodeReference node(const std::string& object);
pb::TransformNodeReference node(const std::string& object, const std::string& frame);
// With the filter for the base entity.
pb::ObjectReferenceWithEntityFilter base(const std::string& object);
intrinsic_proto::Pose at(double x, double y, double z);

}  // namespace ww::test

// The call succeeds, or the test says how it failed.
#define WW_OK(outcome)                                                             \
  do {                                                                             \
    const ::ww::test::Outcome ww_outcome_ = (outcome);                             \
    QVERIFY2(ww_outcome_.status.ok(), ww_outcome_.status.error_message().c_str()); \
  } while (false)

// The call fails with this code, and with details for people.
#define WW_FAILS(outcome, wanted)                                                                                   \
  do {                                                                                                              \
    const ::ww::test::Outcome ww_outcome_ = (outcome);                                                              \
    QVERIFY2(ww_outcome_.code() == (wanted),                                                                        \
             (std::string(::ww::codeName(ww_outcome_.code())) + " " + ww_outcome_.status.error_message()).c_str()); \
    QVERIFY(!ww_outcome_.status.error_message().empty());                                                           \
    QVERIFY(!ww_outcome_.details().title().empty());                                                                \
    QCOMPARE(ww_outcome_.details().status_code().code(), static_cast<unsigned>(wanted));                            \
  } while (false)
