// SPDX-License-Identifier: Apache-2.0
#include "app/editor/new_objects.h"

#include <QMenuBar>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "app/editor/copies.h"
#include "app/editor/parts_change.h"
#include "app/editor/sample_texts.h"
#include "app/editor/typed.h"
#include "core/usecase/free_spot.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "resources/samples/samples.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/scene_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr double kFarthest = 1000.0;  // no new object starts farther out
constexpr double kLookedAtGrid = 0.01;

// Around the objects among the nodes, root frame.
Bounds boundsOf(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  Bounds box;
  for (const auto& node : nodes) {
    const auto* id = std::get_if<ObjectId>(&node);
    const auto object = id ? world.object(*id) : nullptr;
    const Bounds own = object ? world.boundsOf(*object) : Bounds();
    if (!own.empty()) box.add(own);
  }
  return box;
}

}  // namespace

NewObjects::NewObjects(const WindowParts& parts, ui::ScenePanel& scene)
    : QObject(&parts.window),
      parts_(parts),
      scene_(scene),
      features_(new FeatureDesk(parts, [this](FrameId made) { showNew({made}); })),
      attach_(new AttachList(parts)) {}

void NewObjects::attach() {
  auto& window = parts_.window;
  attach_->popup(window.mapToGlobal(QPoint(window.width() / 2, window.menuBar()->height() + 8)));
}

void NewObjects::moveFrameOntoFeature() {
  const auto active = parts_.selection.active();
  const auto* frame = active ? std::get_if<FrameId>(&*active) : nullptr;
  features_->moveFrame(frame && !features_->isPicking() ? *frame : FrameId{});
}

double NewObjects::floor() const { return parts_.view.keeper().state().floor; }

Vec3 NewObjects::lookedAt() const {
  const Vec3 target = parts_.view.view()->camera().target;
  const auto onGrid = [](double v) {
    return std::round(std::clamp(v, -kFarthest, kFarthest) / kLookedAtGrid) * kLookedAtGrid;
  };
  return Vec3(onGrid(target.x()), onGrid(target.y()), floor());
}

// On the top that was clicked, if it is of something like a table: as near to the point as there is room.
std::optional<Vec3> NewObjects::spotOnTouched(const Vec3& size) const {
  constexpr double kLevel = 0.99, kSame = 1e-4, kWider = 1.5;  // cosine; metres; times
  const auto& touch = parts_.selection.touch();
  const auto world = parts_.bridge.snapshot().world;
  const auto* owner = touch && parts_.selection.contains(touch->node) ? world->owner(touch->entity) : nullptr;
  const auto object = owner ? world->object(owner->object) : nullptr;
  if (!object || object->isKinematic()) return std::nullopt;
  const Bounds box = world->boundsOf(*object);
  if (box.size().head<2>().minCoeff() < kWider * size.head<2>().maxCoeff()) return std::nullopt;
  Pose root_t_point = world->rootT(touch->entity) * touch->entity_t_point;
  if ((root_t_point.q * Vec3::UnitZ()).z() < kLevel) return std::nullopt;
  Vec3& point = root_t_point.p;
  if (std::abs(box.max.z() - point.z()) < kSame) point.z() = box.max.z();
  const Vec3 spot = freeSpotNear(point, size);
  const bool beside = (spot - box.min).head<2>().minCoeff() < 0.0 || (box.max - spot).head<2>().minCoeff() < 0.0;
  return beside ? point : spot;  // it may be fuller than its box tells
}

Vec3 NewObjects::freeSpot(const Vec3& size) const {
  return spotOnTouched(size).value_or(freeSpotNear(lookedAt(), size));
}

Vec3 NewObjects::freeSpotNear(const Vec3& wish, const Vec3& size) const {
  return usecase::freeSpot(*parts_.bridge.snapshot().world, wish, size);
}

void NewObjects::showNew(const std::vector<world::NodeRef>& nodes) {
  bringIntoView(nodes, boundsOf(*parts_.bridge.snapshot().world, nodes));
  // A frame says nothing without its name.
  const bool frame = nodes.size() == 1 && std::holds_alternative<FrameId>(nodes.front());
  if (frame && !scene_.visibleRegion().isEmpty()) scene_.renameActive();
}

