// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/frame_graph.h"
#include "ui/scene/theme.h"
#include "ui/settings/units.h"

namespace ww::ui::scene {

// The gradient behind everything, floor and grid; and what makes a picture of faces and floor.
class Backdrop {
 public:
  Backdrop(FrameGraph& graph, q3c::QEntity* root);
  void setTheme(const SceneTheme& theme);
  // The grid follows the camera and is as wide as the view.
  void follow(const CameraState& camera);
  void setGridVisible(bool on);
  void setFloor(double height);  // metres
  // Its lines are round in that unit of length.
  void setUnit(const Unit& unit);

 private:
  void addScreenPasses(q3c::QEntity* root);

  FrameGraph& graph_;
};

// Between two of the fine lines of the grid, metres: a power of ten of the unit, 0.1 m or the next above it.
double gridCell(const Unit& unit);
// An entity that draws the quad [-1, 1]^2 with a material.
q3c::QEntity* makeQuad(q3r::QMaterial* material, q3r::QLayer* layer, q3c::QEntity* parent);
QVariant vec4(const QColor& color);
QVariant vec3(const QColor& color);

}  // namespace ww::ui::scene
