// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/scene.h"

#include <cmath>

namespace ww::io::worker {

double JointPart::startValue() const {
  if (motion == Motion::kFixed || (lower <= 0.0 && upper >= 0.0)) return 0.0;
  if (std::isfinite(lower) && std::isfinite(upper)) return 0.5 * (lower + upper);
  return std::isfinite(lower) ? lower : upper;
}

Pose JointPart::parent_t_joint() const {
  const double value = startValue();
  if (motion == Motion::kRevolute) return parent_t_inboard * Pose::rotation(axis, value);
  if (motion == Motion::kPrismatic) return parent_t_inboard * Pose{axis * value, Quat::Identity()};
  return parent_t_inboard;
}

Model singleLink(std::string name, LinkPart link) {
  Model out;
  out.name = std::move(name);
  link.collide_with_visuals = true;
  out.nodes.push_back({"base", -1, Pose::identity(), std::move(link)});
  return out;
}

}  // namespace ww::io::worker
