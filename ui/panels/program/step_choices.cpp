// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/step_choices.h"

#include <QCoreApplication>
#include <QSignalBlocker>
#include <algorithm>

#include "core/usecase/programs/robot_of.h"
#include "ui/bridge/motion_names.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kMost = 500;  // of a large world: more cannot be chosen from

struct Item {
  QString text, icon;
  QVariant data;
  bool operator==(const Item& other) const { return text == other.text && data == other.data; }
};

// Only where they are others: somebody may be choosing.
void put(QComboBox& box, const QList<Item>& items, const QVariant& now) {
  const QSignalBlocker quiet(box);
  bool same = box.count() == items.size();
  for (int i = 0; same && i < box.count(); ++i) same = Item{box.itemText(i), {}, box.itemData(i)} == items[i];
  if (!same) {
    box.clear();
    for (const Item& item : items) {
      if (item.icon.isEmpty()) box.addItem(item.text, item.data);
      else box.addItem(icon(item.icon), item.text, item.data);
    }
  }
  box.setCurrentIndex(box.findData(now));
}

QVariant configurationData(const std::string& name) { return QStringLiteral("c:%1").arg(QString::fromStdString(name)); }
QVariant otherData() { return QStringLiteral("other"); }
QString anythingText() { return QCoreApplication::translate("ww::ui::ExtrasForm", "anything"); }
QVariant anythingData() { return QStringLiteral("anything"); }

Item itemOf(const world::World& world, const world::NodeRef& node) {
  return {nodeName(world, node), nodeIcon(world, node), nodeToVariant(node)};
}

QVariant dataOf(const std::optional<world::NodeRef>& node) { return node ? nodeToVariant(*node) : otherData(); }

}  // namespace

void fillTargets(QComboBox& box, const world::World& world, ObjectId robot, const session::StepTarget* now,
                 const QString& other) {
  QList<Item> items;
  QVariant chosen = otherData();
  if (const auto* name = now ? std::get_if<std::string>(now) : nullptr) chosen = configurationData(*name);
  if (const auto* node = now ? std::get_if<world::NodeRef>(now) : nullptr) chosen = nodeToVariant(*node);
  if (const world::Object* object = world.peek(robot))
    for (const world::NamedConfiguration& configuration : object->configurations)
      items.push_back(
          {QString::fromStdString(configuration.name), QStringLiteral("joint"), configurationData(configuration.name)});
  world.forEachFrame([&](const world::Frame& frame) {
    if (items.size() < kMost) items.push_back(itemOf(world, frame.id));
  });
  world.forEachObject([&](const world::Object& object) {
    if (items.size() < kMost && object.id != world::kRootObject) items.push_back(itemOf(world, object.id));
  });
  // What a step has and nobody chooses, or what went with the world that it was made for.
  if (!std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.data == chosen; })) {
    items.prepend({other, QStringLiteral("dot"), otherData()});
    chosen = otherData();
  }
  put(box, items, chosen);
}

std::optional<session::StepTarget> targetOf(const QComboBox& box) {
  const QVariant data = box.currentData();
  if (const auto node = nodeFromVariant(data)) return session::StepTarget(*node);
  const QString text = data.toString();
  if (text.startsWith(QLatin1String("c:"))) return session::StepTarget(text.mid(2).toStdString());
  return std::nullopt;
}

void fillObjects(QComboBox& box, const world::World& world, std::optional<ObjectId> now, const QString& other) {
  QList<Item> items;
  if (!now) items.push_back({other, QStringLiteral("dot"), otherData()});
  world.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject && (items.size() < kMost || object.id == now))
      items.push_back(itemOf(world, object.id));
  });
  put(box, items, now ? nodeToVariant(world::NodeRef(*now)) : otherData());
}

void fillNodes(QComboBox& box, const world::World& world, const std::optional<world::NodeRef>& now,
               const QString& other, bool is_side) {
  QList<Item> items;
  if (is_side) items.push_back({anythingText(), QStringLiteral("dot"), anythingData()});
  else items.push_back(itemOf(world, world::kRootObject));
  world.forEachFrame([&](const world::Frame& frame) {
    if (!is_side && items.size() < kMost) items.push_back(itemOf(world, frame.id));
  });
  world.forEachObject([&](const world::Object& object) {
    if (items.size() < kMost && object.id != world::kRootObject) items.push_back(itemOf(world, object.id));
  });
  QVariant chosen = is_side && !now && other.isEmpty() ? anythingData() : dataOf(now);
  if (now && !std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.data == chosen; }))
    items.push_back(itemOf(world, *now));
  if (chosen == otherData()) items.prepend({other, QStringLiteral("dot"), otherData()});
  put(box, items, chosen);
}

bool isAnything(const QComboBox& box) { return box.currentData() == anythingData(); }

std::optional<world::NodeRef> nodeOf(const QComboBox& box) { return nodeFromVariant(box.currentData()); }

std::optional<ObjectId> objectOf(const QComboBox& box) {
  const auto node = nodeOf(box);
  const auto* object = node ? std::get_if<ObjectId>(&*node) : nullptr;
  return object ? std::optional(*object) : std::nullopt;
}

void fillRobots(QComboBox& box, const world::World& world, std::optional<ObjectId> now, const QString& usual) {
  QList<Item> items{{usual, {}, otherData()}};
  world.forEachObject([&](const world::Object& object) {
    if (object.isKinematic() && (isLikelyArm(world, object.id) || object.id == now))
      items.push_back(itemOf(world, object.id));
  });
  put(box, items, now ? nodeToVariant(world::NodeRef(*now)) : otherData());
}

void fillTools(QComboBox& box, const world::World& world, ObjectId robot, const std::optional<world::NodeRef>& now,
               const QString& usual) {
  QList<Item> items{{usual, {}, otherData()}};
  if (world.peek(robot))
    for (const ToolItem& tool : toolItems(world, robot))
      if (!std::holds_alternative<EntityId>(tool.node)) items.push_back(itemOf(world, tool.node));
  const QVariant chosen = dataOf(now);
  if (now && !std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.data == chosen; }))
    items.push_back(itemOf(world, *now));
  put(box, items, chosen);
}

void fillJoints(QComboBox& box, const world::World& world, ObjectId object, const QString& now) {
  QStringList names;
  if (const world::Object* its = world.peek(object))
    for (std::size_t i = 0; i < its->moving_joints.size(); ++i)
      names << QString::fromStdString(its->movingJointName(i));
  fillNames(box, names, now);
}

void fillNames(QComboBox& box, const QStringList& names, const QString& now) {
  QList<Item> items;
  for (const QString& name : names) items.push_back({name, {}, name});
  if (!now.isEmpty() && !names.contains(now)) items.push_back({now, {}, now});
  put(box, items, now);
}

ObjectId robotOfProgram(const world::World& world, const std::string& program) {
  return usecase::robotOfProgram(world, program).value_or(ObjectId{});
}

}  // namespace ww::ui
