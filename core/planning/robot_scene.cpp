// SPDX-License-Identifier: Apache-2.0
#include "core/planning/robot_scene.h"

#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::planning {

Result<RobotScene> RobotScene::make(const model::Model& model, ObjectId robot, const SettingsPtr& settings,
                                    std::shared_ptr<collision::ShapeCache> cache) {
  WW_ASSIGN(auto tree, kinematics::JointTree::make(model, robot));
  RobotScene scene(std::move(tree));
  const world::World& world = model.world();
  auto rules = collision::RuleSet::ofWorld(world);
  if (settings) {
    WW_ASSIGN(rules, collision::RuleSet::make(world, *settings));
  }
  scene.poses_.resize(scene.tree_.movers().size());
  scene.checker_ = collision::makeBulletChecker({model, std::move(rules), scene.tree_.movers(), std::move(cache)});
  return scene;
}

void RobotScene::setPadding(double metres, const std::vector<JointVector>& near) {
  checker_->setPadding(metres);
  for (const auto& q : near) at(q).exemptFromPadding();
}

collision::CollisionChecker& RobotScene::at(const JointVector& q) {
  ++checks_;
  tree_.moverPoses(q, poses_);
  checker_->setMovers(poses_);
  return *checker_;
}

}  // namespace ww::planning
