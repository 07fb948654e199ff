// SPDX-License-Identifier: Apache-2.0
#include "core/planning/frame_motion.h"

#include <algorithm>

namespace ww::planning {
namespace {

// From the first joint to the last, what the bodies so far do to the point where the node is.
class NodeMotion {
 public:
  NodeMotion(const model::Mechanism& mechanism, world::NodeRef node)
      : mechanism_(mechanism), seat_(mechanism_.seat(node)), root_t_row_(mechanism_.moved().size()) {
    for (int row = seat_.row; row >= 0; row = mechanism_.row(static_cast<std::size_t>(row)).parent)
      chain_.push_back(static_cast<std::size_t>(row));
    std::ranges::reverse(chain_);
  }

  FrameDerivatives operator()(const JointVector& q, const JointVector& d1, const JointVector& d2) {
    FrameDerivatives out = FrameDerivatives::Zero();
    if (chain_.empty()) return out;
    mechanism_.forward(q, root_t_row_);
    const Vec3 p = root_t_row_[chain_.back()] * seat_.row_t_node.p;
    Vec3 v = Vec3::Zero(), a = v, w = v, dw = v;
    for (const std::size_t row : chain_) {
      const auto& r = mechanism_.row(row);
      const auto [axis, origin] = mechanism_.axis(row, root_t_row_);
      const double speed = r.multiplier * d1[r.joint], change = r.multiplier * d2[r.joint];
      const bool turns = mechanism_.model().body(mechanism_.moved()[row]).revolute;
      const Vec3 lever = turns ? Vec3(axis.cross(p - origin)) : axis;
      v += speed * lever;
      // Of the joint itself, and Coriolis.
      a += change * lever + 2.0 * speed * w.cross(lever);
      if (!turns) continue;
      a += speed * speed * axis.cross(lever);
      dw += change * axis + speed * w.cross(axis);
      w += speed * axis;
    }
    out << v, a, w, dw;
    return out;
  }

 private:
  model::Mechanism mechanism_;
  model::Mechanism::Seat seat_;
  std::vector<std::size_t> chain_;
  std::vector<Pose> root_t_row_;
};

}  // namespace

FrameMotion frameMotion(const model::Mechanism& mechanism, world::NodeRef node) { return NodeMotion(mechanism, node); }

}  // namespace ww::planning
