// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/exchange/parts.h"
#include "core/exchange/text.h"

// How the tree of a scene object becomes one of links and joints, where every link hangs on a joint. For this folder
// alone.
namespace ww::exchange {

// A joint between two links: one of the object's, or a fixed one for a link that hangs without.
struct Connection {
  int joint = -1;               // part; -1: fixed, made for it
  int parent = -1, child = -1;  // parts, links both
  Pose parent_t_joint;          // at position 0
  Pose joint_t_child;
};
struct LinkTree {
  int root = -1;                        // the first link
  Pose object_t_root;                   // of it; others may hang on a frame that is the object's root
  std::vector<Connection> connections;  // parents first
};
LinkTree linkTree(const ObjectParts& object);

// The parts' own loss kinds, for formats that know joints but not their positions or the application's limits.
void tellJointLosses(const ObjectParts& object, Losses& losses);
// Collision rules, named configurations and, unless they go along, data of clients but `said` of their entries.
void tellDataLosses(const ObjectParts& object, bool with_user_data, Losses& losses, std::size_t said = 0);
// For formats of surfaces: joints, sensors, collision shapes.
void tellSurfaceLosses(const SceneParts& scene, Losses& losses);

}  // namespace ww::exchange
