// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/usecase/import_place.h"

namespace ww::usecase {

// What puts right what notes of an edit tell (edit_notes.h): edits for the world as it is, which may be committed as
// one step.

// Positions of objects and frames that were given in millimetres: what was set of them since `before` a thousandth as
// large, in what they hang on (fromMillimetres).
session::EditsPtr readAsMillimetres(const world::World& before, const world::World& world,
                                    const std::vector<world::NodeRef>& nodes);
// A target that is approached from the wrong side: turned by half a turn about its own x axis, in place.
session::EditsPtr turnedOver(const world::World& world, const world::NodeRef& node);
// Joints that the last edit set in degrees; `before` is the world before it. One edit has one unit: all revolute joints
// of these robots that it set.
session::EditsPtr readAsDegrees(const world::World& before, const world::World& world,
                                const std::vector<ObjectId>& robots);

// Whether no joint of the robot moves that entity of it: it stands where the robot stands.
bool isBase(const world::World& world, EntityId entity, ObjectId robot);
// The robot whose base is one of the two, and the other one is no part of its base; none: an id of 0.
ObjectId robotStandingIn(const world::World& world, EntityId a, EntityId b);
// The robot moved the shortest way out of the object that `other` belongs to. FAILED_PRECONDITION when it is still in
// it after some steps.
Result<session::EditsPtr> movedOut(const world::World& world, const TryEdits& tried, ObjectId robot, EntityId other);

}  // namespace ww::usecase
