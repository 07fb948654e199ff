// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QWidget>

#include "core/interop/isaac/drawing.h"

namespace ww::ui {

// What a message says about space: a picture with boxes over it, or places, points, lines and sheets as seen from a
// side. The left button turns, the wheel comes nearer, a double click shows all.
class MessageCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit MessageCanvas(QWidget* parent = nullptr);
  // Keeps the side as long as the kind of drawing does not change.
  void setDrawing(const isaac::Drawing& drawing);
  void clearDrawing() { setDrawing({}); }
  const isaac::Drawing& drawing() const { return drawing_; }
  const QImage& image() const { return image_; }
  // Where a point of the drawing is, in the widget's pixels.
  QPointF at(const Vec3& p) const;
  QSize sizeHint() const override { return {480, 360}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // Where the axes of the picture go: pixels to the right and down for a metre.
  struct Side {
    Vec3 right, down;
  };
  Side side() const;
  QPointF at(const Vec3& p, const Side& side) const;
  QImage pointImage(const Side& side) const;
  void showAll();
  void turn(double around, double up);  // radians
  void paintFlat(QPainter& painter);
  void paintSpace(QPainter& painter);
  void paintSheets(QPainter& painter) const;
  double pixelsPerMetre() const;

  isaac::Drawing drawing_;
  QImage image_;
  std::vector<QImage> sheets_;      // of the drawing's
  Vec3 middle_ = Vec3::Zero();      // metres, in the frame of the drawing
  double radius_ = 1.0;             // metres from the middle that are shown
  double around_ = 0.6, up_ = 0.5;  // radians
  double nearer_ = 1.0;             // a factor
  QPointF last_;
};

}  // namespace ww::ui
