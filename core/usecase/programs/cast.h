// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "core/world/values/world.h"

namespace google::protobuf {
class Message;
}
namespace worldwright::v1 {
class MoveStep;
class Program;
class ProgramStep;
}  // namespace worldwright::v1

namespace ww::usecase {

// Who takes part in a program of a world: robots, tools, and whatever else its steps name.

// The arms of a world, in the order of their ids.
std::vector<ObjectId> armsOf(const world::World& world);
// The robot of a program; of one that names none the only arm, of several the one that is called "robot". NOT_FOUND,
// FAILED_PRECONDITION for an object without joints, INVALID_ARGUMENT where nobody can tell which is meant.
Result<ObjectId> robotOf(const world::World& world, const worldwright::v1::Program& program);
// Of a move, which may name its own; fails so.
Result<ObjectId> robotOf(const world::World& world, const worldwright::v1::Program& program,
                         const worldwright::v1::MoveStep& move);
// What moves: the tool of the move, of the program, or the likeliest of the robot. NOT_FOUND, FAILED_PRECONDITION.
Result<world::NodeRef> toolOf(const world::World& world, const worldwright::v1::Program& program,
                              const worldwright::v1::MoveStep* move, ObjectId robot);
// The frames that programs and their moves name as tools, sorted; what is not there is passed over.
std::vector<FrameId> namedTools(const world::World& world);
// The entity that a node is on.
EntityId entityOf(const world::World& world, const world::NodeRef& node);
ObjectId objectOf(const world::World& world, const world::NodeRef& node);

// fn(node, or why there is none) for each reference to a node of the world in a message and all below it.
void forEachReference(const world::World& world, const google::protobuf::Message& message,
                      const std::function<void(const Result<world::NodeRef>&)>& fn);

}  // namespace ww::usecase
