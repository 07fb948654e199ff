// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>

namespace ww::ui {

// A choice among names, which may be longer than there is room: both ends of one stay, as they tell names apart.
class NameBox : public QComboBox {
 public:
  using QComboBox::QComboBox;
  // As it is drawn.
  QString shownText() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace ww::ui
