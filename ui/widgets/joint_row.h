// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSlider>
#include <QWidget>

#include "core/world/values/world.h"
#include "ui/widgets/quantity_field.h"

namespace ww::ui {

// One joint: name, slider between its limits, exact value, and how near a limit is.
class JointRow : public QWidget {
  Q_OBJECT
 public:
  JointRow(const QString& name, const world::Joint& joint, QWidget* parent = nullptr);

  void setJoint(const world::Joint& joint);
  void setValue(double position);
  double value() const { return value_; }
  QSlider* slider() const { return slider_; }
  QuantityField* field() const { return field_; }

 Q_SIGNALS:
  void moved(double position);  // while the gesture lasts
  void released(double position);

 private:
  void setRange(const world::Joint& joint);
  void reach(double wanted);
  int tick(double position) const;
  double position(int tick) const;
  void showNearness();

  world::Joint joint_;
  double lower_ = 0, upper_ = 0, value_ = 0;
  bool dragging_ = false;
  QString name_;
  QLabel* title_;
  QLabel* limits_;
  QSlider* slider_;
  QuantityField* field_;
};

}  // namespace ww::ui
