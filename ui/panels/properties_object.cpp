// SPDX-License-Identifier: Apache-2.0
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/session/sensor_facts.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/properties_sections.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/shown_decimals.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using session::OwnRule;
using session::SimulationFlags;

world::ObjectPtr objectOf(const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<ObjectId>(&node);
  return id && *id != world::kRootObject ? world.object(*id) : nullptr;
}

QCheckBox* flag(SessionBridge& bridge, const world::Object& object, const QString& text, const QString& tip,
                bool SimulationFlags::*which) {
  auto* box = new QCheckBox(text);
  box->setToolTip(tip);
  box->setAccessibleName(text);
  box->setChecked(session::simulationOf(object).*which);
  QObject::connect(box, &QCheckBox::clicked, box, [&bridge, id = object.id, which](bool on) {
    const auto* now = bridge.snapshot().world->peek(id);
    if (!now) return;
    SimulationFlags flags = session::simulationOf(*now);
    flags.*which = on;
    bridge.commit(PropertiesPanel::tr("Simulation of %1").arg(QString::fromStdString(now->name)),
                  session::setSimulation(id, flags));
  });
  return box;
}

QString sideText(const std::string& name) {
  return name.empty() ? PropertiesPanel::tr("anything of it") : QString::fromStdString(name);
}

QString ruleText(const OwnRule& rule) {
  const QString pair = PropertiesPanel::tr("%1 and %2").arg(sideText(rule.left), sideText(rule.right));
  if (rule.is_margin)
    return PropertiesPanel::tr("%1: %2 apart").arg(pair, shownQuantity(rule.margin, Quantity::kLength));
  return rule.is_excluded ? PropertiesPanel::tr("%1: not checked").arg(pair)
                          : PropertiesPanel::tr("%1: checked").arg(pair);
}

bool isSame(const OwnRule& a, const OwnRule& b) {
  return a.left == b.left && a.right == b.right && a.is_margin == b.is_margin && a.is_excluded == b.is_excluded &&
         a.margin == b.margin;
}

// Among the exclusions, or the margins, of the object as it is now: at that place, or wherever it is by now.
std::optional<std::size_t> placeOf(const OwnRule& rule, const world::Object& object, std::size_t was) {
  std::optional<std::size_t> found;
  std::size_t place = 0;
  for (const OwnRule& one : session::ownRules(object)) {
    if (one.is_margin != rule.is_margin) continue;
    if (isSame(one, rule) && (!found || place == was)) found = place;
    ++place;
  }
  return found;
}

QToolButton* removeButton(SessionBridge& bridge, ObjectId id, const OwnRule& rule, std::size_t index) {
  auto* remove = new QToolButton;
  remove->setIcon(icon(QStringLiteral("close"), Role::kDim));
  remove->setIconSize(QSize(12, 12));
  remove->setToolTip(PropertiesPanel::tr("Remove the rule \"%1\"").arg(ruleText(rule)));
  remove->setAccessibleName(remove->toolTip());
  QObject::connect(remove, &QToolButton::clicked, remove, [&bridge, id, rule, index] {
    const auto snapshot = bridge.snapshot();
    const auto* object = snapshot.world->peek(id);
    // The rows are made anew only after a change: this one may be gone already.
    const auto place = object ? placeOf(rule, *object, index) : std::nullopt;
    if (!place) return;
    bridge.commit(PropertiesPanel::tr("Remove a rule of %1").arg(QString::fromStdString(object->name)),
                  session::removeOwnRule(*snapshot.world, id, rule.is_margin, *place));
  });
  return remove;
}

QComboBox* partsOf(const world::Object& object, const QString& name) {
  auto* parts = new QComboBox;
  parts->setAccessibleName(name);
  parts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  parts->addItem(sideText({}), QString());
  constexpr int kMostParts = 500;
  for (const auto& entity : object.entities) {
    if (entity->kind == world::EntityKind::kLink && parts->count() < kMostParts)
      parts->addItem(QString::fromStdString(entity->name), QString::fromStdString(entity->name));
  }
  return parts;
}

