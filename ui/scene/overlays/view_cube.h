// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QRectF>
#include <optional>

#include "ui/scene/camera_state.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/theme.h"

namespace Qt3DRender {
class QTexture2D;
}

namespace ww::ui::scene {

enum class CubeFace { kRight, kLeft, kBack, kFront, kTop, kBottom };  // +x, -x, +y, -y, +z, -z

// The cube in the upper right corner that turns with the camera; its faces choose standard views.
class ViewCube {
 public:
  ViewCube(FrameGraph& graph, q3c::QEntity* root);
  void setTheme(const SceneTheme& theme);
  void place(double width, double height, double dpr);
  void setHovered(std::optional<CubeFace> face);
  std::optional<CubeFace> hovered() const { return hovered_; }
  // What it may cover, however it is turned. Pixels from the upper left, logical.
  QRectF area() const;
  // Pixels from the upper left, logical. None beside the cube.
  std::optional<CubeFace> faceAt(const Eigen::Vector2d& pixel, const CameraState& camera) const;

 private:
  void send();

  FrameGraph& graph_;
  class FaceImage;
  FaceImage* image_;
  double width_ = 1, height_ = 1, dpr_ = 1;
  std::optional<CubeFace> hovered_;
};

}  // namespace ww::ui::scene
