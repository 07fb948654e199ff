// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/edit_client.h"

#include <grpcpp/create_channel.h>

#include <chrono>

#include "core/rpc/client_name.h"
#include "core/rpc/failures.h"
#include "core/usecase/share.h"
#include "intrinsic/world/proto/object_world_service.grpc.pb.h"

namespace ww::rpc {
namespace {

constexpr std::chrono::seconds kLongestCall{30};

}  // namespace

Status sendUpdates(const std::string& address, const std::string& token,
                   const intrinsic_proto::world::ObjectWorldUpdates& updates) {
  namespace wire = intrinsic_proto::world;
  const auto stub = wire::ObjectWorldService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  wire::UpdateWorldResourcesRequest request;
  *request.mutable_world_updates() = updates;
  request.set_world_id(std::string(usecase::kSharedWorld));
  request.set_view(wire::BASIC);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kLongestCall);
  context.AddMetadata(std::string(kClientMetadata), "worldwright");
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
  wire::UpdateWorldResourcesResponse response;
  const grpc::Status done = stub->UpdateWorldResources(&context, request, &response);
  if (done.ok()) return okStatus();
  const arg::Words reason{done.error_message()};
  const bool nobody = done.error_code() == grpc::StatusCode::UNAVAILABLE;
  return fail(nobody ? failures::kNobodyThere : failures::kRefusedThere,
              {{"address", arg::Words{address}}, {"reason", reason}});
}

}  // namespace ww::rpc
