// SPDX-License-Identifier: Apache-2.0
// The lists below the transform: joints, named configurations, geometry, frames, rules.
#include <QLabel>
#include <QLocale>
#include <QPushButton>

#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/panels/properties_joints.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/properties_sections.h"
#include "ui/panels/rules_section.h"
#include "ui/panels/user_data_section.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

// More than this are not looked through for the same joints.
constexpr std::size_t kMostWithJoints = 200;

QLabel* line(const QString& text, const char* style = "") {
  auto* label = new WrapLabel(text);
  label->setObjectName(QLatin1String(style));
  return label;
}

QPushButton* link(const QString& text, const QString& tip) {
  auto* button = new ElidedButton(text);
  button->setObjectName(QStringLiteral("link"));
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setCursor(Qt::PointingHandCursor);
  return button;
}

QPushButton* shapesLink(PropertiesPanel& panel) {
  auto* choose = link(PropertiesPanel::tr("Collision shapes..."),
                      PropertiesPanel::tr("Chooses with what it is checked for collisions"));
  choose->setIcon(icon(QStringLiteral("collision"), Role::kDim));
  QObject::connect(choose, &QPushButton::clicked, &panel, &PropertiesPanel::shapesAsked);
  return choose;
}

QString primitiveText(const geometry::Primitive& p) {
  static const char* const kNames[] = {QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Box"),
                                       QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Sphere"),
                                       QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Cylinder"),
                                       QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Capsule"),
                                       QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Ellipsoid"),
                                       QT_TRANSLATE_NOOP("ww::ui::PropertiesPanel", "Frustum")};
  return PropertiesPanel::tr(kNames[p.index()]);
}

QString shapeText(const geometry::Geometry& g) {
  if (g.shape.primitives.size() == 1) return primitiveText(g.shape.primitives.front().primitive);
  if (!g.shape.primitives.empty())
    return PropertiesPanel::tr("%n primitives", "", static_cast<int>(g.shape.primitives.size()));
  return PropertiesPanel::tr("Mesh");
}

std::vector<world::EntityPtr> entitiesOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto& all = world.peek(*id)->entities;
    return {all.begin(), all.end()};
  }
  if (const auto* id = std::get_if<EntityId>(&node))
    if (const auto entity = world.entity(*id)) return {entity};
  return {};
}

}  // namespace

// What is used most stands first.
void PropertiesPanel::addDetails() {
  if (auto* follower = several() ? nullptr : followerSection(*world_, *node_)) details_->addWidget(follower);
  auto* joints = nodes_.size() <= kMostWithJoints ? JointLimits::of(bridge_, selection_, world_, nodes_) : nullptr;
  const bool own = joints && std::holds_alternative<EntityId>(*node_);  // of what is selected itself
  if (joints && (own || several())) details_->addWidget(joints);
  if (several()) return countSelected();
  addConfigurations(*world_);
  addGeometry(*world_);
  if (joints && !own) details_->addWidget(joints);
  addFrames(*world_);
  addRules();
  for (const auto make : {sensorSection, ownRulesSection, physicsSection, payloadSection, toolLimitsSection,
                          solverSection, simulationSection}) {
    if (auto* section = make(bridge_, *world_, *node_)) details_->addWidget(section);
  }
  const auto* id = std::get_if<ObjectId>(&*node_);
  if (id && *id != world::kRootObject)
    details_->addWidget(userDataSection(bridge_, *world_->peek(*id), [this](const QString& t) { Q_EMIT message(t); }));
}

void PropertiesPanel::addGeometry(const world::World& world) {
  quint64 triangles = 0, collision_triangles = 0, count = 0;
  QStringList shapes;
  for (const auto& entity : entitiesOf(world, *node_)) {
    for (const auto& g : entity->visual) {
      triangles += g.geometry->mesh->triangles.size();
      ++count;
      if (shapes.size() < 6)
        shapes << QStringLiteral("%1: %2").arg(shapeText(*g.geometry),
                                               sizeText(g.geometry->bounds.transformed(g.ref_t_shape).size()));
    }
    for (const auto& g : entity->collision) collision_triangles += g.geometry->mesh->triangles.size();
  }
  if (count == 0 && collision_triangles == 0) return;
  auto* section = new Section(QStringLiteral("geometry"), tr("Geometry"));
  if (const auto* id = std::get_if<ObjectId>(&*node_)) {
    size_ = new WorldSize;
    size_->follow(world_, *id);
    section->body()->addWidget(size_);
  }
  const QLocale locale;
  section->body()->addWidget(line(
      tr("%1 triangles shown, %2 for collisions").arg(locale.toString(triangles), locale.toString(collision_triangles)),
      "dim"));
  for (const QString& shape : shapes) section->body()->addWidget(line(shape, "dim"));
  const int more = static_cast<int>(count) - static_cast<int>(shapes.size());
  if (more > 0) section->body()->addWidget(line(tr("and %n more", "", more), "dim"));
  if (count > 0 && node_ != world::NodeRef(world::kRootObject)) section->body()->addWidget(shapesLink(*this));
  details_->addWidget(section);
}

