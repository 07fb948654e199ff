// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/base/failure.h"
#include "core/world/values/world.h"

// Nodes in failures, and what a look-up that found nothing was perhaps meant to find. However large the world is, only
// some thousand names are looked at.
namespace ww::world {

// With its name for messages; the node must exist.
arg::Node nodeArg(const World& world, NodeRef node);
// With its own name, where no world is at hand.
arg::Node nodeArg(const Object& object);

std::vector<std::string> entityNames(const Object& object);
std::vector<std::string> movingJointNames(const Object& object);
std::vector<std::string> frameNames(const World& world, const Object& object);
// For a message, which tells how many there are: of more than were looked at, only the first.
arg::Names listArg(std::vector<std::string> names, std::size_t all);

// A name like the wished one that is free for a child, a frame or an entity of `parent`; found in a few steps.
std::string freePartName(const World& world, ObjectId parent, std::string_view wished, bool alias);

// Children and frames of an object.
std::vector<NodeRef> nodesOn(const World& world, ObjectId object);
std::vector<NodeRef> childrenOn(const World& world, ObjectId object);
// Objects from the root downwards, those of a level before those below; `with_frames`: and their frames.
std::vector<NodeRef> nodesFromRoot(const World& world, bool with_frames);

// The failure of a look-up, with those of the nodes whose own names are like the wanted one; they are named as
// messages name them.
Status withNearNodes(Status status, const World& world, std::string_view wanted, std::span<const NodeRef> nodes);
// The same failure where an id belongs, with the ids of nodes, each with its name behind it.
Status withNearIds(Status status, const World& world, std::string_view wanted, std::span<const NodeRef> nodes);
// The same failure with entities of any object, where nothing nearer was found.
Status withNearEntities(Status status, const World& world, std::string_view wanted);
// The same failure with names of which each is shown with something before it: "robot:" and the names of its entities.
Status withNearNames(Status status, std::string_view wanted, std::span<const std::string> names,
                     const std::string& before);

}  // namespace ww::world
