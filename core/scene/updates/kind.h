// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <type_traits>

#include "core/scene/updates/draft.h"

namespace google::protobuf {
class Message;
}

namespace ww::scene::updates {

// A kind of update: one row, in the file that applies it.
struct UpdateKind {
  const google::protobuf::Descriptor* request = nullptr;
  // Changes the draft, or fails; a draft that failed is dropped whole.
  Status (*apply)(Draft&, const google::protobuf::Message& request) = nullptr;
};

template <typename Request>
std::type_identity<Request> requestOf(Status (*apply)(Draft&, const Request&));

// The row of kApply(draft, request).
template <auto kApply>
UpdateKind kindOf() {
  using Request = typename decltype(requestOf(kApply))::type;
  return {Request::descriptor(), [](Draft& draft, const google::protobuf::Message& m) {
            return kApply(draft, static_cast<const Request&>(m));
          }};
}

// The rows of each file.
UpdateKind entityPoseKind(), createFrameKind(), deleteEntityKind(), configurationsKind(), jointsKind(),
    cartesianLimitsKind(), renameEntityKind(), collisionRulesKind(), userDataKind(), ikSolversKind(), reparentKind(),
    framePropertiesKind(), geometryKind(), physicsKind(), simulationKind();

}  // namespace ww::scene::updates
