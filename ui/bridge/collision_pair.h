// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <optional>
#include <vector>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Two objects or entities, and whether the world checks them against each other.
struct CollisionPair {
  world::NodeRef a, b;
  QString name_a, name_b;  // as the world calls them
};
// Nothing unless it is two different objects or entities of objects.
std::optional<CollisionPair> collisionPair(const world::World& world, const std::vector<world::NodeRef>& nodes);

// Empty when it can be done; else a sentence for the user. Both ask for a pair when there is none.
QString whyNotAllow(const SessionBridge& bridge, const std::optional<CollisionPair>& pair);
QString whyNotCheck(const SessionBridge& bridge, const std::optional<CollisionPair>& pair);

// One commit: a rule of the world that the pair is not checked, or the end of such rules for the pair.
bool allowCollisions(SessionBridge& bridge, const CollisionPair& pair);
bool checkCollisions(SessionBridge& bridge, const CollisionPair& pair);

// The same for the switch of the world that turns all checking off.
QString whyNotEnableCollisions(const SessionBridge& bridge);
bool enableCollisions(SessionBridge& bridge);

}  // namespace ww::ui
