// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>

namespace ww::ui {

// One line that ends in an ellipsis where it has no room; text() stays whole.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace ww::ui
