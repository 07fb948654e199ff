// SPDX-License-Identifier: Apache-2.0
#include "core/planning/robot_scene.h"

#include <cmath>

#include "core/base/finding.h"
#include "core/planning/failures.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::planning {

namespace {

// Of settings that came with a request what is wrong is refused; the world's own are taken as they are.
Result<double> spacingOf(const intrinsic_proto::world::CollisionSettings& settings, bool strict) {
  if (!settings.has_collision_check_spacing()) return kFineSpacing;
  const double asked = settings.collision_check_spacing();
  if (asked > 0.0) return clampSpacing(asked);
  if (strict) return fail(failures::kSpacingNotPositive, {{"spacing", arg::Number{asked}}});
  return kFineSpacing;
}

}  // namespace

RobotScene::RobotScene(kinematics::JointTree tree, collision::Checker checker)
    : tree_(std::move(tree)), checker_(std::move(checker)), state_(checker_.scene().model()) {}

Result<RobotScene> RobotScene::make(const collision::Scene& scene, ObjectId robot, const SettingsPtr& settings) {
  WW_ASSIGN(auto tree, kinematics::JointTree::make(scene.model(), robot));
  collision::CheckOptions options;
  if (settings) {
    WW_ASSIGN(options.rules, scene.rules().with(*settings));
  }
  options.bases = {robot};
  const auto movers = tree.movers();
  RobotScene out(std::move(tree), collision::Checker(scene, movers, std::move(options)));
  const auto& effective = settings ? *settings : scene.world().collisionSettings();
  WW_ASSIGN(out.spacing_, spacingOf(effective, settings != nullptr));
  out.asked_ = effective.collision_check_spacing();
  return out;
}

Diagnostics spacingNotes(const RobotScene& scene) {
  constexpr double kCoarse = 0.2;  // radians or metres; a link passes what is small in between
  const double asked = scene.askedSpacing(), taken = scene.spacing();
  const FailureArg spacing{"spacing", arg::Number{taken}};
  Diagnostics out;
  if (taken > kCoarse) out.push_back(findingOf(fail(failures::kCoarsePath, {spacing})));
  if (asked > 0.0 && std::abs(asked - taken) > 1e-9 * asked)
    out.push_back(
        findingOf(fail(failures::kSpacingCut, {{"asked", arg::Number{asked}}, {"taken", arg::Number{taken}}})));
  return out;
}

void RobotScene::setPadding(double metres, const std::vector<JointVector>& near) {
  checker_.setMargin(metres);
  for (const auto& q : near) checker_.exempt(at(q));
}

const model::State& RobotScene::at(const JointVector& q) {
  state_.set(tree_.mechanism(), q);
  state_.forward(tree_.mechanism());
  return state_;
}

}  // namespace ww::planning
