// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/difference/records.h"

namespace intrinsic_proto::world {
class EntityReference;
class FrameReference;
class ObjectOrEntityReference;
class ObjectReference;
class ObjectReferenceWithEntityFilter;
class TransformNodeReference;
}  // namespace intrinsic_proto::world

namespace ww::difference {

namespace pb = intrinsic_proto::world;

// Calls fn with every id ("o12", "e13", "f14") by which a message refers to a node, at any depth; fn may change it.
void forEachReference(google::protobuf::Message& message, const std::function<void(std::string& id)>& fn);

// What can be referred to in a world.
struct Known {
  std::unordered_set<std::uint64_t> ids;
  std::unordered_set<std::string> names;  // of objects; "object/frame" of frames
};
Known knownIn(const Records& records);

// What a message refers to that is not known: the id, 0 where it is referred to by name, and the reference as text.
struct Missing {
  std::uint64_t id = 0;
  std::string text;
};
std::vector<Missing> missingIn(const google::protobuf::Message& message, const Known& known);

// As people write it: "robot", "robot:link_3", "robot/flange".
std::string refText(const pb::ObjectReference& ref, const Records& records);
std::string refText(const pb::TransformNodeReference& ref, const Records& records);
std::string refText(const pb::ObjectOrEntityReference& ref, const Records& records);
std::string refText(const pb::ObjectReferenceWithEntityFilter& ref, const Records& records);

}  // namespace ww::difference
