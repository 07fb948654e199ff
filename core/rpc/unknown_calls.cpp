// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/unknown_calls.h"

#include <google/protobuf/descriptor.h>

#include <array>
#include <string>
#include <vector>

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/rpc/failures.h"
#include "core/rpc/wire_status.h"

namespace ww::rpc {
namespace {

constexpr std::array<const char*, 9> kServices = {"google.longrunning.Operations",
                                                  "intrinsic_proto.geometry.GeometryService",
                                                  "intrinsic_proto.motion_planning.v1.MotionPlannerService",
                                                  "intrinsic_proto.scene_object.v1.SceneObjectExport",
                                                  "intrinsic_proto.scene_object.v1.SceneObjectImport",
                                                  "intrinsic_proto.world.ObjectWorldService",
                                                  "worldwright.v1.ProgramService",
                                                  "worldwright.v1.SensingService",
                                                  "worldwright.v1.SimulationService"};

std::string lastPart(const std::string& name, char separator) { return name.substr(name.rfind(separator) + 1); }

// Of a service that there is its calls, else the services.
Status noSuchCall(const std::string& path) {
  constexpr std::size_t kLongest = 120;
  const std::string whole = path.starts_with('/') ? path.substr(1) : path;
  const std::string service = whole.substr(0, whole.find('/')), call = lastPart(whole, '/');
  const auto* known = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(service);
  bool is_served = false;
  std::vector<std::string> names;
  for (const char* one : kServices) is_served = is_served || service == one;
  if (!known || !is_served) {
    names.assign(kServices.begin(), kServices.end());
    Status status = fail(failures::kNoSuchService,
                         {{"service", arg::Name{shortened(service, kLongest)}}, {"known", arg::Names{names}}});
    return withNearest(std::move(status), service, names);
  }
  for (int i = 0; i < known->method_count(); ++i) names.push_back(known->method(i)->name());
  Status status = fail(
      failures::kNoSuchCall,
      {{"call", arg::Name{shortened(call, kLongest)}}, {"service", arg::Words{service}}, {"known", arg::Names{names}}});
  return withNearest(std::move(status), call, names);
}

class Refusal final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Refusal(const Status& status) { Finish(toGrpcStatus(status)); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* UnknownCalls::CreateReactor(grpc::GenericCallbackServerContext* context) {
  return new Refusal(noSuchCall(context->method()));
}

}  // namespace ww::rpc
