// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/scene/findings.h"

// One function and one file for each rule; the rows are in table.cpp. A rule looks at what it can judge and
// leaves the rest to the others, so that one fault is one finding.
namespace ww::scene::rules {

void applicationLimits(const ObjectIndex& object, Findings& findings);
void cartesianLimits(const ObjectIndex& object, Findings& findings);
void collisionRules(const ObjectIndex& object, Findings& findings);
void configurations(const ObjectIndex& object, Findings& findings);
void cycles(const ObjectIndex& object, Findings& findings);
void entityKinds(const ObjectIndex& object, Findings& findings);
void entityNames(const ObjectIndex& object, Findings& findings);
void followers(const ObjectIndex& object, Findings& findings);
void geometries(const ObjectIndex& object, Findings& findings);
void hanging(const ObjectIndex& object, Findings& findings);
void ikSolvers(const ObjectIndex& object, Findings& findings);
void jointAxes(const ObjectIndex& object, Findings& findings);
void jointChildren(const ObjectIndex& object, Findings& findings);
void jointDynamics(const ObjectIndex& object, Findings& findings);
void jointLimits(const ObjectIndex& object, Findings& findings);
void jointPoses(const ObjectIndex& object, Findings& findings);
void jointPositions(const ObjectIndex& object, Findings& findings);
void links(const ObjectIndex& object, Findings& findings);
void motionTypes(const ObjectIndex& object, Findings& findings);
void parents(const ObjectIndex& object, Findings& findings);
void physics(const ObjectIndex& object, Findings& findings);
void poses(const ObjectIndex& object, Findings& findings);
void roots(const ObjectIndex& object, Findings& findings);
void sensors(const ObjectIndex& object, Findings& findings);
void uniqueNames(const ObjectIndex& object, Findings& findings);
void userData(const ObjectIndex& object, Findings& findings);

}  // namespace ww::scene::rules
