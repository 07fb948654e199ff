// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/usecase/revision/revision_sides.h"

// What a part of an object takes over of the same part in its file.
namespace ww::usecase {

struct ReshapeSides {
  const PartNote &base, &now, &mine;            // the file as it was, as it is, the object
  std::optional<std::set<std::string>> shapes;  // these alone
};
// A set of shapes that people changed stays, unless nothing else is asked for.
void reshape(const ReshapeSides& sides, const intrinsic_proto::world::GeometryComponent& file,
             intrinsic_proto::world::GeometryComponent& component);

// The joint of the file, where it stands in the object, with limits that people set as long as the file allows them.
void takeJoint(const intrinsic_proto::world::KinematicsComponent& file,
               intrinsic_proto::world::KinematicsComponent& joint);

}  // namespace ww::usecase
