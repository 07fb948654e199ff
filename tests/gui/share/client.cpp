// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/share/client.h"

#include "tests/rpc/served.h"

namespace ww::share_test {

namespace pb = intrinsic_proto::world;

struct Client::Impl {
  std::string name, token;
  std::unique_ptr<pb::ObjectWorldService::Stub> stub;

  template <typename Request, typename Response>
  Code call(grpc::Status (pb::ObjectWorldService::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
            const Request& request, Response& response) const {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    context.AddMetadata("worldwright-client", name);
    if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
    return static_cast<Code>(((*stub).*method)(&context, request, &response).error_code());
  }
};

Client::Client(const std::string& address, std::string name, std::string token, const std::string& authority)
    : impl_(std::make_unique<Impl>()) {
  impl_->name = std::move(name);
  impl_->token = std::move(token);
  const auto credentials =
      authority.empty() ? grpc::InsecureChannelCredentials() : grpc::SslCredentials({authority, {}, {}});
  impl_->stub = pb::ObjectWorldService::NewStub(grpc::CreateChannel(address, credentials));
}

Client::~Client() = default;

Code Client::createBox(const std::string& world, const std::string& name) {
  pb::CreateObjectRequest request;
  request.set_world_id(world);
  request.set_name(name);
  request.set_name_is_global_alias(true);
  *request.mutable_parent_object() = test::base("root");
  *request.mutable_parent_object_t_created_object() = test::at(0.5, 0.5, 0.5);
  auto& sets = *request.mutable_create_single_entity_object()->mutable_geometry_component()->mutable_named_geometries();
  for (const char* purpose : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
    auto* size = (*sets[purpose].mutable_named_geometries())["shape"]
                     .mutable_geometry()
                     ->mutable_inline_geometry_data()
                     ->mutable_exact_geometry()
                     ->mutable_primitive_set()
                     ->add_primitives()
                     ->mutable_shape()
                     ->mutable_box()
                     ->mutable_size();
    size->set_x(0.1);
    size->set_y(0.1);
    size->set_z(0.1);
  }
  pb::Object response;
  return impl_->call(&pb::ObjectWorldService::Stub::CreateObject, request, response);
}

Code Client::move(const std::string& world, const std::string& name, double x) {
  pb::UpdateTransformRequest request;
  request.set_world_id(world);
  *request.mutable_node_a() = test::node("root");
  *request.mutable_node_b() = test::node(name);
  *request.mutable_node_to_update() = test::node(name);
  *request.mutable_a_t_b() = test::at(x, 0.5, 0.5);
  pb::UpdateTransformResponse response;
  return impl_->call(&pb::ObjectWorldService::Stub::UpdateTransform, request, response);
}

Code Client::rename(const std::string& world, const std::string& from, const std::string& to) {
  pb::UpdateObjectNameRequest request;
  request.set_world_id(world);
  *request.mutable_object() = test::named(from);
  request.set_name(to);
  request.set_name_is_global_alias(true);
  pb::Object response;
  return impl_->call(&pb::ObjectWorldService::Stub::UpdateObjectName, request, response);
}

Code Client::remove(const std::string& world, const std::string& name) {
  pb::DeleteObjectRequest request;
  request.set_world_id(world);
  *request.mutable_object() = test::named(name);
  request.set_force(true);
  google::protobuf::Empty response;
  return impl_->call(&pb::ObjectWorldService::Stub::DeleteObject, request, response);
}

Code Client::clone(const std::string& from, const std::string& to, const std::string& tag) {
  pb::CloneWorldRequest request;
  request.set_world_id(from);
  request.set_cloned_world_id(to);
  request.set_user_tag(tag);
  pb::WorldMetadata response;
  return impl_->call(&pb::ObjectWorldService::Stub::CloneWorld, request, response);
}

std::vector<std::string> Client::objects(const std::string& world) {
  pb::ListObjectsRequest request;
  request.set_world_id(world);
  pb::ListObjectsResponse response;
  std::vector<std::string> names;
  if (impl_->call(&pb::ObjectWorldService::Stub::ListObjects, request, response) != Code::kOk) return names;
  for (const auto& object : response.objects()) names.push_back(object.name());
  return names;
}

Code Client::get(const std::string& world, const std::string& name) {
  pb::GetObjectRequest request;
  request.set_world_id(world);
  *request.mutable_object() = test::named(name);
  pb::Object response;
  return impl_->call(&pb::ObjectWorldService::Stub::GetObject, request, response);
}

}  // namespace ww::share_test
