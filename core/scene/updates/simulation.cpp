// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

static Status updateSimulation(Draft& draft, const so::UpdateSimulationProperties& update) {
  if (update.has_is_static()) draft.object().mutable_simulation_spec()->set_is_static(update.is_static());
  if (update.has_is_disabled()) draft.object().mutable_simulation_spec()->set_disabled(update.is_disabled());
  return okStatus();
}

UpdateKind simulationKind() { return kindOf<updateSimulation>(); }

}  // namespace ww::scene::updates
