// SPDX-License-Identifier: Apache-2.0
#include "ui/models/node_text.h"

#include <QCoreApplication>

#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct NodeTexts {
  Q_DECLARE_TR_FUNCTIONS(NodeText)
};

}  // namespace

QString nodeName(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world.object(*id);
    return object ? QString::fromStdString(object->name) : QString();
  }
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const auto frame = world.frame(*id);
    return frame ? QString::fromStdString(frame->name) : QString();
  }
  const auto entity = world.entity(std::get<EntityId>(node));
  if (!entity) return {};
  // A root entity may go without a name of its own.
  return entity->name.empty() ? NodeTexts::tr("base") : QString::fromStdString(entity->name);
}

QString nodeType(const world::World& world, const world::NodeRef& node) {
  if (std::holds_alternative<FrameId>(node)) return QStringLiteral("frame");
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world.object(*id);
    return object && object->isKinematic() ? QStringLiteral("robot") : QStringLiteral("object");
  }
  const auto entity = world.entity(std::get<EntityId>(node));
  if (!entity || entity->kind == world::EntityKind::kLink) return QStringLiteral("link");
  return entity->kind == world::EntityKind::kJoint ? QStringLiteral("joint") : QStringLiteral("sensor");
}

QString nodeTypeTitle(const world::World& world, const world::NodeRef& node) {
  const QString type = nodeType(world, node);
  if (type == QLatin1String("frame")) {
    const auto frame = world.frame(std::get<FrameId>(node));
    return frame && frame->is_attachment ? NodeTexts::tr("Attachment frame") : NodeTexts::tr("Frame");
  }
  if (type == QLatin1String("robot")) return NodeTexts::tr("Object with joints");
  if (type == QLatin1String("object")) return NodeTexts::tr("Object");
  if (type == QLatin1String("link")) return NodeTexts::tr("Link");
  return type == QLatin1String("joint") ? NodeTexts::tr("Joint") : NodeTexts::tr("Sensor");
}

QString nodeIcon(const world::World& world, const world::NodeRef& node) { return nodeType(world, node); }

ObjectId ownerOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const auto frame = world.frame(*id);
    return frame ? frame->object : ObjectId{};
  }
  const auto* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId{};
}

QVariant nodeToVariant(const world::NodeRef& node) {
  const quint64 id = std::visit([](const auto& i) { return static_cast<quint64>(i.value); }, node);
  return QVariantList{static_cast<int>(node.index()), id};
}

std::optional<world::NodeRef> nodeFromVariant(const QVariant& value) {
  const QVariantList parts = value.toList();
  if (parts.size() != 2) return std::nullopt;
  const std::uint64_t id = parts[1].toULongLong();
  switch (parts[0].toInt()) {
    case 0: return ObjectId{id};
    case 1: return EntityId{id};
    case 2: return FrameId{id};
    default: return std::nullopt;
  }
}

QString renameProblem(const SessionBridge& bridge, const world::NodeRef& node, const QString& name) {
  const auto world = bridge.snapshot().world;
  const auto edits = renameEdits(*world, node, name);
  const Status status = bridge.tryOut(*world, edits);
  return status.ok() ? QString() : toLine(status);
}

session::EditsPtr renameEdits(const world::World& world, const world::NodeRef& node, const QString& name) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world.object(*id);
    return session::renameObject(*id, name.toStdString(), object && object->name_is_global_alias);
  }
  if (const auto* id = std::get_if<FrameId>(&node)) return session::renameFrame(*id, name.toStdString());
  return session::renameEntity(std::get<EntityId>(node), name.toStdString());
}

session::EditsPtr reparentEdits(const world::World& world, const world::NodeRef& node, const world::NodeRef& target) {
  const auto* object = std::get_if<ObjectId>(&node);
  const auto* frame = std::get_if<FrameId>(&node);
  if (const auto* onto = std::get_if<FrameId>(&target))
    return object ? session::reparentObjectToFrame(*object, *onto) : session::reparentFrameToFrame(*frame, *onto);
  ObjectId parent = ownerOf(world, target);
  EntityId entity;
  if (const auto* onto = std::get_if<EntityId>(&target)) entity = *onto;
  else entity = world.object(parent)->rootEntity();
  return object ? session::reparentObject(*object, parent, entity) : session::reparentFrame(*frame, parent, entity);
}

}  // namespace ww::ui
