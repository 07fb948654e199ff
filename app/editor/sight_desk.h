// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/window_parts.h"
#include "core/usecase/sensing/sight_along.h"
#include "ui/bridge/sensor_watch.h"

namespace ww::ui {
class SensorWindow;
}

namespace ww::editor {

// Beside the picture of a camera: whether it sees an object, now or while a program runs, and its calibration as a file
// for other programs.
class SightDesk : public QObject {
  Q_OBJECT
 public:
  SightDesk(const WindowParts& parts, ui::SensorWatch& watch, ui::SensorWindow& picture);
  // For ROS, or for OpenCV where it ends in .yml.
  void saveCalibration(const QString& path);

 private:
  // "part_3 is hidden by robot:link_4"
  static QString sightText(const world::World& world, const QString& name, const sensing::Sight& sight);
  static QString spansText(const world::World& world, const QString& name,
                           const std::vector<usecase::SightSpan>& spans);
  void list();
  void choose();
  void lookAlong();
  void tellNow();
  void askForCalibration();

  WindowParts parts_;
  ui::SensorWatch& watch_;
  ui::SensorWindow& picture_;
  quint64 ticket_ = 0, job_ = 0;
};

}  // namespace ww::editor
