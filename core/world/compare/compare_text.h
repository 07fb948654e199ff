// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/world/compare/compare.h"

namespace google::protobuf {
class MessageLite;
}

namespace ww::world {

// Two worlds and which of their objects are the same one.
struct ComparedWorlds {
  const World& base;
  const World& changed;
  IdentifyBy by = IdentifyBy::kId;
  std::function<bool(ObjectId in_base, ObjectId in_changed)> same;
};

// What of it changed, one text for each thing; empty when nothing did. Children and frames are not looked at.
std::vector<std::string> objectChanges(const ComparedWorlds& worlds, const Object& base, const Object& changed);
std::vector<std::string> frameChanges(const ComparedWorlds& worlds, const Frame& base, const Frame& changed);

bool sameBytes(const google::protobuf::MessageLite& a, const google::protobuf::MessageLite& b);

// "moved by 12.0 mm, turned by 3.0°" of two poses in one frame; empty for equal ones.
std::string poseChange(const Pose& base, const Pose& changed);
// "0.10 -> 0.20", in the unit of the numbers, with as many digits as it takes to tell the two apart.
std::string numberChange(double base, double changed);

// The changes of one entity, for objectChanges.
void addEntityChanges(const Entity& base, const Entity& changed, std::vector<std::string>& out);

}  // namespace ww::world
