// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QVariant>
#include <optional>

#include "core/session/edit_builders.h"
#include "core/world/values/world.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Nodes as views show and carry them. Texts are empty for a node that the world does not have.
QString nodeName(const world::World& world, const world::NodeRef& node);
QString nodeType(const world::World& world,
                 const world::NodeRef& node);  // "robot", "object", "link", "joint", "sensor", "frame"
QString nodeTypeTitle(const world::World& world, const world::NodeRef& node);  // the same for people
QString nodeIcon(const world::World& world, const world::NodeRef& node);
// The object that a node belongs to.
ObjectId ownerOf(const world::World& world, const world::NodeRef& node);

QVariant nodeToVariant(const world::NodeRef& node);
std::optional<world::NodeRef> nodeFromVariant(const QVariant& value);

// Why the node cannot have that name; empty when it can. Changes nothing.
QString renameProblem(const SessionBridge& bridge, const world::NodeRef& node, const QString& name);
session::EditsPtr renameEdits(const world::World& world, const world::NodeRef& node, const QString& name);
// Hangs an object or a frame on another node; the pose in the world stays.
session::EditsPtr reparentEdits(const world::World& world, const world::NodeRef& node, const world::NodeRef& target);

}  // namespace ww::ui
