// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

namespace ww::ui {

// Makes message boxes as wide as their buttons need: Qt reckons with them before the style sheet has made them wider,
// and in German they were cut off. For all boxes of the application while it lives.
class WholeButtons final : public QObject {
 public:
  explicit WholeButtons(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ww::ui
