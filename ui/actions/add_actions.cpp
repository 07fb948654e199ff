// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "core/world/references.h"
#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct AddActions { Q_DECLARE_TR_FUNCTIONS(AddActions) };

struct PrimitiveRow {
  const char* id;
  const char* name;  // of the new object
  QString text, tip;
  const char* icon;
  geometry::Primitive primitive;
  double height;     // from its lowest point to its origin
  Vec3 size;
};

void addPrimitive(EditorCommands& editor, SessionBridge& bridge, const PrimitiveRow& row) {
  const auto world = bridge.snapshot().world;
  const std::string name = world::freeName(*world, world::kRootObject, row.name, true);
  const geometry::Color color{0.55f, 0.66f, 0.80f, 1.0f};
  // Standing on the floor of the world, on nothing else.
  const Vec3 at = editor.freeSpot(row.size);
  const auto edits = session::createPrimitive(world::kRootObject, world::kRootEntity, name, row.primitive, color,
                                              Pose::translation(at.x(), at.y(), at.z() + row.height));
  if (!bridge.commit(AddActions::tr("Add %1").arg(QString::fromStdString(name)), edits)) return;
  const auto after = bridge.snapshot().world;
  if (const ObjectId made = after->childNamed(world::kRootObject, name)) editor.showNew({made});
}

// On the active object, entity or frame; else on the world.
void addFrame(SessionBridge& bridge, Selection& selection) {
  const auto world = bridge.snapshot().world;
  const auto active = selection.active();
  ObjectId object = world::kRootObject;
  EntityId entity = world::kRootEntity;
  FrameId parent_frame;
  if (active && std::holds_alternative<ObjectId>(*active)) {
    object = std::get<ObjectId>(*active);
    entity = world->object(object)->rootEntity();
  } else if (active && std::holds_alternative<EntityId>(*active)) {
    entity = std::get<EntityId>(*active);
    object = world->owner(entity)->object;
  } else if (active) {
    parent_frame = std::get<FrameId>(*active);
    object = world->frame(parent_frame)->object;
  }
  std::string name = "frame";
  for (int i = 2; world->frameNamed(object, name) || world->childNamed(object, name); ++i) name = "frame_" + std::to_string(i);
  const auto edits = parent_frame ? session::createFrameOnFrame(parent_frame, name, Pose::identity())
                                  : session::createFrame(object, entity, name, Pose::identity());
  if (!bridge.commit(AddActions::tr("Add frame %1").arg(QString::fromStdString(name)), edits)) return;
  const auto after = bridge.snapshot().world;
  if (const FrameId made = after->frameNamed(object, name)) selection.select({made});
}

std::vector<PrimitiveRow> primitives() {
  using namespace geometry;
  return {
      {"add.box", "box", AddActions::tr("&Box"), AddActions::tr("Adds a box of 100 mm"), "box", Box{Vec3::Constant(0.1)}, 0.05, Vec3::Constant(0.1)},
      {"add.sphere", "sphere", AddActions::tr("&Sphere"), AddActions::tr("Adds a sphere of 100 mm"), "sphere", Sphere{0.05}, 0.05, Vec3::Constant(0.1)},
      {"add.cylinder", "cylinder", AddActions::tr("&Cylinder"), AddActions::tr("Adds an upright cylinder, 100 mm wide and high"), "cylinder",
       Cylinder{0.1, 0.05}, 0.05, Vec3::Constant(0.1)},
      {"add.capsule", "capsule", AddActions::tr("Ca&psule"), AddActions::tr("Adds an upright capsule, 100 mm wide and 200 mm high"), "capsule",
       Capsule{0.1, 0.05}, 0.1, Vec3(0.1, 0.1, 0.2)},
      {"add.ellipsoid", "ellipsoid", AddActions::tr("&Ellipsoid"), AddActions::tr("Adds an ellipsoid, 150 mm long"), "ellipsoid",
       Ellipsoid{Vec3(0.075, 0.05, 0.04)}, 0.04, Vec3(0.15, 0.1, 0.08)}};
}

}  // namespace

ActionRows addActions(EditorCommands& editor, SessionBridge& bridge, Selection& selection) {
  auto *e = &editor; auto* b = &bridge; auto* s = &selection;
  ActionRows rows;
  for (const PrimitiveRow& row : primitives())
    rows.push_back({QLatin1String(row.id), row.text, row.tip, QLatin1String(row.icon), {}, KeyContext::kWindow,
                    [e, b, row] { addPrimitive(*e, *b, row); }});
  rows.push_back({"add.frame", AddActions::tr("&Frame"), AddActions::tr("Adds a frame on what is selected, else on the world"), "frame",
                  {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)}, KeyContext::kWindow, [b, s] { addFrame(*b, *s); }});
  for (const QString& id : editor.sampleObjects()) {
    QString name = id;
    name.replace(QLatin1Char('_'), QLatin1Char(' '));
    rows.push_back({QStringLiteral("add.sample.") + id, name, AddActions::tr("Adds \"%1\" from the library").arg(name),
                    QStringLiteral("library"), {}, KeyContext::kWindow, [e, id] { e->addSampleObject(id); }});
  }
  return rows;
}

}  // namespace ww::ui
