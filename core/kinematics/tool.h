// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace ww::kinematics {

// A node that can be meant by "the tool" of a robot, and what speaks for it.
struct ToolChoice {
  world::NodeRef node;
  Phrase why;
  bool named = false;  // its name says that it is a tool, or a flange
};

// Best first: the tool frames (tool*, tcp*, ee*, grasp*, pinch*) of what hangs on the robot, through a
// tool changer as well; then the robot's own frames and links that are named tool*, tcp*, ee*, grasp*,
// flange*, *hand, in this order; then its attachment frames; then the last link, of several the one at the end
// of the longest chain of joints, but none of a finger (core/kinematics/last_link.h); then what else may serve. All
// move with the robot. Depends on the tree and the names alone, not on where the joints stand. Empty only without a
// moving joint.
std::vector<ToolChoice> toolChoices(const world::World& world, ObjectId robot);

// The first of these: the tool when nobody says which.
std::optional<world::NodeRef> toolOf(const world::World& world, ObjectId robot);

// What speaks for this node among the choices for the robot; that it was chosen, where nothing does.
Phrase whyTool(const world::World& world, ObjectId robot, world::NodeRef node);

// Whether the frame serves as the tool of some robot: it moves with one and has the name of a tool.
bool isToolFrame(const world::World& world, FrameId frame);

// Whether an object moves a tool by its joints, other than a gripper on a robot, which only opens and closes: a
// tool on a finger belongs to the robot that carries the gripper.
bool isArm(const world::World& world, ObjectId object);

// Joints of the object that are free to choose, between its root and where most of them are: 6 of an arm of six
// axes, 1 of a gripper whose fingers follow each other. 0 without one that moves, and of no object.
int freedomOf(const world::World& world, ObjectId object);

}  // namespace ww::kinematics
