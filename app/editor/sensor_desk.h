// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/window_parts.h"
#include "ui/bridge/point_watch.h"
#include "ui/bridge/sensor_watch.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class Physics;
class SensorWindow;
}  // namespace ww::ui
namespace ww::ui::scene {
class PointMarks;
}

namespace ww::editor {

// The selected sensor, or the one that is pinned: what it looks at, as lines in the view, and a chip that opens its
// live picture. Both follow what moves, as do the points of the sensors that they are wanted of.
class SensorDesk : public QObject {
  Q_OBJECT
 public:
  explicit SensorDesk(const WindowParts& parts);
  ~SensorDesk() override;
  // Forces are those of the simulation while one is on.
  void measureIn(const ui::Physics& physics);
  // Before the view, which the marks are drawn in.
  void end();
  const ui::SensorWatch& watch() const { return *watch_; }
  // Null until it was opened.
  ui::SensorWindow* picture() const { return picture_; }
  std::size_t pointsShown() const;

 private:
  void follow();
  void open();
  void wish();
  void markPoints();

  WindowParts parts_;
  ui::SensorWatch* watch_;
  ui::PointWatch* points_;
  std::unique_ptr<ui::scene::PointMarks> marks_;
  ui::Chip* chip_;
  ui::SensorWindow* picture_ = nullptr;
};

}  // namespace ww::editor