// Two parts that are not to be checked against each other.
QWidget* adder(SessionBridge& bridge, const world::Object& object) {
  auto* host = new QWidget;
  auto* row = new QVBoxLayout(host);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  auto* left = partsOf(object, PropertiesPanel::tr("First part of the new rule"));
  auto* right = partsOf(object, PropertiesPanel::tr("Second part of the new rule"));
  auto* add = new ElidedButton(PropertiesPanel::tr("Do not check these parts against each other"));
  add->setObjectName(QStringLiteral("link"));
  add->setAccessibleName(add->text());
  add->setCursor(Qt::PointingHandCursor);
  for (QWidget* widget : std::initializer_list<QWidget*>{left, right, add}) row->addWidget(widget);
  QObject::connect(add, &QPushButton::clicked, host, [&bridge, id = object.id, left, right] {
    const auto* now = bridge.snapshot().world->peek(id);
    if (!now) return;
    const session::OwnRuleUpdate update{
        session::RulePolicy::kReplaceOrAppend,
        {left->currentData().toString().toStdString(), right->currentData().toString().toStdString()}};
    bridge.commit(PropertiesPanel::tr("Add a rule to %1").arg(QString::fromStdString(now->name)),
                  session::updateOwnRules(id, {&update, 1}));
  });
  return host;
}

void addOwnRules(Section& section, SessionBridge& bridge, const world::Object& object) {
  const std::vector<OwnRule> rules = session::ownRules(object);
  constexpr std::size_t kMostRules = 50;
  std::size_t exclusions = 0, margins = 0;
  for (std::size_t i = 0; i < rules.size() && i < kMostRules; ++i) {
    auto* row = new QHBoxLayout;
    row->addWidget(new WrapLabel(ruleText(rules[i])), 1);
    row->addWidget(removeButton(bridge, object.id, rules[i], rules[i].is_margin ? margins++ : exclusions++));
    section.body()->addLayout(row);
  }
  if (rules.size() > kMostRules)
    addRemark(section, PropertiesPanel::tr("and %n more", "", static_cast<int>(rules.size() - kMostRules)));
  if (rules.empty()) addRemark(section, PropertiesPanel::tr("None: parts that do not hang together are checked."));
  section.body()->addWidget(adder(bridge, object));
}

}  // namespace

Section* sensorSection(SessionBridge&, const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<EntityId>(&node);
  const auto entity = id ? world.entity(*id) : nullptr;
  const auto facts = entity ? session::sensorFacts(*entity) : std::vector<Phrase>();
  if (facts.empty()) return nullptr;
  auto* section = new Section(QStringLiteral("sensor"), PropertiesPanel::tr("Sensor"));
  for (const Phrase& fact : facts) section->body()->addWidget(new WrapLabel(toText(fact)));
  return section;
}

Section* simulationSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto object = objectOf(world, node);
  if (!object) return nullptr;
  auto* section = new Section(QStringLiteral("simulation"), PropertiesPanel::tr("Simulation"));
  section->foldAtFirst();
  section->whenOpen([section, &bridge, object] {
    section->body()->addWidget(flag(bridge, *object, PropertiesPanel::tr("Stays where it is"),
                                    PropertiesPanel::tr("Physics does not move it"), &SimulationFlags::is_static));
    section->body()->addWidget(flag(bridge, *object, PropertiesPanel::tr("Left out"),
                                    PropertiesPanel::tr("Simulations do without it"), &SimulationFlags::is_disabled));
  });
  return section;
}

Section* ownRulesSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto object = objectOf(world, node);
  if (!object || object->entities.size() < 2) return nullptr;
  auto* section = new Section(QStringLiteral("own-rules"), PropertiesPanel::tr("Own rules"));
  section->foldAtFirst();
  section->whenOpen([section, &bridge, object] { addOwnRules(*section, bridge, *object); });
  return section;
}

}  // namespace ww::ui