void NewObjects::bringIntoView(const std::vector<world::NodeRef>& nodes, const Bounds& box) {
  parts_.selection.select(nodes);
  auto* view = parts_.view.view();
  if (!box.empty() && !view->shows(box)) view->fitBox(box, ui::ViewFit::kBeside);
}

// ---- copies

void NewObjects::duplicate(const std::vector<ObjectId>& objects, const QString& label) {
  const auto world = parts_.bridge.snapshot().world;
  if (areMany(*world, objects)) return duplicateMany(objects, label);
  const auto edits = copiesBeside(*world, objects);
  if (!edits || !parts_.bridge.commit(label, edits)) return;
  const Copies copies = copiesOf(*world, *parts_.bridge.snapshot().world);
  bringIntoView(copies.nodes, copies.box);
}

// Away from the keyboard: made for the world as it is, and made again when somebody else was quicker.
void NewObjects::duplicateMany(const std::vector<ObjectId>& objects, const QString& label) {
  const auto session = parts_.bridge.sharedSession();
  // In another world the ids mean other things.
  const auto replaced = std::make_shared<std::atomic<bool>>(false);
  const auto watch = session->observe([replaced](const session::Change& change) {
    if (change.kind == session::Change::Kind::kReplace) *replaced = true;
  });
  parts_.jobs.run<Copies>(
      label,
      [session, replaced, objects, name = label.toStdString()](std::stop_token stop, const Progress&) {
        return commitCopies(*session, objects, name, [&] { return *replaced || stop.stop_requested(); });
      },
      [this, watch, replaced, label](const Result<Copies>& made) {
        if (!made.ok() && made.status().code != Code::kCancelled) return parts_.messages.report(label, made.status());
        if (!made.ok() || *replaced) return;
        bringIntoView(made->nodes, made->box);
        parts_.selection.prune(*parts_.bridge.snapshot().world);  // it may be newer
      },
      true);
}

// ---- parts

QString NewObjects::whyNotParts(ui::PartsForm form) const {
  const auto world = parts_.bridge.snapshot().world;
  return editor::whyNotParts(*world, objectsBehind(*world, parts_.selection), form);
}

void NewObjects::makeParts(ui::PartsForm form) {
  enterTyped(parts_.window);
  const auto world = parts_.bridge.snapshot().world;
  const std::vector<ObjectId> objects = objectsBehind(*world, parts_.selection);
  if (objects.empty()) return;
  const QString label = ui::toText(usecase::partsLabel(world->peek(objects.front())->name, modeOf(form)));
  const auto session = parts_.bridge.sharedSession();
  if (!takesLong(*world, objects)) {
    const auto done = commitParts(*session, objects, form, label.toStdString(), [] { return false; });
    return done.ok() ? showParts(done->nodes, done->notes) : parts_.messages.report(label, done.status());
  }
  // In another world the ids mean other things.
  const auto replaced = std::make_shared<std::atomic<bool>>(false);
  const auto watch = session->observe([replaced](const session::Change& change) {
    if (change.kind == session::Change::Kind::kReplace) *replaced = true;
  });
  parts_.jobs.run<PartsDone>(
      label,
      [session, replaced, objects, form, name = label.toStdString()](std::stop_token stop, const Progress&) {
        return commitParts(*session, objects, form, name, [&] { return *replaced || stop.stop_requested(); });
      },
      [this, watch, replaced, label](const Result<PartsDone>& done) {
        if (!done.ok() && done.status().code != Code::kCancelled) return parts_.messages.report(label, done.status());
        if (done.ok() && !*replaced) showParts(done->nodes, done->notes);
      },
      true);
}

