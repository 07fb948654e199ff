// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/scene.h"

#include "core/scene/limits.h"

namespace ww::io::worker {

double JointPart::startValue() const { return motion == Motion::kFixed ? 0.0 : scene::startPosition({lower, upper}); }

Pose JointPart::parent_t_joint() const {
  return jointPose(parent_t_inboard, motion, axis, startValue(), outboard_t_child);
}

void dropIdleFixedJoints(Model& model) {
  const std::size_t n = model.nodes.size();
  std::vector<bool> keep(n, true);
  for (std::size_t i = 0; i < n; ++i) {
    const auto* joint = std::get_if<JointPart>(&model.nodes[i].part);
    if (joint && (joint->motion != JointPart::Motion::kFixed || joint->is_custom)) return;
    keep[i] = joint == nullptr;
  }
  for (const Node& node : model.nodes) {
    if (std::holds_alternative<SensorPart>(node.part) && node.parent >= 0)
      keep[static_cast<std::size_t>(node.parent)] = true;
  }
  std::vector<int> new_index(n, -1);
  std::vector<Node> kept;
  for (std::size_t i = 0; i < n; ++i) {
    if (!keep[i]) continue;
    Node node = std::move(model.nodes[i]);
    if (node.parent >= 0 && !keep[static_cast<std::size_t>(node.parent)]) {
      const Node& joint = model.nodes[static_cast<std::size_t>(node.parent)];
      node.parent_t_this = std::get<JointPart>(joint.part).parent_t_joint() * node.parent_t_this;
      node.parent = joint.parent;
    }
    if (node.parent >= 0) node.parent = new_index[static_cast<std::size_t>(node.parent)];
    new_index[i] = static_cast<int>(kept.size());
    kept.push_back(std::move(node));
  }
  model.nodes = std::move(kept);
}

Model singleLink(std::string name, LinkPart link) {
  Model out;
  out.name = std::move(name);
  link.collide_with_visuals = true;
  out.nodes.push_back({"base", -1, Pose::identity(), std::move(link)});
  return out;
}

}  // namespace ww::io::worker
