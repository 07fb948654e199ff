// SPDX-License-Identifier: Apache-2.0
#include "app/editor/new_objects.h"

#include <QMenuBar>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

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
constexpr double kLevel = 0.99;      // cosine
constexpr double kLeastSeen = 10.0;  // pixels
constexpr double kFrameRoom = 0.04;  // metres, around a frame
constexpr double kFramePixels = 16.0;
constexpr int kMostOf5 = 3;

double onGrid(double v) { return std::round(std::clamp(v, -kFarthest, kFarthest) / kLookedAtGrid) * kLookedAtGrid; }

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

// The middle of the top of its root, in the object: not within it.
Pose ontoRoot(const world::Object& object) {
  const auto* root = object.entity(object.rootEntity());
  Bounds box;
  for (const auto* placed : {&root->visual, &root->collision})
    for (const auto& g : *placed)
      if (g.geometry && !g.geometry->bounds.empty()) box.add(g.geometry->bounds.transformed(g.ref_t_shape));
  const Vec3 middle = box.empty() ? Vec3(Vec3::Zero()) : box.center();
  return Pose::translation(middle.x(), middle.y(), box.empty() ? 0.0 : box.max.z());
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
  return Vec3(onGrid(target.x()), onGrid(target.y()), floor());
}

// On the top of something like a table: as near to a point of it as there is room.
std::optional<Vec3> NewObjects::spotOnTop(const world::Object& object, Vec3 point, const Vec3& size) const {
  constexpr double kSame = 1e-4, kWider = 1.5;  // metres; times
  if (object.isKinematic()) return std::nullopt;
  const Bounds box = parts_.bridge.snapshot().world->boundsOf(object);
  if (box.size().head<2>().minCoeff() < kWider * size.head<2>().maxCoeff()) return std::nullopt;
  if (std::abs(box.max.z() - point.z()) < kSame) point.z() = box.max.z();
  const Vec3 spot = freeSpotNear(point, size);
  const bool beside = (spot - box.min).head<2>().minCoeff() < 0.0 || (box.max - spot).head<2>().minCoeff() < 0.0;
  return beside ? point : spot;  // it may be fuller than its box tells
}

std::optional<Vec3> NewObjects::spotOnTouched(const Vec3& size) const {
  const auto& touch = parts_.selection.touch();
  const auto world = parts_.bridge.snapshot().world;
  const auto* owner = touch && parts_.selection.contains(touch->node) ? world->owner(touch->entity) : nullptr;
  const auto object = owner ? world->object(owner->object) : nullptr;
  if (!object) return std::nullopt;
  const Pose root_t_point = world->rootT(touch->entity) * touch->entity_t_point;
  if ((root_t_point.q * Vec3::UnitZ()).z() < kLevel) return std::nullopt;
  return spotOnTop(*object, root_t_point.p, size);
}

// The floor, or a level top that has room; nothing where anything else is seen.
std::optional<Vec3> NewObjects::groundAt(const QPointF& pixel, const Vec3& size) const {
  constexpr double kStep = 3.0, kSame = 1e-4;  // pixels; metres
  auto* view = parts_.view.view();
  const auto world = parts_.bridge.snapshot().world;
  const auto hit = view->dropPointAt(pixel);
  if (!hit) return std::nullopt;
  const auto* owner = hit->entity ? world->owner(hit->entity) : nullptr;
  if (!owner) return Vec3(onGrid(hit->p_in_root.x()), onGrid(hit->p_in_root.y()), hit->p_in_root.z());
  const auto object = world->object(owner->object);
  for (const QPointF step : {QPointF(kStep, 0), QPointF(0, kStep), QPointF(-kStep, 0)}) {
    const auto beside = view->surfaceAt(pixel + step);
    if (!beside || std::abs(beside->z() - hit->p_in_root.z()) > kSame) return std::nullopt;
  }
  const Vec3 wish(onGrid(hit->p_in_root.x()), onGrid(hit->p_in_root.y()), hit->p_in_root.z());
  return object ? spotOnTop(*object, wish, size) : std::nullopt;
}

