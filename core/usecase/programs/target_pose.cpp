// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/target_pose.h"

#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/plan.h"
#include "core/world/views/references.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {

Result<std::optional<Pose>> targetPose(const world::World& world, const worldwright::v1::MoveStep& move, ObjectId robot,
                                       const world::NodeRef& tool) {
  if (move.has_frame()) {
    WW_ASSIGN(const world::NodeRef frame, world::resolve(world, move.frame()));
    WW_ASSIGN(const Pose frame_t_tool, geometry::fromWireOrIdentity(move.has_frame_t_tool(), move.frame_t_tool()));
    return std::optional(world.rootT(frame) * frame_t_tool);
  }
  WW_ASSIGN(const kinematics::JointTree tree, kinematics::JointTree::make(world, robot));
  JointVector q;
  if (move.has_configuration()) {
    WW_ASSIGN(q, planning::namedConfiguration(world, robot, move.configuration()));
  } else {
    const auto& joints = move.constraint().joint_position().joints();
    q = Eigen::Map<const JointVector>(joints.data(), joints.size());
  }
  if (q.size() != static_cast<Eigen::Index>(tree.size())) return std::optional<Pose>();
  return std::optional(tree.rootT(tree.riding(tool), q));
}

}  // namespace ww::usecase
