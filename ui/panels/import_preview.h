// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <optional>

#include "core/math/pose.h"

namespace ww::ui {

// The box of what is imported beside a person of 1.8 m, to one scale, so that a wrong unit is seen.
class ImportPreview : public QWidget {
  Q_OBJECT
 public:
  explicit ImportPreview(QWidget* parent = nullptr);
  void setSize(std::optional<Vec3> size_m);
  // Instead of a box, until there is a size.
  void setText(const QString& text);
  QSize sizeHint() const override { return {300, 240}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<Vec3> size_;
  QString text_;
};

}  // namespace ww::ui
