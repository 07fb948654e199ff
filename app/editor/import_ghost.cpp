// SPDX-License-Identifier: Apache-2.0
#include "app/editor/import_ghost.h"

#include <QMetaObject>
#include <algorithm>
#include <utility>

#include "core/world/updates/edits.h"
#include "ui/scene/fit_points.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kGhostPause = 60;                // ms from a choice to its work
constexpr std::size_t kMostGhostParts = 5000;  // more would make frames slow
const QColor kArrives(0x2b, 0x8a, 0x3e);

// What a new object stands on and was there before: it goes where that goes.
EntityId carrierOf(const world::World& before, const world::World& after, const world::Object& object) {
  EntityId at = object.parent_entity;
  while (!before.owner(at)) {
    const world::EntityOwner* own = after.owner(at);
    const world::Object* above = own ? after.peek(own->object) : nullptr;
    if (!above) return world::kRootEntity;
    at = above->parent_entity;
  }
  return at;
}

}  // namespace

Result<Arriving> arriving(const world::World& world, geometry::GeometryStore& store, const io::ImportResult& read,
                          const usecase::ImportPlace& place) {
  WW_ASSIGN(const ObjectId parent, usecase::parentOf(world, place));
  const auto import = usecase::named(world, parent, read);
  const auto tried = [&](const session::EditsPtr& edits) { return world::apply(world, *edits, store); };
  WW_ASSIGN(const session::EditsPtr edits, usecase::placeImport(world, tried, import, place));
  WW_ASSIGN(const world::World after, tried(edits));
  Arriving out;
  after.forEachObject([&](const world::Object& object) {
    if (world.peek(object.id)) return;
    const EntityId carrier = carrierOf(world, after, object);
    const Pose carrier_t_root = world.rootT(carrier).inverse();
    for (const auto& entity : object.entities) {
      const Pose root_t_entity = after.rootT(entity->id);
      const Eigen::Affine3d carrier_t_entity((carrier_t_root * root_t_entity).isometry());
      for (const auto& one : entity->visual) {
        out.box.add(one.geometry->bounds.transformed(Eigen::Affine3d(root_t_entity.isometry()) * one.ref_t_shape));
        if (out.shells.size() < kMostGhostParts)
          out.shells.push_back({carrier, one.geometry, carrier_t_entity * one.ref_t_shape, kArrives});
      }
    }
  });
  return out;
}

ImportGhost::ImportGhost(const WindowParts& parts, QObject* parent) : QObject(parent), parts_(parts) {
  soon_.setSingleShot(true);
  soon_.setInterval(kGhostPause);
  connect(&soon_, &QTimer::timeout, this, &ImportGhost::workOut);
  // A free place may be another one then.
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, [this] {
    if (read_) soon_.start();
  });
}

void ImportGhost::show(std::shared_ptr<const io::ImportResult> read, const usecase::ImportPlace& place) {
  read_ = std::move(read);
  place_ = place;
  ++number_;
  if (worker_) worker_->cancel();
  looks_ = bool{read_};
  if (read_) return soon_.start();
  soon_.stop();
  parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kImport, {});
}

void ImportGhost::end(bool came_in) {
  show(nullptr, {});
  fitted_ = false;
  const auto before = std::exchange(before_, std::nullopt);
  if (before && !came_in) parts_.view.view()->setCamera(*before, true);
}

void ImportGhost::workOut() {
  if (!worker_)
    worker_ = std::make_unique<ui::NewestWork<Request>>(
        [this, store = parts_.bridge.session().sharedStore()](const Request& request, const std::stop_token& stop) {
          // What cannot be put there has no ghost; the wizard says why when it is asked for.
          auto made = arriving(*request.world, *store, *request.read, request.place);
          auto found = std::make_shared<Arriving>(made.ok() ? std::move(made).value() : Arriving());
          if (!stop.stop_requested())
            QMetaObject::invokeMethod(this, [this, found, number = request.number] { take(*found, number); });
        });
  worker_->cancel();
  worker_->put({read_, place_, parts_.bridge.snapshot().world, number_});
}

void ImportGhost::take(const Arriving& found, quint64 number) {
  if (number != number_) return;
  parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kImport, found.shells);
  if (std::exchange(looks_, false)) bringIntoView(found.box);
}

// Of the view, in its pixels.
QRect ImportGhost::covered() const {
  const QWidget* view = parts_.view.view();
  if (!over_ || !over_->isVisible()) return {};
  return over_->frameGeometry().translated(-view->mapToGlobal(QPoint())).intersected(view->rect());
}

// Whether a good part of it lies below what covers the view.
bool ImportGhost::isHidden(const Bounds& box, const QRect& covered) const {
  constexpr double kPart = 0.15;
  const auto view = parts_.view.view()->viewTransform();
  QRectF on;
  for (const Vec3& corner : ui::scene::fitPoints({box})) {
    const auto p = view.project(corner);
    if (!p) return false;
    const QRectF dot(p->x(), p->y(), 1.0, 1.0);
    on = on.isNull() ? dot : on.united(dot);
  }
  const QRectF below = on.intersected(QRectF(covered));
  return below.width() * below.height() > kPart * on.width() * on.height();
}

// The first thing of a world fills the view, as it will when it has come; and so does what would be a dot beside what
// is seen.
void ImportGhost::bringIntoView(const Bounds& box) {
  auto* view = parts_.view.view();
  const bool alone = parts_.bridge.snapshot().world->objectCount() <= 1;
  const bool first = alone && !std::exchange(fitted_, true);
  // Who has dropped it looks there already, and the camera moves only when asked.
  using Kind = usecase::ImportPlace::Kind;
  if (!first && (place_.kind == Kind::kPoint || place_.kind == Kind::kMount)) return;
  const QRect covered = this->covered();
  if (box.empty() || (!first && !isHidden(box, covered) && view->shows(box))) return;
  constexpr double kDot = 0.02;  // of how far the view looks
  const bool small = box.size().norm() < kDot * view->camera().distance();
  // With room to its right for what lies there.
  constexpr double kLeastFree = 0.3;
  const double free = covered.isEmpty() ? 1.0 : std::max(kLeastFree, 1.0 * covered.left() / view->width());
  if (!before_) before_ = view->camera();
  const Vec3 beside = (1.0 / free - 1.0) * box.size().norm() * view->camera().right();
  Bounds whole = box;
  whole.add(box.min + beside);
  whole.add(box.max + beside);
  view->fitBox(whole, alone || small || !covered.isEmpty() ? ui::ViewFit::kFill : ui::ViewFit::kBeside);
}

}  // namespace ww::editor
