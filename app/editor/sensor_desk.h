// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/window_parts.h"
#include "ui/bridge/sensor_watch.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class SensorWindow;
}

namespace ww::editor {

// The selected sensor: what it looks at, as lines in the view, and a chip that opens its live picture. Both follow what
// moves.
class SensorDesk : public QObject {
  Q_OBJECT
 public:
  explicit SensorDesk(const WindowParts& parts);
  const ui::SensorWatch& watch() const { return *watch_; }
  // Null until it was opened.
  const ui::SensorWindow* picture() const { return picture_; }

 private:
  void follow();
  void open();
  void wish();

  WindowParts parts_;
  ui::SensorWatch* watch_;
  ui::Chip* chip_;
  ui::SensorWindow* picture_ = nullptr;
};

}  // namespace ww::editor
