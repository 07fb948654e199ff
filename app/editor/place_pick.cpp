// SPDX-License-Identifier: Apache-2.0
#include "app/editor/place_pick.h"

#include "ui/bridge/feature_text.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kLookEveryMs = 80;
constexpr double kRimReach = 0.008;  // of the distance from the eye: some pixels

using usecase::ImportPlace;

PickedPlace onPoint(const Vec3& p_in_root) {
  return {{ImportPlace::Kind::kPoint, p_in_root, world::kRootObject}, PlacePick::tr("Where you clicked")};
}

}  // namespace

PlacePick::PlacePick(const WindowParts& parts, QObject* parent) : QObject(parent), parts_(parts) {
  timer_.setInterval(kLookEveryMs);
  connect(&timer_, &QTimer::timeout, this, &PlacePick::follow);
}

bool PlacePick::Click::operator==(const Click& other) const {
  const bool same_touch = touch && other.touch ? touch->entity == other.touch->entity &&
                                                     touch->entity_t_point.p == other.touch->entity_t_point.p
                                               : !touch && !other.touch;
  return same_touch && floor == other.floor && frame == other.frame;
}

PlacePick::Click PlacePick::clicked() const {
  const auto& selection = parts_.selection;
  Click out{{}, selection.floorTouch(), {}};
  if (const auto& touch = selection.touch(); touch && selection.contains(touch->node)) out.touch = touch;
  if (const auto active = selection.active(); active && std::holds_alternative<FrameId>(*active))
    out.frame = std::get<FrameId>(*active);
  return out;
}

void PlacePick::begin() {
  before_ = clicked();
  timer_.start();
}

std::optional<PickedPlace> PlacePick::last() const {
  const Click click = clicked();
  const auto world = parts_.bridge.snapshot().world;
  if (click.touch && world->entity(click.touch->entity))
    return onPoint(world->rootT(click.touch->entity) * click.touch->entity_t_point.p);
  return click.floor ? std::optional(onPoint(*click.floor)) : std::nullopt;
}

// A click on what is selected already tells nobody: so it is looked for.
void PlacePick::follow() {
  const Click now = clicked();
  if (now == before_) return;
  before_ = now;
  const auto world = parts_.bridge.snapshot().world;
  if (now.frame && world->frame(now.frame)) {
    const QString name = QString::fromStdString(world->display(now.frame));
    Q_EMIT picked({{{ImportPlace::Kind::kMount, Vec3::Zero(), now.frame}, tr("On %1").arg(name)}});
  } else if (const auto surface = last()) {
    Q_EMIT picked({*surface});
    if (now.touch) lookAt(now, *surface);
  }
}

// On a plane, that is the surface itself.
void PlacePick::lookAt(const Click& click, const PickedPlace& surface) {
  using Found = std::optional<usecase::PlacedFeature>;
  const auto world = parts_.bridge.snapshot().world;
  const Vec3 entity_p = click.touch->entity_t_point.p;
  const double reach = kRimReach * (parts_.view.view()->camera().eye - surface.place.p_in_root).norm();
  parts_.jobs.run<Found>(
      tr("Look for bores and planes"),
      [cache = cache_, entity = world->entity(click.touch->entity), entity_p, reach](std::stop_token, const Progress&)
          -> Result<Found> { return usecase::featureAt(*entity, entity_p, reach, *cache); },
      [this, click, surface, entity_p](const Result<Found>& found) {
        if (!found.ok() || !found.value() || !(click == before_) || !timer_.isActive()) return;
        const usecase::PlacedFeature& on = **found;
        if (on.feature.kind == geometry::Feature::Kind::kPlane) return;
        const QString name = QString::fromStdString(parts_.bridge.snapshot().world->display(on.entity));
        const ImportPlace place{ImportPlace::Kind::kMount, Vec3::Zero(), on.entity,
                                geometry::framePose(on.feature, entity_p)};
        Q_EMIT picked({{place, tr("On %1: %2").arg(name, ui::featureText(on.feature))}, surface});
      });
}

}  // namespace ww::editor
