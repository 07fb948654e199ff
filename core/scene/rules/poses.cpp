// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/wire_convert.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

void check(int i, bool present, const intrinsic_proto::Pose& pose, std::string_view field, Findings& findings) {
  Status status = geometry::fromWireOrIdentity(present, pose).status();
  if (!status.ok()) findings.addIn(i, std::move(status).in(field));
}

}  // namespace

void poses(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    const so::Entity& e = object.entity(i);
    // That of a root is ignored, as the document says.
    if (!e.parent_name().empty()) check(i, e.has_parent_t_this(), e.parent_t_this(), "parent_t_this", findings);
    if (!e.has_joint()) continue;
    const KinematicsComponent& k = e.joint().kinematics_component();
    check(i, k.has_parent_t_inboard(), k.parent_t_inboard(), "parent_t_inboard", findings);
    check(i, k.has_outboard_t_child(), k.outboard_t_child(), "outboard_t_child", findings);
  }
}

}  // namespace ww::scene::rules
