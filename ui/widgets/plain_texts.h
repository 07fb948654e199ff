// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

namespace ww::ui {

// Makes labels, message boxes and tool tips show texts as they are. Qt takes what looks like HTML for it, and names of
// files, parts and people may: "<b>x</b>" was bold, and an <img> would be fetched. A tool tip that the program itself
// draws begins with its picture. For all labels of the application while it lives.
class PlainTexts final : public QObject {
 public:
  explicit PlainTexts(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace ww::ui
