// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/text_format.h>
#include <QtTest>

#include <string>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::test {

// A message from its text, which is the test's own.
template <typename Message>
Message fromText(const std::string& text) {
  Message message;
  if (!google::protobuf::TextFormat::ParseFromString(text, &message))
    qFatal("the test's own text is wrong: %s", text.c_str());
  return message;
}

// A turning and a sliding joint, a camera, two frames on the last link, and something said about most of them.
inline intrinsic_proto::scene_object::v1::SceneObject armToUpdate() {
  return fromText<intrinsic_proto::scene_object::v1::SceneObject>(R"(
    name: 'arm'
    entities { name: 'base' link {} }
    entities { name: 'j1' parent_name: 'base' joint { kinematics_component {
      motion_type: MOTION_TYPE_REVOLUTE raw_value: 0.5
      parent_t_inboard { position { z: 1 } orientation { w: 1 } }
      system_limits { fixed_limits { lower: -2 upper: 2 } velocity: 3 }
      application_limits { fixed_limits { lower: -1 upper: 1 } velocity: 2 } } } }
    entities { name: 'l1' parent_name: 'j1' link {} }
    entities { name: 'j2' parent_name: 'l1' joint { kinematics_component {
      motion_type: MOTION_TYPE_PRISMATIC axis { x: 1 }
      system_limits { fixed_limits { lower: 0 upper: 0.4 } } } } }
    entities { name: 'l2' parent_name: 'j2' link { physics_component { mass_kg: 2 friction { mu: 0.3 } } } }
    entities { name: 'cam' parent_name: 'l1' sensor { sensor_component { camera {} } }
      parent_t_this { position { y: 0.2 } orientation { w: 1 } } }
    entities { name: 'tool' parent_name: 'l2' frame { is_attachment_frame: true }
      parent_t_this { position { x: 0.1 } orientation { w: 1 } } }
    entities { name: 'tip' parent_name: 'tool' frame {} parent_t_this { position { x: 0.05 } orientation { w: 1 } } }
    properties { kinematics {
      ik_solvers { ik_solver: 'numeric' tip_link_name: 'l2' }
      named_configurations { name: 'home' joint_positions { key: 'j1' value: 0.1 }
                             joint_positions { key: 'j2' value: 0.2 } } } }
    collision_rules { exclusion_rules { entity_pair { left_entity { entity_name: 'base' }
                                                      right_entity { entity_name: 'l1' } } is_excluded: true } }
    simulation_spec { robot { device_specs { name: 'drive' joint_entity: 'j1' } }
                      multi_camera_plugin { sensors { id: 1 name: 'cam' } } }
    user_data { key: 'mine' value { type_url: 't/x' value: 'v' } }
  )");
}

}  // namespace ww::test
