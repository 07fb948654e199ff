// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/base/status.h"
#include "core/math/pose.h"
#include "core/scene/joint.h"
#include "updated_arm.h"

namespace ww::test {

namespace so = intrinsic_proto::scene_object::v1;

bool has(const so::SceneObject& object, const std::string& name);
const so::Entity& at(const so::SceneObject& object, const std::string& name);
const scene::KinematicsComponent& joint(const so::SceneObject& object, const std::string& name);
const so::Kinematics& kinematics(const so::SceneObject& object);
// A pose of no turn, and a box, as text.
std::string put(const std::string& position);
extern const std::string kBox;

// One update of armToUpdate(): its text, as one of SceneObjectUpdate, what comes of it, and what holds then.
struct Row {
  const char* name;
  std::string update;
  Code code = Code::kOk;
  std::function<bool(const so::SceneObject&)> holds = nullptr;
};
// Of each kind: as it is meant, at its edges, refused.
std::vector<Row> updateRows();

}  // namespace ww::test
