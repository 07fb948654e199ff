// SPDX-License-Identifier: Apache-2.0
#include "ui/models/scene_filter.h"

#include "core/world/values/attachment.h"
#include "ui/models/node_text.h"

namespace ww::ui {

std::optional<world::NodeRef> treeParent(const world::World& world, const world::NodeRef& node, EntityChains& chains) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const world::Object* object = world.peek(*id);
    if (!object || !object->parent) return std::nullopt;
    const FrameId frame = world::attachedTo(world, *object);
    return frame ? world::NodeRef(frame) : world::NodeRef(object->parent);
  }
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const world::Frame* frame = world.peek(*id);
    if (!frame) return std::nullopt;
    return frame->parent_frame ? world::NodeRef(frame->parent_frame) : world::NodeRef(frame->object);
  }
  const auto entity = std::get<EntityId>(node);
  const auto* owner = world.owner(entity);
  if (!owner || owner->frame || world.peek(owner->object)->entities.size() == 1) return std::nullopt;
  const EntityId above = chains.of(world, owner->object).above(entity);
  return above ? world::NodeRef(above) : world::NodeRef(owner->object);
}

bool SceneFilter::setText(const QString& text) {
  QStringList words = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (words == words_) return false;
  words_ = std::move(words);
  forgetKept();
  return true;
}

bool SceneFilter::fits(const world::World& world, const world::NodeRef& node) const {
  QString name;
  for (const QString& word : words_) {
    if (word.startsWith(QLatin1String("type:"))) {
      if (!nodeType(world, node).startsWith(QStringView(word).mid(5))) return false;
      continue;
    }
    if (name.isNull()) name = nodeName(world, node).toLower();
    if (!name.contains(word)) return false;
  }
  return true;
}

NodeSet SceneFilter::shown(const world::World& world, EntityChains& chains) const {
  NodeSet out;
  const auto show = [&](const world::NodeRef& node) {
    std::optional<world::NodeRef> at = node;
    while (at && out.insert(*at).second) at = treeParent(world, *at, chains);
  };
  const auto look = [&](const world::NodeRef& node) {
    if (fits(world, node)) show(node);
  };
  for (const auto& node : kept_)
    if (treeParent(world, node, chains)) show(node);
  world.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject) look(object.id);
    if (object.entities.size() > 1)
      for (const auto& entity : object.entities) look(entity->id);
  });
  world.forEachFrame([&](const world::Frame& frame) { look(frame.id); });
  return out;
}

}  // namespace ww::ui
