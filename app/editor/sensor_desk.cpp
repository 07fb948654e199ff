// SPDX-License-Identifier: Apache-2.0
#include "app/editor/sensor_desk.h"

#include <QCheckBox>

#include "app/editor/sight_desk.h"
#include "ui/bridge/physics.h"
#include "ui/panels/sensor_window.h"
#include "ui/scene/overlays/points.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kAside = 24;  // pixels between the edges of the two windows

}  // namespace

SensorDesk::SensorDesk(const WindowParts& parts)
    : QObject(&parts.view),
      parts_(parts),
      watch_(new ui::SensorWatch(parts.bridge, parts.selection, parts.layer, this)),
      points_(new ui::PointWatch(parts.bridge, parts.layer, this)),
      chip_(new ui::Chip(parts.view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("sensor"));
  chip_->setAccessibleName(tr("Picture of the sensor"));
  chip_->hide();
  parts_.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, &SensorDesk::open);
  connect(watch_, &ui::SensorWatch::changed, this, &SensorDesk::follow);
  connect(points_, &ui::PointWatch::changed, this, &SensorDesk::markPoints);
  connect(&parts.document, &Document::opened, points_, &ui::PointWatch::clear);
  // Another world may have a sensor of that id.
  connect(&parts.document, &Document::opened, watch_, [this] { watch_->setPinned(false); });
}

SensorDesk::~SensorDesk() = default;

void SensorDesk::measureIn(const ui::Physics& physics) {
  const auto follow = [this, &physics] { watch_->setMoment(physics.isOn() ? physics.shown() : nullptr); };
  connect(&physics, &ui::Physics::moved, watch_, follow);
  connect(&physics, &ui::Physics::changed, watch_, follow);
}

void SensorDesk::end() {
  disconnect(watch_, nullptr, this, nullptr);
  disconnect(points_, nullptr, this, nullptr);
  marks_.reset();
}

std::size_t SensorDesk::pointsShown() const { return marks_ ? marks_->size() : 0; }

void SensorDesk::markPoints() {
  if (!marks_) marks_ = std::make_unique<ui::scene::PointMarks>(*parts_.view.view()->surface());
  marks_->assign(points_->points().points, points_->points().shares);
  if (picture_) picture_->setPointsShown(points_->isChosen(watch_->sensor()));
}

void SensorDesk::follow() {
  const auto& now = watch_->picture();
  std::vector<ui::scene::Measure> lines;
  if (now)
    for (const auto& [from, to] : now->outline)
      lines.push_back({ui::scene::Measure::Kind::kLine, from, to, Vec3::UnitZ(), {}});
  parts_.view.view()->marks().setMeasures(ui::scene::MeasureOf::kSensor, std::move(lines));
  chip_->setVisible(bool{watch_->sensor()});
  if (now && now->failure)
    chip_->set(ui::Chip::Kind::kWarning, tr("Sensor measures nothing"), tr("Shows why, in a window of its own"));
  else if (now && now->is_force)
    chip_->set(ui::Chip::Kind::kNeutral, tr("Forces of the sensor"),
               tr("Opens a window with what the selected sensor measures, at rest or while physics plays"));
  else
    chip_->set(ui::Chip::Kind::kNeutral, tr("Sensor picture"),
               tr("Opens a window with what the selected sensor measures, as things are shown"));
  if (!picture_) return;
  picture_->setPinned(watch_->isPinned());
  picture_->show(now);
  picture_->setPointsShown(points_->isChosen(watch_->sensor()));
}

void SensorDesk::open() {
  if (!picture_) {
    picture_ = new ui::SensorWindow(&parts_.window);
    // Menus, tree and most of the view stay free.
    picture_->adjustSize();
    const QRect whole = parts_.window.frameGeometry();
    picture_->move(whole.bottomRight() - QPoint(picture_->width() + kAside, picture_->height() + 2 * kAside));
    connect(picture_, &ui::SensorWindow::viewChanged, this, &SensorDesk::wish);
    connect(picture_, &ui::SensorWindow::hidden, this, &SensorDesk::wish);
    connect(picture_, &ui::SensorWindow::pointsAsked, this,
            [this](bool on) { points_->setChosen(watch_->sensor(), on); });
    connect(picture_, &ui::SensorWindow::pinAsked, watch_, &ui::SensorWatch::setPinned);
    new SightDesk(parts_, *watch_, *picture_);
  }
  picture_->show(watch_->picture());
  picture_->setPointsShown(points_->isChosen(watch_->sensor()));
  picture_->QWidget::show();
  picture_->raise();
  wish();
}

void SensorDesk::wish() {
  watch_->setWanted(picture_->isVisible(), picture_->view());
  // Without the window nothing would say why the view has its lines.
  if (!picture_->isVisible()) watch_->setPinned(false);
}

}  // namespace ww::editor
