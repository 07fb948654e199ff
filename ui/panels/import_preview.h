// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPixmap>
#include <QRect>
#include <QToolButton>
#include <QWidget>
#include <optional>
#include <string>

#include "core/math/pose.h"

namespace ww::ui {

// The box of what is imported beside a person of 1.8 m, to one scale, so that a wrong unit is seen; and a picture of
// it.
class ImportPreview : public QWidget {
  Q_OBJECT
 public:
  explicit ImportPreview(QWidget* parent = nullptr);
  void setSize(std::optional<Vec3> size_m);
  // PNG, after setSize(), which takes the last one away; empty: none.
  void setPicture(const std::string& png);
  bool hasPicture() const { return !picture_.isNull(); }
  // Where the picture is; empty without one.
  QRect pictureRect() const;
  // Instead of a box, until there is a size.
  void setText(const QString& text);
  QSize sizeHint() const override { return {300, 240}; }
  // At the upper edge; hidden where nothing is to be turned.
  QToolButton* turnButton() const { return turn_; }
  // Where the height of the person and the size of the model are written; never over each other.
  struct Labels {
    QRect person, size;
  };
  Labels labels() const;

 Q_SIGNALS:
  // The other axis is to point up.
  void turnAsked();
  // A place of the picture was clicked: from 0 to 1 to the right and down.
  void pictureClicked(double right, double down);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  std::optional<Vec3> size_;
  QString text_;
  QPixmap picture_;
  QToolButton* turn_;
};

}  // namespace ww::ui