void PropertiesPanel::addFrames(const world::World& world) {
  const auto* id = std::get_if<ObjectId>(&*node_);
  if (!id) return;
  const auto frames = world.framesOf(*world.object(*id));
  if (frames.empty()) return;
  auto* section = new Section(QStringLiteral("frames"), tr("Frames"));
  section->setCount(static_cast<int>(frames.size()));
  section->whenOpen([this, section, world = world_, frames] {
    for (const FrameId f : frames) {
      const auto frame = world->frame(f);
      const QString name = QString::fromStdString(frame->name);
      auto* button = link(frame->is_attachment ? name + tr(" (attachment)") : name, tr("Select this frame"));
      button->setIcon(icon(QStringLiteral("frame"), Role::kDim));
      connect(button, &QPushButton::clicked, this, [this, f] { selection_.select({f}); });
      section->body()->addWidget(button);
    }
  });
  details_->addWidget(section);
}

void PropertiesPanel::addConfigurations(const world::World& world) {
  const auto* id = std::get_if<ObjectId>(&*node_);
  const auto object = id ? world.object(*id) : nullptr;
  if (!object || !object->isKinematic()) return;
  auto* section = new Section(QStringLiteral("configurations"), tr("Configurations"));
  if (!object->configurations.empty()) section->setCount(static_cast<int>(object->configurations.size()));
  for (const auto& configuration : object->configurations) {
    const QString name = QString::fromStdString(configuration.name);
    auto* go = link(name, tr("Move the joints to \"%1\"").arg(name));
    auto* remove = new QToolButton;
    remove->setIcon(icon(QStringLiteral("close"), Role::kDim));
    remove->setIconSize(QSize(12, 12));
    remove->setToolTip(tr("Remove the configuration \"%1\"").arg(name));
    remove->setAccessibleName(tr("Remove the configuration \"%1\"").arg(name));
    auto* row = new QHBoxLayout;
    row->addWidget(go, 1);
    row->addWidget(remove);
    section->body()->addLayout(row);
    connect(go, &QPushButton::clicked, this, [this, object, configuration, name] {
      bridge_.commit(tr("Move to \"%1\"").arg(name), session::setJoints(object->id, configuration.positions));
    });
    connect(remove, &QToolButton::clicked, this, [this, object, configuration, name] {
      bridge_.commit(tr("Remove configuration \"%1\"").arg(name),
                     session::removeNamedConfiguration(object->id, configuration.name));
    });
  }
  auto* add = link(tr("Keep the current position..."), tr("Stores the joint positions of now under a name"));
  auto* name = new QLineEdit;
  name->setPlaceholderText(tr("Name of the configuration"));
  name->setAccessibleName(tr("Name of the configuration"));
  name->setToolTip(tr("Enter keeps the joint positions of now under this name"));
  name->hide();
  connect(add, &QPushButton::clicked, name, [name] {
    name->show();
    name->setFocus();
  });
  connect(name, &QLineEdit::returnPressed, this, [this, name, id = object->id] {
    const auto now = bridge_.snapshot().world->object(id);
    if (now)
      bridge_.commit(tr("Keep configuration \"%1\"").arg(name->text()),
                     session::setNamedConfiguration(id, name->text().toStdString(), now->jointPositions()));
  });
  section->body()->addWidget(add);
  section->body()->addWidget(name);
  details_->addWidget(section);
}

void PropertiesPanel::addRules() {
  rules_ = new RulesSection;
  connect(rules_, &RulesSection::listAsked, this, &PropertiesPanel::rulesAsked);
  details_->addWidget(rules_);
  rules_->tell(*world_, *node_);
}

}  // namespace ww::ui
