// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include <grpcpp/impl/codegen/service_type.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/rpc/call.h"

namespace ww::rpc {

class GeometryKeeper;
class OperationStore;
class ReplayKeeper;

// What services work with. Outlives them.
struct Backend {
  session::WorldRegistry& worlds;
  Calls& calls;
  std::set<std::string> kept_worlds;        // that clients cannot delete
  std::shared_ptr<ReplayKeeper> replays{};  // of planning calls; null: none are kept
};

// All services, in the order in which they are registered.
std::vector<std::unique_ptr<grpc::Service>> makeServices(const Backend& backend);

// One for each service.
std::unique_ptr<grpc::Service> makeWorldService(const Backend& backend);
std::unique_ptr<grpc::Service> makeGeometryService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper);
std::unique_ptr<grpc::Service> makeOperationsService(const Backend& backend,
                                                     std::shared_ptr<OperationStore> operations);
std::unique_ptr<grpc::Service> makeImportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper,
                                                 std::shared_ptr<OperationStore> operations);
std::unique_ptr<grpc::Service> makeExportService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper);
std::unique_ptr<grpc::Service> makePlannerService(const Backend& backend, std::shared_ptr<GeometryKeeper> keeper);
std::unique_ptr<grpc::Service> makeProgramService(const Backend& backend);
std::unique_ptr<grpc::Service> makeSensingService(const Backend& backend);
std::unique_ptr<grpc::Service> makeSimulationService(const Backend& backend);

}  // namespace ww::rpc
