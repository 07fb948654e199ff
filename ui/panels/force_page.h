// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <array>
#include <deque>

#include "ui/bridge/sensor_watch.h"

class QLabel;

namespace ww::ui {

// Three figures over the last readings, each in the colour of its axis.
class ForceTrace : public QWidget {
 public:
  ForceTrace(const QString& unit, QWidget* parent);
  void add(const std::array<double, 3>& values);  // in the unit
  void clear();
  std::size_t count() const { return values_.size(); }
  // The largest either way of what is drawn, in the unit.
  double most() const;
  QSize sizeHint() const override { return {380, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString unit_;
  std::deque<std::array<double, 3>> values_;
};

// What a force-torque sensor reads, and how it was.
class ForcePage : public QWidget {
  Q_OBJECT
 public:
  explicit ForcePage(QWidget* parent);
  // A reading of the sensor; of another one than before, it begins anew.
  void add(const SensorPicture& picture);
  void clear();
  const ForceTrace& trace(bool torque) const { return torque ? *torque_trace_ : *force_trace_; }

 private:
  std::array<QLabel*, 8> figures_{};  // x, y, z and the whole, of force and of torque
  ForceTrace *force_trace_, *torque_trace_;
  QLabel* words_;
  EntityId sensor_;
};

}  // namespace ww::ui
