// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include <algorithm>

#include "core/kinematics/tool.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "ui/actions/action_table.h"

namespace ww::ui {
namespace {

struct AddActions {
  Q_DECLARE_TR_FUNCTIONS(AddActions)
};

struct PrimitiveRow {
  const char* id;
  const char* name;  // of the new object
  QString text, tip;
  const char* icon;
  geometry::Primitive primitive;
  double height;  // from its lowest point to its origin
  Vec3 size;
};

void addPrimitive(ObjectCommands& objects, SessionBridge& bridge, const PrimitiveRow& row) {
  const auto world = bridge.snapshot().world;
  const std::string name = world::freeName(*world, world::kRootObject, row.name, true);
  const geometry::Color color{0.55f, 0.66f, 0.80f, 1.0f};
  const Vec3 at = objects.freeSpot(row.size);
  const auto edits = session::createPrimitive(world::kRootObject, world::kRootEntity, name, row.primitive, color,
                                              Pose::translation(at.x(), at.y(), at.z() + row.height));
  if (!bridge.commit(AddActions::tr("Add %1").arg(QString::fromStdString(name)), edits)) return;
  const auto after = bridge.snapshot().world;
  if (const ObjectId made = after->childNamed(world::kRootObject, name)) objects.showNew({made});
}

// What a new frame hangs on, and where it is in that.
struct FramePlace {
  ObjectId object = world::kRootObject;
  EntityId entity = world::kRootEntity;
  FrameId frame;        // rather than the entity
  Pose parent_t_frame;  // on an entity: in the root entity of its object, as the edit has it
};

FramePlace onEntity(const world::World& world, EntityId entity, const Pose& entity_t_frame) {
  const ObjectId object = world.owner(entity)->object;
  return {object, entity, {}, world::World::objectTEntity(*world.object(object), entity) * entity_t_frame};
}

std::string nameOfFrame(const world::World& world, ObjectId on);

// The edit itself is tried, so that nothing is judged here.
bool carriesFrames(const world::World& world, EntityId entity) {
  const ObjectId object = world.owner(entity)->object;
  geometry::GeometryStore none;
  return world::apply(world, *session::createFrame(object, entity, nameOfFrame(world, object), {}), none).ok();
}

// A joint carries no frame: the link on it does.
EntityId frameCarrier(const world::World& world, EntityId entity) {
  const world::Object& object = *world.peek(world.owner(entity)->object);
  const world::Entity* at = object.entity(entity);
  if (carriesFrames(world, entity)) return entity;
  for (const world::EntityPtr& e : object.entities)
    if (at->joint && e->parent == entity && carriesFrames(world, e->id)) return e->id;
  return at->parent ? frameCarrier(world, at->parent) : entity;
}

// The clicked point of the clicked link, else the active object, entity or frame; else the world, where it is seen.
FramePlace placeOfFrame(const world::World& world, const Selection& selection, const ObjectCommands& objects) {
  const auto active = selection.active();
  const auto& touch = selection.touch();
  if (touch && selection.contains(touch->node) && world.entity(touch->entity))
    return onEntity(world, touch->entity, touch->entity_t_point);
  if (!active) {
    const Vec3 place = selection.floorTouch() ? *selection.floorTouch() : objects.spotInView();
    return {world::kRootObject, world::kRootEntity, {}, Pose{place, Quat::Identity()}};
  }
  if (const auto* object = std::get_if<ObjectId>(&*active))
    return {*object, world.object(*object)->rootEntity(), {}, {}};
  if (const auto* entity = std::get_if<EntityId>(&*active)) {
    const EntityId link = frameCarrier(world, *entity);
    return onEntity(world, link, world.aTB(link, *entity));
  }
  const FrameId frame = std::get<FrameId>(*active);
  return {world.frame(frame)->object, {}, frame, {}};
}

// The first frame on what a robot carries is where that works.
std::string nameOfFrame(const world::World& world, ObjectId on) {
  bool carried = false;
  const auto object = world.object(on);
  for (auto above = object ? world.object(object->parent) : nullptr; above; above = world.object(above->parent))
    carried = carried || above->isKinematic();
  const auto frames = object ? world.framesOf(*object) : std::vector<FrameId>{};
  const bool has_tool =
      std::any_of(frames.begin(), frames.end(), [&](FrameId id) { return kinematics::isToolFrame(world, id); });
  const std::string wished = carried && !has_tool ? "tool_frame" : "frame";
  std::string name = wished;
  for (int i = 2; world.frameNamed(on, name) || world.childNamed(on, name); ++i)
    name = wished + "_" + std::to_string(i);
  return name;
}

void addFrame(ObjectCommands& objects, SessionBridge& bridge, Selection& selection) {
  const auto world = bridge.snapshot().world;
  const FramePlace at = placeOfFrame(*world, selection, objects);
  const ObjectId object = at.object;
  const std::string name = nameOfFrame(*world, object);
  const auto edits = at.frame ? session::createFrameOnFrame(at.frame, name, at.parent_t_frame)
                              : session::createFrame(object, at.entity, name, at.parent_t_frame);
  if (!bridge.commit(AddActions::tr("Add frame %1").arg(QString::fromStdString(name)), edits)) return;
  const auto after = bridge.snapshot().world;
  const FrameId made = after->frameNamed(object, name);
  if (!made) return;
  objects.showNew({made});
}

std::vector<PrimitiveRow> primitives() {
  using namespace geometry;
  return {{"add.box", "box", AddActions::tr("&Box"), AddActions::tr("Adds a box of 100 mm"), "box",
           Box{Vec3::Constant(0.1)}, 0.05, Vec3::Constant(0.1)},
          {"add.sphere", "sphere", AddActions::tr("&Sphere"), AddActions::tr("Adds a sphere of 100 mm"), "sphere",
           Sphere{0.05}, 0.05, Vec3::Constant(0.1)},
          {"add.cylinder", "cylinder", AddActions::tr("&Cylinder"),
           AddActions::tr("Adds an upright cylinder, 100 mm wide and high"), "cylinder", Cylinder{0.1, 0.05}, 0.05,
           Vec3::Constant(0.1)},
          {"add.capsule", "capsule", AddActions::tr("Ca&psule"),
           AddActions::tr("Adds an upright capsule, 100 mm wide and 200 mm high"), "capsule", Capsule{0.1, 0.05}, 0.1,
           Vec3(0.1, 0.1, 0.2)},
          {"add.ellipsoid", "ellipsoid", AddActions::tr("&Ellipsoid"), AddActions::tr("Adds an ellipsoid, 150 mm long"),
           "ellipsoid", Ellipsoid{Vec3(0.075, 0.05, 0.04)}, 0.04, Vec3(0.15, 0.1, 0.08)}};
}

}  // namespace

ActionRows addActions(ObjectCommands& objects, SessionBridge& bridge, Selection& selection) {
  auto* o = &objects;
  auto* b = &bridge;
  auto* s = &selection;
  ActionRows rows;
  for (const PrimitiveRow& row : primitives())
    rows.push_back(
        {QLatin1String(row.id), row.text, row.tip, QLatin1String(row.icon), {}, KeyContext::kWindow, [o, b, row] {
           addPrimitive(*o, *b, row);
         }});
  rows.push_back(
      {"add.frame",
       AddActions::tr("&Frame"),
       AddActions::tr("Adds a frame at the point that was clicked, else on what is selected, else on the world"),
       "frame",
       {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F)},
       KeyContext::kWindow,
       [o, b, s] { addFrame(*o, *b, *s); }});
  rows.push_back(
      {"add.feature-frame",
       AddActions::tr("Frame on F&eature"),
       AddActions::tr("Adds a frame on the bore, pin, slot, rim or plane that was clicked, or is clicked next"),
       "frame",
       {},
       KeyContext::kWindow,
       [o] { o->addFrameOnFeature(); },
       {},
       [o] { return o->isPickingFeature(); }});
  rows.push_back({"edit.frame-onto-feature",
                  AddActions::tr("Put Frame on Fea&ture"),
                  AddActions::tr("Puts the selected frame on the bore, pin, slot, rim or plane that is clicked next"),
                  "frame",
                  {},
                  KeyContext::kWindow,
                  [o] { o->moveFrameOntoFeature(); },
                  [s] {
                    const auto node = s->active();
                    return node && std::holds_alternative<FrameId>(*node) ? QString()
                                                                          : AddActions::tr("Select a frame");
                  }});
  for (const SampleObject& sample : objects.sampleObjects())
    rows.push_back({QStringLiteral("add.sample.") + sample.id,
                    sample.title,
                    AddActions::tr("Adds from the library: %1").arg(sample.text),
                    QStringLiteral("library"),
                    {},
                    KeyContext::kWindow,
                    [o, id = sample.id] { o->addSampleObject(id); }});
  return rows;
}

}  // namespace ww::ui
