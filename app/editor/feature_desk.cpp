// SPDX-License-Identifier: Apache-2.0
#include "app/editor/feature_desk.h"

#include <QCursor>
#include <QHBoxLayout>
#include <algorithm>

#include "core/world/views/references.h"
#include "ui/bridge/feature_text.h"
#include "ui/scene/scene_window.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kLookEvery = 80;       // ms
constexpr double kReach = 0.008;     // of the distance from the eye: some pixels
constexpr double kPlaneMark = 0.03;  // metres, of the normal that marks a plane

using Kind = geometry::Feature::Kind;

// The line that marks a feature, in the frame of its entity.
std::pair<Vec3, Vec3> markOf(const geometry::Feature& f) {
  if (f.kind == Kind::kPlane) return {f.center, f.center + kPlaneMark * f.axis};
  if (f.kind == Kind::kCircle) return {f.center - f.radius * f.along, f.center + f.radius * f.along};
  if (f.kind == Kind::kSlot) return {f.center - 0.5 * f.span * f.along, f.center + 0.5 * f.span * f.along};
  return {f.center - 0.5 * f.length * f.axis, f.center + 0.5 * f.length * f.axis};
}

}  // namespace

FeatureDesk::FeatureDesk(const WindowParts& parts, ShowFrame show)
    : QObject(&parts.view),
      parts_(parts),
      show_(std::move(show)),
      chip_(new ui::Chip(parts.view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("feature"));
  chip_->setAccessibleName(tr("Frame on a feature"));
  chip_->hide();
  parts_.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, [this] { setPicking(false); });
  timer_.setInterval(kLookEvery);
  connect(&timer_, &QTimer::timeout, this, &FeatureDesk::follow);
  // Ids stand for other things there.
  connect(&parts_.document, &Document::opened, this, [this] {
    ++worlds_;
    setPicking(false);
  });
}

bool FeatureDesk::isSame(const std::optional<ui::Touch>& a, const std::optional<ui::Touch>& b) {
  if (!a || !b) return !a == !b;
  return a->entity == b->entity && a->entity_t_point.p == b->entity_t_point.p;
}

std::optional<FeatureDesk::Spot> FeatureDesk::touched() const {
  const auto& touch = parts_.selection.touch();
  if (!touch || !parts_.selection.contains(touch->node)) return std::nullopt;
  auto entity = parts_.bridge.snapshot().world->entity(touch->entity);
  if (!entity) return std::nullopt;
  return Spot{std::move(entity), touch->entity_t_point.p};
}

std::optional<FeatureDesk::Spot> FeatureDesk::underPointer() const {
  auto* view = parts_.view.view();
  const QPointF at = view->surface()->mapFromGlobal(QPointF(QCursor::pos()));
  if (!QRectF(QPointF(0, 0), QSizeF(view->surface()->size())).contains(at)) return std::nullopt;
  const auto drop = view->dropPointAt(at);
  if (!drop || !drop->entity) return std::nullopt;
  const auto world = parts_.bridge.snapshot().world;
  auto entity = world->entity(drop->entity);
  if (!entity) return std::nullopt;
  return Spot{std::move(entity), world->rootT(drop->entity).inverse() * drop->p_in_root};
}

void FeatureDesk::lookAt(const Spot& spot, Take take) {
  if (looking_) return;
  looking_ = true;
  const Vec3 root_p = parts_.bridge.snapshot().world->rootT(spot.entity->id) * spot.entity_p;
  const double reach = kReach * (parts_.view.view()->camera().eye - root_p).norm();
  parts_.jobs.run<Found>(
      tr("Look for bores and planes"),
      [cache = cache_, spot, reach](std::stop_token, const Progress&) -> Result<Found> {
        const auto found = usecase::featureAt(*spot.entity, spot.entity_p, reach, *cache);
        return found ? std::make_shared<const usecase::PlacedFeature>(*found) : Found();
      },
      [this, spot, take = std::move(take), worlds = worlds_](const Result<Found>& found) {
        looking_ = false;
        if (worlds != worlds_) return;
        take(found.ok() ? found.value() : Found(), spot);
      });
}

void FeatureDesk::addFrame() {
  if (picking_) return setPicking(false);
  const auto spot = touched();
  if (!spot) return setPicking(true);
  lookAt(*spot, [this](const Found& found, const Spot& there) {
    if (found) commitOn(found, there);
    else setPicking(true);
  });
}

