// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QRectF>
#include <QString>
#include <optional>

#include "ui/scene/frame_graph.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_turns.h"

namespace ww::ui::scene {

// What a click on the cube or beside it asks for.
struct CubeSpot {
  enum class Kind { kFacet, kTurn, kHome };
  Kind kind = Kind::kHome;
  Facet facet = Facet::Zero();
  ViewTurn turn = ViewTurn::kLeft;
  static CubeSpot of(const Facet& facet) { return {Kind::kFacet, facet, ViewTurn::kLeft}; }
  static CubeSpot of(ViewTurn turn) { return {Kind::kTurn, Facet::Zero(), turn}; }
  bool operator==(const CubeSpot&) const = default;
};
// "Front, right, top", "Turn to the left", "Whole world".
QString nameOf(const CubeSpot& spot);

// The cube in the upper right corner that turns with the camera: its 6 sides, 12 edges and 8 corners choose where to
// look from; arrows around it turn the view, a house shows the whole world. Drawn by one shader, pixel by pixel, so
// that it is as sharp as the surface. Pixels are logical ones from the upper left.
class ViewCube {
 public:
  ViewCube(FrameGraph& graph, q3c::QEntity* root, double dpr);
  void setTheme(const SceneTheme& theme);
  void place(double width, double height, double dpr);
  void setHovered(const std::optional<CubeSpot>& spot);
  const std::optional<CubeSpot>& hovered() const { return hovered_; }
  // All that belongs to it.
  QRectF area() const;
  // None beside it, and between the cube and the arrows.
  std::optional<CubeSpot> spotAt(const Eigen::Vector2d& pixel, const CameraState& camera) const;
  // A pixel of it; none when it is turned away.
  std::optional<Eigen::Vector2d> pixelOf(const CubeSpot& spot, const CameraState& camera) const;

 private:
  void send();
  Eigen::Vector2d toCube(const Eigen::Vector2d& pixel) const;

  FrameGraph& graph_;
  class Image;
  Image* image_;
  double dpr_, scale_ = 1;                                 // of the surface; of all, in small views
  Eigen::Vector2d middle_ = Eigen::Vector2d::Constant(1);  // device pixels, from the lower left
  double height_ = 1;
  std::optional<CubeSpot> hovered_;
};

}  // namespace ww::ui::scene
