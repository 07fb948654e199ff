// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QToolButton>

#include "ui/widgets/theme.h"

namespace ww::ui {

// A small mark of a state: a symbol and a word, so that colour is never alone. A click tells.
class Chip : public QToolButton {
  Q_OBJECT
 public:
  enum class Kind { kNeutral, kGood, kWarning, kError };
  explicit Chip(QWidget* parent = nullptr);
  void set(Kind kind, const QString& text, const QString& tip);
  QSize minimumSizeHint() const override;  // its text is elided before a window grows for it
};

}  // namespace ww::ui
