// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

namespace ww::ui {

// Text fields take undo and redo for their own text, also when they have none to take back: then the keys are the
// world's. For all line edits of a window while it lives.
class UndoKeys final : public QObject {
 public:
  explicit UndoKeys(QWidget* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* window_;
};

}  // namespace ww::ui