// What came of it is selected, where the view is: nothing has moved.
void NewObjects::showParts(const std::vector<world::NodeRef>& nodes, const Diagnostics& notes) {
  parts_.selection.select(nodes);
  parts_.selection.prune(*parts_.bridge.snapshot().world);  // it may be newer
  for (const Diagnostic& note : notes) {
    parts_.messages.log().add(note);
    Status told = okStatus();
    told.code = Code::kFailedPrecondition;
    told.title = note.message;
    told.hint = note.hint;
    told.failure = note.failure;
    parts_.messages.warn(ui::toMessage(told).title, told);
  }
}

// The view does not know of it yet: so by its box.
void NewObjects::fitFirst(const std::vector<world::NodeRef>& nodes) {
  if (const Bounds box = boundsOf(*parts_.bridge.snapshot().world, nodes); !box.empty())
    parts_.view.view()->fitBox(box, ui::ViewFit::kFill);
}

// ---- the library

std::vector<ui::SampleObject> NewObjects::sampleObjects() const { return libraryTexts(); }

// Where it does not stand in anything else.
session::EditsPtr NewObjects::createFree(const world::World& world, const std::string& name,
                                         const intrinsic_proto::scene_object::v1::SceneObject& object) const {
  const auto at = [&](const Pose& root_t_object) {
    return session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, object, root_t_object);
  };
  const auto tried = parts_.bridge.tried(world, at(Pose::identity()));
  const auto made = tried.ok() ? tried->object(tried->childNamed(world::kRootObject, name)) : nullptr;
  const Bounds box = made ? tried->boundsOf(*made) : Bounds();
  if (box.empty() || world.objectCount() <= 1) return at(Pose::translation(0, 0, floor()));
  const Vec3 spot = freeSpot(box.size()), middle = box.center();
  return at(Pose::translation(spot.x() - middle.x(), spot.y() - middle.y(), spot.z()));
}

// In the place of the frame or object that is active, and from then on with it; else where it is free.
session::EditsPtr NewObjects::createOnActive(const world::World& world, const std::string& name,
                                             const intrinsic_proto::scene_object::v1::SceneObject& object) const {
  const auto active = parts_.selection.active();
  if (!active) return createFree(world, name, object);
  if (const auto* frame = std::get_if<FrameId>(&*active)) {
    const auto on = world.frame(*frame);
    const EntityId base = world.object(on->object)->rootEntity();
    return session::createFromSceneObject(on->object, on->parent_entity, name, object, world.aTB(base, *frame));
  }
  const auto* id = std::get_if<ObjectId>(&*active);
  if (!id || *id == world::kRootObject) return createFree(world, name, object);
  return session::createFromSceneObject(*id, world.object(*id)->rootEntity(), name, object, {});
}

void NewObjects::addSampleObject(const QString& id) {
  auto store = parts_.bridge.session().sharedStore();
  using Made = std::shared_ptr<const intrinsic_proto::scene_object::v1::SceneObject>;
  parts_.jobs.run<Made>(
      tr("Draw %1").arg(id),
      [store, name = id.toStdString()](std::stop_token, const Progress&) -> Result<Made> {
        WW_ASSIGN(auto object,
                  samples::isSensor(name) ? samples::sensorObject(name, *store) : samples::libraryObject(name, *store));
        return Made(std::make_shared<const intrinsic_proto::scene_object::v1::SceneObject>(std::move(object)));
      },
      [this, id](const Result<Made>& made) {
        if (!made.ok()) return parts_.messages.report(tr("%1 could not be added").arg(id), made.status());
        const auto world = parts_.bridge.snapshot().world;
        const std::string name = world::freeName(*world, world::kRootObject, id.toStdString(), true);
        const bool sensor = samples::isSensor(id.toStdString());
        const auto edits = sensor ? createOnActive(*world, name, **made) : createFree(*world, name, **made);
        if (!parts_.bridge.commit(tr("Add %1").arg(QString::fromStdString(name)), edits)) return;
        const ObjectId added = parts_.bridge.snapshot().world->aliasNamed(name);
        if (added && world->objectCount() <= 1) {
          parts_.selection.select({added});
          fitFirst({added});
        } else if (added) showNew({added});
      });
}

}  // namespace ww::editor
