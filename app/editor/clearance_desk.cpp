// SPDX-License-Identifier: Apache-2.0
#include "app/editor/clearance_desk.h"

#include <algorithm>

#include "ui/bridge/motion_text.h"
#include "ui/panels/clearance_strip.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

using Kind = ui::Chip::Kind;

QString displayOf(const world::World& world, EntityId id) { return QString::fromStdString(world.display(id)); }

}  // namespace

ClearanceDesk::ClearanceDesk(const WindowParts& parts, std::shared_ptr<ui::WorldScenes> scenes, ui::MotionPanel& motion)
    : QObject(&parts.view),
      parts_(parts),
      motion_(motion),
      strip_(motion.findChild<ui::ClearanceStrip*>()),
      watch_(new ui::ClearanceWatch(parts.bridge, parts.selection, parts.layer, scenes, this)),
      path_(new ui::PathClearance(scenes, this)),
      chip_(new ui::Chip(parts.view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("clearance"));
  chip_->hide();
  parts_.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, &ClearanceDesk::lookAtIt);
  connect(&parts_.view, &ViewHost::lengthsShown, this, [this] {
    watch_->setWanted(parts_.view.isShown(ui::Shown::kClearance), parts_.view.isShown(ui::Shown::kMargins));
    follow();
  });
  connect(watch_, &ui::ClearanceWatch::changed, this, &ClearanceDesk::follow);
  connect(&parts_.selection, &ui::Selection::changed, this, &ClearanceDesk::showChip);
  connect(path_, &ui::PathClearance::changed, this, &ClearanceDesk::showPath);
  connect(&motion_, &ui::MotionPanel::planned, this,
          [this](const ui::MotionPlan& plan) { path_->set(plan.world, plan); });
  connect(&motion_, &ui::MotionPanel::stateChanged, this, &ClearanceDesk::followMotion);
}

// ---- of what is selected

void ClearanceDesk::follow() {
  std::vector<ui::scene::Measure> measures;
  const auto& now = watch_->clearance();
  if (now && now->nearest)
    measures.push_back({ui::scene::Measure::Kind::kDistance, now->nearest->point_a, now->nearest->point_b,
                        now->nearest->normal, ui::lengthText(now->nearest->distance_m)});
  parts_.view.view()->marks().setMeasures(ui::scene::MeasureOf::kClearance, std::move(measures));
  showShells();
  showChip();
}

void ClearanceDesk::showShells() {
  std::vector<ui::scene::BodyShell> shells;
  if (watch_->shells())
    for (const ui::MarginShell& shell : *watch_->shells()) shells.push_back({shell.entity, shell.shape});
  parts_.view.view()->marks().setShells(std::move(shells));
}

void ClearanceDesk::showChip() {
  const bool distance = watch_->wantsDistance();
  chip_->setVisible(distance || watch_->wantsShells());
  if (chip_->isHidden()) return chip_->setText(tr("Clearance"));
  const QString about =
      tr("The smallest distance of what is selected, with all that hangs on it, to everything that it is checked "
         "against, as shown.");
  if (parts_.selection.nodes().empty()) return chip_->set(Kind::kNeutral, tr("Clearance: select something"), about);
  if (!distance) return chip_->set(Kind::kNeutral, shellsText(), tr("The largest margin around what is selected."));
  const auto& now = watch_->clearance();
  if (!now) return chip_->set(Kind::kNeutral, tr("Clearance..."), about);
  if (!now->has_bodies)
    return chip_->set(Kind::kNeutral, tr("Clearance: no collision geometry"),
                      tr("What is selected has no geometry for collisions."));
  if (!now->is_told)
    return chip_->set(Kind::kNeutral, tr("Clearance: too much at once"),
                      tr("So much is selected, or moves, that no check could follow it. Select less."));
  if (!now->nearest)
    return chip_->set(Kind::kNeutral, tr("Clearance: nothing is checked"),
                      tr("The collision rules have nothing checked against what is selected."));
  const auto world = parts_.bridge.snapshot().world;
  const auto& near = *now->nearest;
  const bool bad = near.distance_m < (near.margin_m > 0.0 ? near.margin_m : -collision::kTouchDepth);
  chip_->set(bad ? Kind::kError : Kind::kGood, tr("Clearance: %1").arg(ui::lengthText(near.distance_m)),
             tr("%1 to %2.").arg(displayOf(*world, near.a), displayOf(*world, near.b)) + QLatin1Char('\n') + about +
                 QLatin1Char(' ') + tr("A click shows where."));
}

QString ClearanceDesk::shellsText() const {
  if (!watch_->shells()) return tr("Margins...");
  double most = 0.0;
  for (const ui::MarginShell& shell : *watch_->shells()) most = std::max(most, shell.margin_m);
  return most > 0.0 ? tr("Margin: %1").arg(ui::lengthText(most)) : tr("No margin here");
}

void ClearanceDesk::lookAtIt() {
  const auto& now = watch_->clearance();
  if (!now || !now->nearest) return;
  const auto& near = *now->nearest;
  parts_.view.view()->lookAt({{near.point_a, near.point_b}, {near.a, near.b}});
}

// ---- along the motion

void ClearanceDesk::followMotion() {
  if (!motion_.currentPlan()) path_->clear();
  showPath();
}

void ClearanceDesk::showPath() {
  const auto& plan = motion_.currentPlan();
  const auto& samples = path_->samples();
  auto& marks = parts_.view.view()->marks();
  if (!plan || samples.empty()) {
    strip_->setCurve({});
    return marks.setTraceNearness({});
  }
  const auto& world = plan->world;
  const double limit = motion_.warnBelow()->value();
  ui::ClearanceStrip::Curve curve;
  curve.duration = path_->duration();
  curve.limit = limit;
  curve.farthest = usecase::ClearanceCurve::kFarthest;
  curve.is_stale = motion_.state() == ui::MotionPanel::State::kStale;
  for (const auto& s : samples)
    curve.points.push_back(
        {s.seconds, s.metres, s.a ? tr("%1 and %2").arg(displayOf(*world, s.a), displayOf(*world, s.b)) : QString()});
  strip_->setCurve(std::move(curve));
  marks.setTraceNearness(ui::nearness(samples, path_->duration(), limit, plan->tcp_in_root.size()));
}

}  // namespace ww::editor
