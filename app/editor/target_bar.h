// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QWidget>

#include "ui/widgets/quantity_field.h"

namespace ww::editor {

// Above the view while the tool Target is chosen: where targets go, how far before the surface, and the way that leads
// there straight.
class TargetBar : public QWidget {
  Q_OBJECT
 public:
  explicit TargetBar(QWidget* parent);

  void setProgram(const QString& name);
  double standOff() const { return stand_off_->value(); }  // metres before the surface
  double approach() const { return approach_->value(); }   // metres before that; 0: none
  ui::QuantityField* standOffField() const { return stand_off_; }
  ui::QuantityField* approachField() const { return approach_; }

 private:
  QLabel* title_;
  ui::QuantityField *stand_off_, *approach_;
};

}  // namespace ww::editor
