// SPDX-License-Identifier: Apache-2.0
#include "tests/rpc/served.h"

#include <iostream>

#include "core/world/views/references.h"
#include "google/rpc/status.pb.h"
#include "tests/unit/world/arm.h"

namespace ww::test {
namespace {

// Setting up must not fail.
template <typename T>
T must(Result<T> result) {
  if (!result.ok()) std::cerr << result.status().line() << std::endl;
  return std::move(result).value();
}

void must(const Status& status) {
  if (!status.ok()) std::cerr << status.line() << std::endl;
  WW_CHECK(status.ok());
}

Pose placed(double x, double y, double z) {
  Pose pose;
  pose.p = Vec3(x, y, z);
  return pose;
}

}  // namespace

world::World makeCell(const std::shared_ptr<geometry::GeometryStore>& store) {
  session::WorldSession made(world::World(), store);
  const auto commit = [&](const session::EditsPtr& edits) {
    session::CommitRequest request;
    request.edits = edits;
    must(made.commit(request).status());
  };
  const auto object = [&](const char* name) { return made.snapshot().world->aliasNamed(name); };
  commit(
      session::createPrimitive(world::kRootObject, {}, "table", geometry::Box{Vec3(1, 1, 0.1)}, {}, placed(1, 0, 0)));
  commit(session::createPrimitive(object("table"), {}, "crate", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                  placed(0, 0, 0.1)));
  commit(session::createFrame(object("crate"), made.snapshot().world->object(object("crate"))->rootEntity(), "grasp",
                              placed(0, 0, 0.05)));
  commit(session::createFrameOnFrame(made.snapshot().world->frameNamed(object("crate"), "grasp"), "above",
                                     placed(0, 0, 0.2)));
  commit(session::createFrame(world::kRootObject, world::kRootEntity, "pick", placed(0, 1, 0)));
  commit(session::createFromSceneObject(world::kRootObject, {}, "robot", makeArm(2), Pose{}));
  return *made.snapshot().world;
}

Served::Served(rpc::ServerOptions options) {
  must(worlds->add("init_world", std::make_shared<session::WorldSession>(makeCell(store), store)));
  must(worlds->clone({"init_world", "world", false, {}, {}}).status());
  if (options.kept_worlds.empty()) options.kept_worlds = {"init_world"};
  server = must(rpc::Server::start(std::move(options), worlds));
  stub = pb::ObjectWorldService::NewStub(channel());
}

std::shared_ptr<grpc::Channel> Served::channel() const {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
  return grpc::CreateCustomChannel(server->address(), grpc::InsecureChannelCredentials(), arguments);
}

std::shared_ptr<session::WorldSession> Served::session(const std::string& id) const { return must(worlds->find(id)); }

std::string Served::objectId(const std::string& name) const {
  return world::toWire(session()->snapshot().world->aliasNamed(name));
}

std::string Served::frameId(const std::string& object, const std::string& frame) const {
  const world::WorldPtr w = session()->snapshot().world;
  return world::toWire(w->frameNamed(w->aliasNamed(object), frame));
}

intrinsic_proto::status::ExtendedStatus Outcome::details() const {
  google::rpc::Status rpc;
  intrinsic_proto::status::ExtendedStatus extended;
  if (rpc.ParseFromString(status.error_details()) && rpc.details_size() > 0 &&
      rpc.code() == static_cast<int>(status.error_code()))
    rpc.details(0).UnpackTo(&extended);
  return extended;
}

pb::ObjectReference named(const std::string& object) {
  pb::ObjectReference ref;
  ref.mutable_by_name()->set_object_name(object);
  return ref;
}

pb::FrameReference named(const std::string& object, const std::string& frame) {
  pb::FrameReference ref;
  ref.mutable_by_name()->set_object_name(object);
  ref.mutable_by_name()->set_frame_name(frame);
  return ref;
}

pb::TransformNodeReference node(const std::string& object) {
  pb::TransformNodeReference ref;
  ref.mutable_by_name()->mutable_object()->set_object_name(object);
  return ref;
}

pb::TransformNodeReference node(const std::string& object, const std::string& frame) {
  pb::TransformNodeReference ref;
  ref.mutable_by_name()->mutable_frame()->set_object_name(object);
  ref.mutable_by_name()->mutable_frame()->set_frame_name(frame);
  return ref;
}

pb::ObjectReferenceWithEntityFilter base(const std::string& object) {
  pb::ObjectReferenceWithEntityFilter ref;
  *ref.mutable_reference() = named(object);
  ref.mutable_entity_filter()->set_include_base_entity(true);
  return ref;
}

intrinsic_proto::Pose at(double x, double y, double z) {
  intrinsic_proto::Pose pose;
  pose.mutable_position()->set_x(x);
  pose.mutable_position()->set_y(y);
  pose.mutable_position()->set_z(z);
  pose.mutable_orientation()->set_w(1);
  return pose;
}

}  // namespace ww::test
