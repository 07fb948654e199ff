// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "ui/bridge/sensor_watch.h"
#include "ui/panels/sight_bar.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace ww::ui {
class ForcePage;

// A picture with boxes over it, as large as there is room.
class SensorCanvas : public QWidget {
 public:
  explicit SensorCanvas(QWidget* parent);
  void set(const SensorPicture& picture, bool boxes);
  void clear();
  const QImage& image() const { return picture_.image; }
  std::size_t boxCount() const { return boxes_ ? picture_.boxes.size() : 0; }
  QSize sizeHint() const override { return {480, 360}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SensorPicture picture_;
  bool boxes_ = false;
};

// A window of its own with the live picture of the sensor that is selected or pinned, or what it reads.
class SensorWindow : public QWidget {
  Q_OBJECT
 public:
  explicit SensorWindow(QWidget* parent);
  // None: no sensor is selected, or nothing has been measured yet.
  void show(const std::optional<SensorPicture>& picture);
  SensorView view() const;
  const SensorCanvas& canvas() const { return *canvas_; }
  // Whether the points of the selected sensor are in the view.
  void setPointsShown(bool on);
  QCheckBox* pointsBox() const { return points_; }
  // Whether it stays with its sensor, whatever is selected.
  void setPinned(bool on);
  QCheckBox* pinBox() const { return pin_; }
  SightBar* sight() const { return sight_; }
  const ForcePage& force() const { return *force_; }
  QString words() const;

 Q_SIGNALS:
  void viewChanged();
  void pointsAsked(bool on);
  void pinAsked(bool on);
  void calibrationAsked();
  void hidden();

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();
  QString wordsFor(const SensorPicture& picture) const;

  std::optional<SensorPicture> picture_;
  QComboBox* choice_;
  QCheckBox *boxes_, *points_, *pin_;
  QPushButton* calibration_;
  QLabel* words_;
  SensorCanvas* canvas_;
  SightBar* sight_;
  ForcePage* force_;
};

}  // namespace ww::ui
