// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/services.h"

#include "core/rpc/geometry_keeper.h"
#include "core/rpc/operations.h"

namespace ww::rpc {

std::vector<std::unique_ptr<grpc::Service>> makeServices(const Backend& backend) {
  std::vector<std::unique_ptr<grpc::Service>> services;
  services.push_back(makeWorldService(backend));
  const auto keeper = std::make_shared<GeometryKeeper>(backend.worlds.sharedStore());
  const auto operations = std::make_shared<OperationStore>();
  services.push_back(makeGeometryService(backend, keeper));
  services.push_back(makeOperationsService(backend, operations));
  services.push_back(makeImportService(backend, keeper, operations));
  services.push_back(makeExportService(backend, keeper));
  services.push_back(makePlannerService(backend, keeper));
  services.push_back(makeProgramService(backend));
  services.push_back(makeSensingService(backend));
  services.push_back(makeSimulationService(backend));
  return services;
}

}  // namespace ww::rpc
