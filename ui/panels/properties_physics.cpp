// SPDX-License-Identifier: Apache-2.0
#include <QPushButton>

#include "core/session/object_properties.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/properties_sections.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using session::LinkPhysics;
using session::PhysicsEdit;

// The link that a node is about: itself, or the only one of an object.
world::EntityPtr linkOf(const world::World& world, const world::NodeRef& node) {
  const auto* id = std::get_if<EntityId>(&node);
  if (id && *id != world::kRootEntity) {
    const auto entity = world.entity(*id);
    return entity && entity->kind == world::EntityKind::kLink ? entity : nullptr;
  }
  const auto* object_id = std::get_if<ObjectId>(&node);
  const auto* object = object_id && *object_id != world::kRootObject ? world.peek(*object_id) : nullptr;
  if (!object) return nullptr;
  world::EntityPtr only;
  for (const auto& entity : object->entities) {
    if (entity->kind != world::EntityKind::kLink) continue;
    if (only) return nullptr;
    only = entity;
  }
  return only;
}

// Makes numbers of a link's physics.
class PhysicsNumbers {
 public:
  PhysicsNumbers(SessionBridge& bridge, const world::Entity& link)
      : bridge_(bridge), link_(link.id), name_(QString::fromStdString(link.name)), known_(session::linkPhysics(link)) {
    now_ = known_.value_or(LinkPhysics());
  }

  bool isKnown() const { return known_.has_value(); }
  double mass() const { return now_.mass; }

  void addMass(Section& section) const {
    PropertyNumber mass = number(PropertiesPanel::tr("Mass (kg)"), PropertiesPanel::tr("Mass in kilograms"), now_.mass,
                                 [](PhysicsEdit& edit, const LinkPhysics&, double entered) { edit.mass = entered; });
    mass.most = 1e9;
    addNumbers(section, bridge_, {mass});
  }
  void addCenter(Section& section) const {
    std::vector<PropertyNumber> numbers;
    for (int axis = 0; axis < 3; ++axis) {
      PropertyNumber one = number(axisName(axis), PropertiesPanel::tr("Centre of mass %1").arg(axisName(axis)),
                                  now_.center[axis], [axis](PhysicsEdit& edit, const LinkPhysics& was, double entered) {
                                    edit.center = was.center;
                                    (*edit.center)[axis] = entered;
                                  });
      one.quantity = Quantity::kLength;
      numbers.push_back(std::move(one));
    }
    addRemark(section, PropertiesPanel::tr("Centre of mass, in the link"));
    addNumbers(section, bridge_, numbers);
  }
  void addInertia(Section& section) const {
    std::vector<PropertyNumber> numbers;
    for (const auto& [row, column] : {std::pair(0, 0), {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}) {
      const QString which = QString(axisName(row) + axisName(column)).toLower();
      numbers.push_back(number(which, PropertiesPanel::tr("Inertia %1").arg(which), now_.inertia(row, column),
                               [row = row, column = column](PhysicsEdit& edit, const LinkPhysics& was, double entered) {
                                 edit.inertia = was.inertia;
                                 (*edit.inertia)(row, column) = (*edit.inertia)(column, row) = entered;
                               }));
    }
    addRemark(section, PropertiesPanel::tr("Inertia about the centre of mass, in kg m\u00b2"));
    addNumbers(section, bridge_, numbers);
  }
  void addFriction(Section& section) const {
    if (!now_.is_friction_known) addRemark(section, PropertiesPanel::tr("Its friction is not said, and assumed:"));
    addNumbers(section, bridge_,
               {number(PropertiesPanel::tr("Friction"), PropertiesPanel::tr("Friction in the first direction"), now_.mu,
                       [](PhysicsEdit& edit, const LinkPhysics& was, double entered) {
                         // The same both ways stays so: a second of 0 would be ice across it.
                         edit.mu = entered;
                         if (was.mu2 == was.mu) edit.mu2 = entered;
                       }),
                number(PropertiesPanel::tr("across"), PropertiesPanel::tr("Friction in the second direction"), now_.mu2,
                       [](PhysicsEdit& edit, const LinkPhysics&, double entered) { edit.mu2 = entered; })});
  }

 private:
  using Change = std::function<void(PhysicsEdit&, const LinkPhysics& was, double entered)>;

  static QString axisName(int axis) { return QString(QLatin1Char(static_cast<char>('X' + axis))); }

  PropertyNumber number(const QString& label, const QString& name, double value, Change change) const {
    PropertyNumber out;
    out.label = label;
    out.name = name;
    out.value = value;
    out.step_name = PropertiesPanel::tr("Physics of %1").arg(name_);
    out.edits = [link = link_, change = std::move(change)](const world::World& now,
                                                           double entered) -> session::EditsPtr {
      const auto entity = now.entity(link);
      if (!entity) return nullptr;
      PhysicsEdit edit;
      change(edit, session::linkPhysics(*entity).value_or(LinkPhysics()), entered);
      return session::setLinkPhysics(now, link, edit);
    };
    return out;
  }

  SessionBridge& bridge_;
  EntityId link_;
  QString name_;
  std::optional<LinkPhysics> known_;
  LinkPhysics now_;
};

// Centre and inertia of a solid of its mass and shape.
QPushButton* fromShape(SessionBridge& bridge, const world::Entity& link, double mass) {
  auto* button = new ElidedButton(PropertiesPanel::tr("Centre and inertia from its shape"));
  button->setObjectName(QStringLiteral("link"));
  button->setAccessibleName(button->text());
  button->setCursor(Qt::PointingHandCursor);
  const QString nothing = PropertiesPanel::tr("Its shape encloses nothing: it is open, or there is none.");
  const bool has_shape = !link.collision.empty() || !link.visual.empty();
  button->setEnabled(mass > 0.0 && has_shape);
  button->setToolTip(!has_shape    ? nothing
                     : mass <= 0.0 ? PropertiesPanel::tr("Give a mass first.")
                                   : PropertiesPanel::tr("As of a body that is as dense everywhere"));
  // Worked out when it is asked for: a large mesh takes its time.
  QObject::connect(button, &QPushButton::clicked, button, [&bridge, button, nothing, id = link.id, mass] {
    const auto snapshot = bridge.snapshot();
    const auto entity = snapshot.world->entity(id);
    const auto edit = entity ? session::physicsOfShape(*entity, mass) : std::nullopt;
    if (!edit) {
      button->setText(nothing);
      return button->setEnabled(false);
    }
    bridge.commit(PropertiesPanel::tr("Physics of %1").arg(QString::fromStdString(entity->name)),
                  session::setLinkPhysics(*snapshot.world, id, *edit));
  });
  return button;
}

}  // namespace

Section* physicsSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node) {
  const auto link = linkOf(world, node);
  if (!link) return nullptr;
  auto* section = new Section(QStringLiteral("physics"), PropertiesPanel::tr("Physics"));
  section->foldAtFirst();
  const PhysicsNumbers numbers(bridge, *link);
  if (!numbers.isKnown()) addRemark(*section, PropertiesPanel::tr("Nothing is known of its mass."));
  numbers.addMass(*section);
  numbers.addCenter(*section);
  numbers.addInertia(*section);
  section->whenOpen(
      [section, &bridge, link, mass = numbers.mass()] { section->body()->addWidget(fromShape(bridge, *link, mass)); });
  numbers.addFriction(*section);
  return section;
}

}  // namespace ww::ui
