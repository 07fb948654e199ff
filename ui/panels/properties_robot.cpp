// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QLineEdit>

#include "core/session/object_properties.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/properties_sections.h"

namespace ww::ui {
namespace {

using session::Payload;
using session::ToolLimits;

// Null for what has no joints that move.
const world::Object* robotOf(const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<ObjectId>(&node);
  const auto* object = id ? world.peek(*id) : nullptr;
  return object && object->isKinematic() ? object : nullptr;
}

template <typename Value>
using ChangeOf = std::function<void(Value&, double entered)>;

PropertyNumber payloadNumber(const world::Object& robot, const QString& label, const QString& name, double value,
                             ChangeOf<Payload> change) {
  PropertyNumber out;
  out.label = label;
  out.name = name;
  out.value = value;
  out.step_name = PropertiesPanel::tr("Payload of %1").arg(QString::fromStdString(robot.name));
  out.edits = [id = robot.id, change = std::move(change)](const world::World& now,
                                                          double entered) -> session::EditsPtr {
    const auto* object = now.peek(id);
    if (!object) return nullptr;
    Payload payload = session::payloadOf(*object).value_or(Payload());
    change(payload, entered);
    return session::setPayload(*object, payload);
  };
  return out;
}

PropertyNumber limitNumber(const world::Object& robot, const QString& label, std::optional<double> value,
                           std::optional<double> ToolLimits::*which) {
  PropertyNumber out;
  out.label = label;
  out.name = label;
  out.value = value.value_or(0.0);
  out.tip = PropertiesPanel::tr("0: not limited");
  out.step_name = PropertiesPanel::tr("Tool limits of %1").arg(QString::fromStdString(robot.name));
  out.edits = [id = robot.id, which](const world::World& now, double entered) -> session::EditsPtr {
    const auto* object = now.peek(id);
    if (!object) return nullptr;
    ToolLimits limits = session::toolLimitsOf(*object);
    limits.*which = entered == 0.0 ? std::nullopt : std::optional(entered);
    return session::setToolLimits(*object, limits);
  };
  return out;
}

void keepSolver(SessionBridge& bridge, ObjectId id, const QString& key, const QString& tip) {
  const auto* object = bridge.snapshot().world->peek(id);
  if (!object) return;
  const session::Solver wanted{key.trimmed().toStdString(), tip.toStdString()};
  const auto now = session::solverOf(*object);
  const bool none = wanted.key.empty() && wanted.tip.empty();
  if (now ? now->key == wanted.key && now->tip == wanted.tip : none) return;
  bridge.commit(PropertiesPanel::tr("Solver of %1").arg(QString::fromStdString(object->name)),
                session::setSolver(id, none ? std::nullopt : std::optional(wanted)));
}

QComboBox* tipsOf(const world::Object& robot, const std::string& tip) {
  auto* tips = new QComboBox;
  tips->setAccessibleName(PropertiesPanel::tr("Last link of the solver's chain"));
  tips->setToolTip(tips->accessibleName());
  tips->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  tips->addItem(PropertiesPanel::tr("Last link: as it is"), QString());
  for (const auto& entity : robot.entities) {
    if (entity->kind != world::EntityKind::kLink) continue;
    const QString name = QString::fromStdString(entity->name);
    tips->addItem(PropertiesPanel::tr("Last link: %1").arg(name), name);
  }
  tips->setCurrentIndex(std::max(0, tips->findData(QString::fromStdString(tip))));
  return tips;
}

void addSolver(Section& section, SessionBridge& bridge, const world::Object& robot) {
  const session::Solver now = session::solverOf(robot).value_or(session::Solver());
  auto* key = new QLineEdit(QString::fromStdString(now.key));
  key->setPlaceholderText(PropertiesPanel::tr("No solver is named"));
  key->setAccessibleName(PropertiesPanel::tr("Key of the solver"));
  key->setToolTip(PropertiesPanel::tr("For other programs: this one solves by itself"));
  auto* tips = tipsOf(robot, now.tip);
  const auto keep = [&bridge, id = robot.id, key, tips] {
    keepSolver(bridge, id, key->text(), tips->currentData().toString());
  };
  QObject::connect(key, &QLineEdit::editingFinished, &section, keep);
  QObject::connect(tips, &QComboBox::activated, &section, keep);
  section.body()->addWidget(key);
  section.body()->addWidget(tips);
}

}  // namespace

Section* payloadSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto* robot = robotOf(world, node);
  if (!robot) return nullptr;
  auto* section = new Section(QStringLiteral("payload"), PropertiesPanel::tr("Payload"));
  section->foldAtFirst();
  const Payload now = session::payloadOf(*robot).value_or(Payload());
  addNumbers(*section, bridge,
             {payloadNumber(*robot, PropertiesPanel::tr("Mass (kg)"), PropertiesPanel::tr("Mass of the payload"),
                            now.mass, [](Payload& payload, double entered) { payload.mass = entered; })});
  std::vector<PropertyNumber> center, inertia;
  for (int axis = 0; axis < 3; ++axis) {
    const QString letter(QLatin1Char(static_cast<char>('X' + axis)));
    center.push_back(payloadNumber(*robot, letter, PropertiesPanel::tr("Centre of the payload %1").arg(letter),
                                   now.center[axis],
                                   [axis](Payload& payload, double entered) { payload.center[axis] = entered; }));
    center.back().quantity = Quantity::kLength;
    const QString twice = QString(letter + letter).toLower();
    inertia.push_back(payloadNumber(
        *robot, twice, PropertiesPanel::tr("Inertia of the payload %1").arg(twice), now.inertia(axis, axis),
        [axis](Payload& payload, double entered) { payload.inertia(axis, axis) = entered; }));
  }
  addRemark(*section, PropertiesPanel::tr("Centre of gravity, in the flange"));
  addNumbers(*section, bridge, center);
  addRemark(*section, PropertiesPanel::tr("Inertia about it, in kg m\u00b2"));
  addNumbers(*section, bridge, inertia);
  return section;
}

Section* toolLimitsSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto* robot = robotOf(world, node);
  if (!robot) return nullptr;
  auto* section = new Section(QStringLiteral("tool-limits"), PropertiesPanel::tr("Tool limits"));
  section->foldAtFirst();
  const ToolLimits now = session::toolLimitsOf(*robot);
  PropertyNumber turning_acceleration = limitNumber(*robot, PropertiesPanel::tr("Turning acceleration (rad/s\u00b2)"),
                                                    now.turning_acceleration, &ToolLimits::turning_acceleration);
  turning_acceleration.label = PropertiesPanel::tr("Turning (rad/s\u00b2)");  // all of it is wider than the panel
  addNumbers(*section, bridge,
             {limitNumber(*robot, PropertiesPanel::tr("Speed (m/s)"), now.speed, &ToolLimits::speed),
              limitNumber(*robot, PropertiesPanel::tr("Acceleration (m/s\u00b2)"), now.acceleration,
                          &ToolLimits::acceleration),
              limitNumber(*robot, PropertiesPanel::tr("Turning (rad/s)"), now.turning, &ToolLimits::turning),
              turning_acceleration});
  return section;
}

Section* solverSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto* robot = robotOf(world, node);
  if (!robot) return nullptr;
  auto* section = new Section(QStringLiteral("solver"), PropertiesPanel::tr("Inverse kinematics"));
  section->foldAtFirst();
  section->whenOpen([section, &bridge, robot = world.object(robot->id)] { addSolver(*section, bridge, *robot); });
  return section;
}

}  // namespace ww::ui
