// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QFrame>
#include <QPushButton>

#include "ui/bridge/view_keeper.h"
#include "ui/widgets/quantity_field.h"

namespace ww::editor {

// Background and height of the floor, over the view until something else is clicked.
class Surroundings : public QFrame {
  Q_OBJECT
 public:
  Surroundings(ui::ViewKeeper& keeper, QWidget* parent);
  void popup(const QPoint& global);

 private:
  void follow();
  void chooseColor();

  ui::ViewKeeper& keeper_;
  QComboBox* background_;
  QPushButton* color_;
  ui::QuantityField* floor_;
};

}  // namespace ww::editor
