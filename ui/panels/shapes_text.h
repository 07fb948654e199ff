// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "ui/panels/shapes_dialog.h"

// What the dialog of collision shapes says.
namespace ww::ui {

QString shapeKindText(geometry::CollisionKind kind);
// "Convex pieces, at most 8".
QString shapeWishText(const usecase::ShapeWish& wish);
// "12 µs": none is an empty text.
QString checkTimeText(const CheckTimes& times);

// Of one part in the list.
struct ShapeRowTexts {
  QString shape, triangles, missing, blocked, tip;
};
ShapeRowTexts shapeRowTexts(const ShapePart& part, const std::optional<usecase::ShapeWish>& wish,
                            const std::optional<ShapeFigures>& found);

// Of several parts together.
class ShapeTotals {
 public:
  void add(const ShapePart& part, const std::optional<usecase::ShapeWish>& wish,
           const std::optional<ShapeFigures>& found);
  QString figures() const;
  QString seen() const;  // whether it is closed, and its mass

 private:
  QString madeText() const;
  std::size_t parts_ = 0, known_ = 0, wished_ = 0, nothing_ = 0;
  std::size_t seen_triangles_ = 0, now_triangles_ = 0, now_primitives_ = 0;
  std::size_t triangles_ = 0, primitives_ = 0, shapes_ = 0;
  geometry::CollisionDeviation deviation_;
  std::size_t open_edges_ = 0;
  double volume_ = 0.0, mass_ = 0.0;
  QString problem_;
};

}  // namespace ww::ui
