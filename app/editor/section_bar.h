// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSlider>
#include <QToolButton>
#include <QWidget>
#include <array>
#include <utility>

#include "core/math/pose.h"
#include "ui/bridge/view_keeper.h"
#include "ui/widgets/quantity_field.h"

namespace ww::editor {

// Over the view while it is cut: along which axis, from which side, and where, by slider or number.
class SectionBar : public QWidget {
  Q_OBJECT
 public:
  SectionBar(ui::ViewKeeper& keeper, QWidget* parent);

 private:
  void follow();
  void setAxis(int axis);
  void setPlace(double along_axis);
  void flip();
  std::pair<double, double> range() const;
  int axis() const;
  double sign() const;

  ui::ViewKeeper& keeper_;
  std::array<QToolButton*, 3> axes_{};
  QSlider* slider_;
  ui::QuantityField* place_;
  bool following_ = false;
};

}  // namespace ww::editor
