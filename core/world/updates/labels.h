// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace google::protobuf {
class Message;
class MessageLite;
}  // namespace google::protobuf
namespace intrinsic_proto::world {
class FrameReference;
class ObjectReference;
class ObjectReferenceWithEntityFilter;
}  // namespace intrinsic_proto::world

// What labels and stream keys of several kinds of edit are made of.
namespace ww::world::updates {

// A name as labels show it: at most 60 bytes.
std::string labelName(const std::string& name);
// As the world calls it; else (unknown yet, made by an earlier update) as the reference does.
std::string labelName(const World& world, const intrinsic_proto::world::ObjectReference& ref);
std::string labelName(const World& world, const intrinsic_proto::world::FrameReference& ref);
std::string labelName(const World& world, const intrinsic_proto::world::ObjectReferenceWithEntityFilter& ref);
// "Change properties of {name}" and the like, of one thing.
Phrase labelOfOne(const char* text, std::string name);
// For kinds whose commits bring a label of their own.
Phrase plainLabel(const World& world, const google::protobuf::Message& request);

// One target of a stream of edits, as a part of a key.
std::string streamTarget(char kind, const google::protobuf::MessageLite& target);

}  // namespace ww::world::updates
