// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <cstdint>
#include <vector>

#include "core/math/pose.h"
#include "ui/scene/batch.h"

namespace ww::ui::scene {

// Small solid models for handles and markers, put together from arrows, tubes and plates. The tag of
// a piece goes into the alpha of its vertices.
class ShapeBuilder {
 public:
  // Cylinder with a cone as tip.
  void arrow(const Vec3& from, const Vec3& to, double radius, double head_length, double head_radius, QColor color,
             int tag = 255);
  void tube(const Vec3& from, const Vec3& to, double radius, QColor color, int tag = 255);
  void cone(const Vec3& base, const Vec3& tip, double radius, QColor color, int tag = 255);
  void torus(const Vec3& axis, double radius, double thickness, QColor color, int tag = 255, int segments = 64);
  // A parallelogram, seen from both sides.
  void plate(const Vec3& corner, const Vec3& u, const Vec3& v, QColor color, int tag = 255);
  void ball(double radius, QColor color, int tag = 255);
  GpuMesh upload(q3c::QNode* parent) const;

 private:
  struct Vertex {
    float position[3], normal[3];
    std::uint8_t color[4];
  };
  std::uint32_t vertex(const Vec3& p, const Vec3& n, const QColor& color, int tag);
  void strip(std::uint32_t a0, std::uint32_t a1, std::uint32_t b0, std::uint32_t b1);

  std::vector<Vertex> vertices_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace ww::ui::scene