// Most of what stands there would be in the picture, before everything else.
bool NewObjects::isSeen(const Vec3& spot, const Vec3& size) const {
  const Vec3 half(0.5 * size.x(), 0.5 * size.y(), 0.0);
  const Bounds box{spot - half, spot + half + Vec3(0, 0, size.z())};
  auto* view = parts_.view.view();
  if (!view->shows(box)) return false;
  const auto transform = view->viewTransform();
  int seen = 0;
  for (const auto& [x, y] : {std::pair(0, 0), {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) {
    const Vec3 p(box.center().x() + x * half.x(), box.center().y() + y * half.y(), box.max.z());
    const auto pixel = transform.project(p);
    const auto hit = pixel ? view->surfaceAt({pixel->x(), pixel->y()}) : std::nullopt;
    seen += pixel && (!hit || transform.depthOf(*hit) > transform.depthOf(p) - 1e-4);
  }
  return seen >= kMostOf5;
}

// From the middle outwards; of a large world few, as each takes a look at all that is in it.
std::vector<QPointF> NewObjects::pixelsAroundMiddle() const {
  constexpr std::size_t kLarge = 5000;
  const auto* view = parts_.view.view();
  const QPointF middle(0.5 * view->width(), 0.5 * view->height());
  const double reach = std::min(middle.x(), middle.y());
  const bool large = parts_.bridge.snapshot().world->objectCount() > kLarge;
  std::vector<QPointF> pixels{middle};
  for (const double part : {0.25, 0.5, 0.75})
    for (int i = 0; i < (large ? 2 : 8); ++i) {
      const double angle = 2.0 * std::numbers::pi * (i + 0.5) / (large ? 2 : 8);
      pixels.push_back(middle + part * reach * QPointF(std::cos(angle), std::sin(angle)));
    }
  return pixels;
}

// On what was clicked, else in the middle of the view on what is seen there; near to it where it would be hidden, stand
// in something or be outside of the picture.
Vec3 NewObjects::freeSpot(const Vec3& size) const {
  if (const auto touched = spotOnTouched(size)) return *touched;
  if (const auto& floor = parts_.selection.floorTouch())
    if (const Vec3 spot = freeSpotNear(Vec3(onGrid(floor->x()), onGrid(floor->y()), floor->z()), size);
        isSeen(spot, size))
      return spot;
  const auto* view = parts_.view.view();
  const QPointF middle(0.5 * view->width(), 0.5 * view->height());
  const auto hit = parts_.view.view()->dropPointAt(middle);
  if (hit && hit->entity)
    if (const auto top = groundAt(middle, size); top && isSeen(*top, size)) return *top;
  const Vec3 usual = freeSpotNear(lookedAt(), size);
  // So far away it is a dot anywhere.
  if (isSeen(usual, size) || size.maxCoeff() < kLeastSeen * view->viewTransform().metresPerPixel(usual)) return usual;
  // Beside what is in the middle rather than on the floor behind it.
  const std::vector<QPointF> pixels = pixelsAroundMiddle();
  for (const bool tops : {true, false}) {
    if (tops && !(hit && hit->entity)) continue;
    for (const QPointF& pixel : pixels) {
      const auto wish = groundAt(pixel, size);
      if (!wish || (tops && wish->z() < floor() + kLookedAtGrid)) continue;
      if (const Vec3 spot = freeSpotNear(*wish, size); isSeen(spot, size)) return spot;
    }
  }
  return usual;
}

// A frame is as large on the screen from afar as from near; not on another one either.
Vec3 NewObjects::spotInView() const {
  constexpr int kRings = 8;
  const auto view = parts_.view.view()->viewTransform();
  const double room = std::max(kFrameRoom, kFramePixels * view.metresPerPixel(view.camera().target));
  const Vec3 size = Vec3::Constant(room), first = freeSpot(size);
  std::vector<Vec3> frames;
  const auto world = parts_.bridge.snapshot().world;
  world->forEachFrame([&](const world::Frame& frame) { frames.push_back(world->rootT(frame.id).p); });
  const auto isTaken = [&](const Vec3& spot) {
    return std::ranges::any_of(frames, [&](const Vec3& p) { return (p - spot).norm() < room; });
  };
  for (int ring = 0; ring <= kRings; ++ring)
    for (int i = 0; i < std::max(1, 4 * ring); ++i) {
      const double angle = ring == 0 ? 0.0 : 2.0 * std::numbers::pi * i / (4 * ring), away = 2.0 * room * ring;
      const Vec3 spot = first + Vec3(onGrid(away * std::cos(angle)), onGrid(away * std::sin(angle)), 0.0);
      if (!isTaken(spot) && (ring == 0 || isSeen(spot, size))) return spot;
    }
  return first;
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

// In the place of the frame that is active, where the object was clicked or on its top, and from then on with it; else
// where it is free.
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
  const auto on = id && *id != world::kRootObject ? world.object(*id) : nullptr;
  if (!on) return createFree(world, name, object);
  const auto& touch = parts_.selection.touch();
  if (touch && touch->node == *active && on->entity(touch->entity))
    return session::createFromSceneObject(*id, touch->entity, name, object,
                                          world::World::objectTEntity(*on, touch->entity) * touch->entity_t_point);
  return session::createFromSceneObject(*id, on->rootEntity(), name, object, ontoRoot(*on));
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
