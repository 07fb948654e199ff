// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include "core/session/edit_builders.h"
#include "core/session/session.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::test {

// A chain of revolute joints about alternating axes, links 0.2 m long, a frame `flange` at its end.
inline intrinsic_proto::scene_object::v1::SceneObject makeArm(int joints) {
  namespace so = intrinsic_proto::scene_object::v1;
  so::SceneObject arm;
  arm.set_name("arm");
  so::Entity* base = arm.add_entities();
  base->set_name("base");
  base->mutable_link();
  std::string parent = "base";
  for (int i = 1; i <= joints; ++i) {
    so::Entity* joint = arm.add_entities();
    joint->set_name(fmt::format("joint_{}", i));
    joint->set_parent_name(parent);
    auto* k = joint->mutable_joint()->mutable_kinematics_component();
    k->set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    k->mutable_axis()->set_z(i % 2);
    k->mutable_axis()->set_y((i + 1) % 2);
    k->mutable_parent_t_inboard()->mutable_position()->set_z(0.2);
    k->mutable_parent_t_inboard()->mutable_orientation()->set_w(1);
    k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
    k->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
    so::Entity* link = arm.add_entities();
    link->set_name(fmt::format("link_{}", i));
    link->set_parent_name(joint->name());
    link->mutable_link();
    parent = link->name();
  }
  so::Entity* flange = arm.add_entities();
  flange->set_name("flange");
  flange->set_parent_name(parent);
  flange->mutable_frame()->set_is_attachment_frame(true);
  flange->mutable_parent_t_this()->mutable_position()->set_z(0.2);
  flange->mutable_parent_t_this()->mutable_orientation()->set_w(1);
  return arm;
}

// A base with so many entities in all: sliding joints beside each other, a link on each.
inline intrinsic_proto::scene_object::v1::SceneObject makeComb(int entities) {
  namespace so = intrinsic_proto::scene_object::v1;
  so::SceneObject comb;
  so::Entity* base = comb.add_entities();
  base->set_name("base");
  base->mutable_link();
  for (int i = 1; i < entities; ++i) {
    so::Entity* part = comb.add_entities();
    const bool is_joint = i % 2 == 1 && i + 1 < entities;
    part->set_name(fmt::format("{}_{}", is_joint ? "joint" : "link", i));
    part->set_parent_name(i % 2 == 0 ? fmt::format("joint_{}", i - 1) : "base");
    if (!is_joint) {
      part->mutable_link();
      continue;
    }
    auto* k = part->mutable_joint()->mutable_kinematics_component();
    k->set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_PRISMATIC);
    k->mutable_axis()->set_z(1);
    k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
    k->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
  }
  return comb;
}

inline session::EditsPtr box(ObjectId parent, std::string name, const Pose& pose = {}) {
  return session::createPrimitive(parent, {}, std::move(name), geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, pose);
}

}  // namespace ww::test