void FeatureDesk::moveFrame(FrameId frame) {
  setPicking(false);
  if (!frame) return;
  moved_ = frame;
  setPicking(true);
}

void FeatureDesk::showChip() {
  const auto frame = parts_.bridge.snapshot().world->frame(moved_);
  if (frame)
    chip_->set(
        ui::Chip::Kind::kNeutral, tr("Click what %1 is to stand on").arg(QString::fromStdString(frame->name)),
        tr("The frame goes onto the middle of the bore, pin, slot, rim or plane, with z out of the part. A click "
           "here ends that."));
  else
    chip_->set(ui::Chip::Kind::kNeutral, tr("Click a bore, pin, slot, rim or plane"),
               tr("A frame comes onto the middle of it, with z out of the part. A click here ends that."));
}

void FeatureDesk::setPicking(bool on) {
  if (picking_ == on) return;
  picking_ = on;
  before_ = parts_.selection.touch();
  chip_->setVisible(on);
  if (on) {
    showChip();
    timer_.start();
  } else {
    timer_.stop();
    moved_ = {};
    marked_.reset();
    parts_.view.view()->marks().setMeasures(ui::scene::MeasureOf::kFeature, {});
  }
  Q_EMIT pickingChanged(on);
}

// A click is told by what it touched; until there is one, what lies under the pointer is marked.
void FeatureDesk::follow() {
  if (looking_) return;
  if (!isSame(parts_.selection.touch(), before_)) {
    before_ = parts_.selection.touch();
    if (const auto spot = touched())
      return lookAt(*spot, [this](const Found& found, const Spot& there) {
        if (picking_ && found) commitOn(found, there);
      });
  }
  const auto spot = underPointer();
  const bool still = spot && marked_ && marked_->entity == spot->entity && marked_->entity_p == spot->entity_p;
  if (still) return;
  marked_ = spot;
  if (!spot) return mark(nullptr, {});
  lookAt(*spot, [this](const Found& found, const Spot& there) {
    if (picking_) mark(found, there);
  });
}

void FeatureDesk::mark(const Found& found, const Spot& spot) {
  std::vector<ui::scene::Measure> measures;
  const auto world = parts_.bridge.snapshot().world;
  if (found && world->entity(spot.entity->id)) {
    const Pose root_t_entity = world->rootT(spot.entity->id);
    const auto [from, to] = markOf(found->feature);
    measures.push_back({ui::scene::Measure::Kind::kDistance, root_t_entity * from, root_t_entity * to,
                        root_t_entity.q * found->feature.axis, ui::featureText(found->feature)});
  }
  auto& marks = parts_.view.view()->marks();
  if (measures.empty() && marks.measures(ui::scene::MeasureOf::kFeature).empty()) return;
  marks.setMeasures(ui::scene::MeasureOf::kFeature, std::move(measures));
}

void FeatureDesk::commitOn(const Found& found, const Spot& spot) {
  const FrameId moved = moved_;
  setPicking(false);
  if (moved) return moveOn(moved, found, spot);
  const auto made = usecase::frameOnFeature(*parts_.bridge.snapshot().world, *found, spot.entity_p);
  if (!made.ok()) return parts_.messages.report(tr("No frame was added"), made.status());
  const QString name = QString::fromStdString(made->name);
  if (!parts_.bridge.commit(tr("Add frame %1 on a feature").arg(name), made->edits)) return;
  parts_.messages.say(tr("Frame %1 added: %2").arg(name, ui::featureText(found->feature)));
  if (const FrameId frame = parts_.bridge.snapshot().world->frameNamed(made->object, made->name)) show_(frame);
}

void FeatureDesk::moveOn(FrameId id, const Found& found, const Spot& spot) {
  const auto world = parts_.bridge.snapshot().world;
  const auto edits = usecase::frameOntoFeature(*world, id, *found, spot.entity_p);
  if (!edits.ok()) return parts_.messages.report(tr("The frame was not moved"), edits.status());
  const QString name = QString::fromStdString(world->frame(id)->name);
  if (!parts_.bridge.commit(tr("Put %1 on a feature").arg(name), *edits)) return;
  parts_.messages.say(tr("%1 stands on: %2").arg(name, ui::featureText(found->feature)));
  parts_.selection.select({id});
}

}  // namespace ww::editor
