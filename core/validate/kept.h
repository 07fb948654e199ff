// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/model/constraint.h"
#include "core/model/mechanism.h"

namespace ww::validate {

// A straight line that a node has to keep: its origin goes straight, and it turns evenly, the shorter way. Half a turn
// is as short either way (eitherWay()).
struct StraightLine {
  world::NodeRef node = world::kRootObject;
  Pose root_t_from, root_t_to;
  double metres = 5e-4, radians = 5e-3;  // that it may be off
};

// What has to hold all along a motion, to so much.
struct Held {
  model::Constraint constraint;
  double metres = 5e-4, radians = 5e-3;  // that it may be missed by
};

// By how much something is not as it was asked for; not negative.
struct Lack {
  double metres = 0.0, radians = 0.0;
};

// Of a configuration, by formulas that no solver uses. `start` is the one that relative constraints start from. Of an
// ellipsoid and a frustum not less than the distance, elsewhere the distance. The constraint must fit the mechanism.
Lack lackOf(const model::Mechanism& mechanism, const model::Constraint& constraint, const JointVector& start,
            const JointVector& q);
// Of a line, at the place of it that is nearest; radians or metres.
Lack lackOf(const model::Mechanism& mechanism, const StraightLine& line, const JointVector& q);
// A line by half a turn as two, each clear about its way by 1e-7 radians; else the line.
std::vector<StraightLine> eitherWay(const StraightLine& line);

}  // namespace ww::validate
