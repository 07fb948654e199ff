// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

// How many there may be is a rule of scene objects.
static Status setSolvers(Draft& draft, const so::SetIKSolversUpdate& update) {
  const auto& all = draft.object().entities();
  const bool any = std::any_of(all.begin(), all.end(), [](const so::Entity& e) {
    return e.has_joint() && moves(e.joint().kinematics_component());
  });
  if (!any) return fail(failures::kSolverWithoutJoints);
  for (const so::IkSolver& solver : update.ik_solvers()) {
    if (!solver.has_tip_link_name() || solver.tip_link_name().empty()) continue;
    WW_ASSIGN(const so::Entity* const tip, draft.named(solver.tip_link_name(), "tip_link_name"));
    if (!tip->has_link()) return fail(failures::kTipNoLink, {{"entity", arg::Name{shown(tip->name())}}});
  }
  so::Kinematics& kinematics = *draft.object().mutable_properties()->mutable_kinematics();
  *kinematics.mutable_ik_solvers() = update.ik_solvers();
  return okStatus();
}

UpdateKind ikSolversKind() { return kindOf<setSolvers>(); }

}  // namespace ww::scene::updates
