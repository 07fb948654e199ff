// SPDX-License-Identifier: Apache-2.0
// What of requests decides nothing here, told to who sets it.
#include "core/base/finding.h"
#include "core/base/phrase.h"
#include "core/planning/failures.h"
#include "core/planning/wire.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::planning {
namespace {

Diagnostic withoutEffect(const char* field, Phrase reason) {
  return findingOf(fail(failures::kWithoutEffect, {{"field", arg::Words{field}}, {"reason", std::move(reason)}}));
}

template <typename Message>
Diagnostics ignoredChecker(const Message& message, const char* field) {
  if (!message.has_collision_checker_config()) return {};
  return {withoutEffect(field, phrase(WW_TEXT("Core", "there is one collision checker")))};
}

}  // namespace

Diagnostics ignoredFields(const mp::MotionPlanningRequest& request) {
  const auto& config = request.motion_planner_config();
  Diagnostics out = ignoredChecker(config, "motion_planner_config.collision_checker_config");
  if (config.has_shortcutting_combine_collinear_segments())
    out.push_back(withoutEffect("motion_planner_config.shortcutting_combine_collinear_segments",
                                phrase(WW_TEXT("Core", "the planner shortens paths in its own way"))));
  if (!request.snapshot_world_id().empty())
    out.push_back(withoutEffect("snapshot_world_id",
                                phrase(WW_TEXT("Core", "the plan is made in the world of world_id as it is now"))));
  return out;
}

Diagnostics ignoredFields(const mp::IkRequest& request) { return ignoredChecker(request, "collision_checker_config"); }
Diagnostics ignoredFields(const mp::FkRequest& /*request*/) { return {}; }
Diagnostics ignoredFields(const mp::CheckCollisionsRequest& request) {
  return ignoredChecker(request, "collision_checker_config");
}

}  // namespace ww::planning
