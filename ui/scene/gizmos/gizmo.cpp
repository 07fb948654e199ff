// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/gizmos/gizmo.h"

#include <QMatrix4x4>
#include <cmath>
#include <vector>

#include "ui/scene/batch.h"
#include "ui/scene/materials.h"
#include "ui/scene/overlays/shapes.h"
#include "ui/scene/theme.h"

namespace ww::ui::scene {
namespace {

constexpr double kReach = 8.0;  // pixels
constexpr double kPlaneFrom = 0.30, kPlaneTo = 0.52;
constexpr double kShaftFrom = 0.14;
const QColor kAxes[] = {kAxisX, kAxisY, kAxisZ};

GpuMesh moveModel(q3c::QNode* parent) {
  ShapeBuilder b;
  for (int i = 0; i < 3; ++i) {
    const Vec3 a = Vec3::Unit(i), u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
    b.arrow(kShaftFrom * a, a, 0.014, 0.20, 0.058, kAxes[i], 1 + i);
    b.plate(kPlaneFrom * (u + v), (kPlaneTo - kPlaneFrom) * u, (kPlaneTo - kPlaneFrom) * v, kAxes[i], 4 + i);
  }
  b.ball(0.045, QColor(0xe6, 0xe7, 0xe9), 0);
  return b.upload(parent);
}

GpuMesh rotateModel(q3c::QNode* parent) {
  ShapeBuilder b;
  for (int i = 0; i < 3; ++i) b.torus(Vec3::Unit(i), 1.0, 0.017, kAxes[i], 7 + i, 96);
  return b.upload(parent);
}

q3c::QEntity* makeEntity(const GpuMesh& mesh, q3r::QMaterial* material, q3r::QLayer* layer, q3c::QEntity* root) {
  auto* entity = new q3c::QEntity(root);
  auto* renderer = new q3r::QGeometryRenderer(entity);
  auto* geometry = new q3c::QGeometry(renderer);
  addAttribute(geometry, QStringLiteral("vertexPosition"), mesh.vertices, 3, mesh.vertex_count, 28, 0);
  addAttribute(geometry, QStringLiteral("vertexNormal"), mesh.vertices, 3, mesh.vertex_count, 28, 12);
  addAttribute(geometry, QStringLiteral("vertexColor"), mesh.vertices, 4, mesh.vertex_count, 28, 24)
      ->setVertexBaseType(q3c::QAttribute::UnsignedByte);
  auto* index = new q3c::QAttribute(geometry);
  index->setAttributeType(q3c::QAttribute::IndexAttribute);
  index->setVertexBaseType(q3c::QAttribute::UnsignedInt);
  index->setBuffer(mesh.indices);
  index->setCount(mesh.index_count);
  geometry->addAttribute(index);
  renderer->setGeometry(geometry);
  skipBounds(renderer);
  entity->addComponent(renderer);
  entity->addComponent(material);
  entity->addComponent(layer);
  entity->setEnabled(false);
  return entity;
}

double distanceToSegment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d d = b - a;
  const double t = d.squaredNorm() > 1e-9 ? std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0) : 0.0;
  return (p - a - t * d).norm();
}

bool inQuad(const Eigen::Vector2d& p, const std::vector<Eigen::Vector2d>& q) {
  bool positive = false, negative = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::Vector2d e = q[(i + 1) % 4] - q[i], w = p - q[i];
    const double side = e.x() * w.y() - e.y() * w.x();
    positive = positive || side > 0;
    negative = negative || side < 0;
  }
  return positive != negative;
}

// Points of the gizmo in its own units, on screen.
struct OnScreen {
  const ViewTransform& view;
  const Pose& pose;
  double scale;  // metres per unit
  std::optional<Eigen::Vector2d> operator()(const Vec3& p) const { return view.project(pose * Vec3(scale * p)); }
};

bool facesEye(const OnScreen& s, const Vec3& p) {
  const Vec3 to_eye = s.view.camera().ortho ? Vec3(-s.view.camera().forward()) : Vec3(s.view.camera().eye - s.pose.p);
  return (s.pose.q * p).dot(to_eye.normalized()) > -0.03;
}

Handle planeAt(const OnScreen& s, const Eigen::Vector2d& pixel) {
  for (int i = 0; i < 3; ++i) {
    const Vec3 u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
    std::vector<Eigen::Vector2d> quad;
    for (const auto& c : {Vec3(kPlaneFrom * (u + v)), Vec3(kPlaneTo * u + kPlaneFrom * v), Vec3(kPlaneTo * (u + v)),
                          Vec3(kPlaneFrom * u + kPlaneTo * v)})
      if (const auto q = s(c)) quad.push_back(*q);
    if (quad.size() == 4 && inQuad(pixel, quad)) return static_cast<Handle>(4 + i);
  }
  return Handle::kNone;
}

Handle axisAt(const OnScreen& s, const Eigen::Vector2d& pixel) {
  Handle best = Handle::kNone;
  double nearest = kReach;
  for (int i = 0; i < 3; ++i) {
    const auto a = s(kShaftFrom * Vec3(Vec3::Unit(i))), b = s(Vec3::Unit(i));
    // An axis that points at the eye cannot be dragged.
    if (!a || !b || (*b - *a).norm() < 10.0) continue;
    const double d = distanceToSegment(pixel, *a, *b);
    if (d < nearest) {
      nearest = d;
      best = static_cast<Handle>(1 + i);
    }
  }
  return best;
}

Handle ringAt(const OnScreen& s, const Eigen::Vector2d& pixel) {
  Handle best = Handle::kNone;
  double nearest = kReach;
  constexpr int kSegments = 96;
  for (int i = 0; i < 3; ++i) {
    const Vec3 u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
    for (int k = 0; k < kSegments; ++k) {
      const auto at = [&](int n) -> Vec3 {
        const double a = 2.0 * std::numbers::pi * n / kSegments;
        return u * std::cos(a) + v * std::sin(a);
      };
      if (!facesEye(s, at(k))) continue;
      const auto a = s(at(k)), b = s(at(k + 1));
      if (!a || !b) continue;
      const double d = distanceToSegment(pixel, *a, *b);
      if (d < nearest) {
        nearest = d;
        best = static_cast<Handle>(7 + i);
      }
    }
  }
  return best;
}

}  // namespace

Gizmo::Gizmo(FrameGraph& graph, q3c::QEntity* root) : graph_(graph) {
  DrawState state;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("gizmo.vert"), QStringLiteral("gizmo.frag"), state, root);
  move_ = makeEntity(moveModel(root), material, graph.layer(LayerId::kMarker), root);
  rotate_ = makeEntity(rotateModel(root), material, graph.layer(LayerId::kMarker), root);
  graph.setUniform(QStringLiteral("gizmoPose"), QVariant::fromValue(QMatrix4x4()));
  graph.setUniform(QStringLiteral("gizmoSize"), static_cast<float>(kPixels));
  setHot(Handle::kNone);
  setOnly(Handle::kNone);
  setLocked(false);
}

void Gizmo::show(GizmoKind kind, const Pose& root_t_gizmo, double dpr) {
  kind_ = kind;
  pose_ = root_t_gizmo;
  move_->setEnabled(kind == GizmoKind::kMove);
  rotate_->setEnabled(kind == GizmoKind::kRotate);
  if (kind == GizmoKind::kNone) return;
  QMatrix4x4 m;
  const Eigen::Matrix4d pose = root_t_gizmo.matrix();
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c) m(r, c) = static_cast<float>(pose(r, c));
  graph_.setUniform(QStringLiteral("gizmoPose"), QVariant::fromValue(m));
  graph_.setUniform(QStringLiteral("gizmoSize"), static_cast<float>(kPixels * dpr));
}

void Gizmo::setHot(Handle handle) {
  hot_ = handle;
  graph_.setUniform(QStringLiteral("gizmoHot"), handle == Handle::kNone ? -1.0f : static_cast<float>(handle));
}

void Gizmo::setOnly(Handle handle) { graph_.setUniform(QStringLiteral("gizmoOnly"), static_cast<float>(handle)); }

void Gizmo::setLocked(bool locked) {
  locked_ = locked;
  graph_.setUniform(QStringLiteral("gizmoLocked"), locked ? 1.0f : 0.0f);
}

Handle Gizmo::handleAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const {
  if (!visible() || view.depthOf(pose_.p) <= 0.0) return Handle::kNone;
  const OnScreen screen{view, pose_, kPixels * view.metresPerPixel(pose_.p)};
  if (kind_ == GizmoKind::kRotate) return ringAt(screen, pixel);
  const Handle plane = planeAt(screen, pixel);
  return plane != Handle::kNone ? plane : axisAt(screen, pixel);
}

std::optional<Eigen::Vector2d> Gizmo::grip(const ViewTransform& view, Handle handle) const {
  if (!visible()) return std::nullopt;
  const OnScreen screen{view, pose_, kPixels * view.metresPerPixel(pose_.p)};
  const int i = (static_cast<int>(handle) - 1) % 3;
  const Vec3 u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
  if (isAxis(handle)) return screen(0.8 * Vec3(Vec3::Unit(i)));
  if (isPlane(handle)) return screen(0.5 * (kPlaneFrom + kPlaneTo) * (u + v));
  for (int k = 0; k < 24; ++k) {
    const double a = 2.0 * std::numbers::pi * (k + 0.35) / 24;
    const Vec3 p = u * std::cos(a) + v * std::sin(a);
    const auto at = screen(p);
    if (at && facesEye(screen, p) && ringAt(screen, *at) == handle) return at;
  }
  return std::nullopt;
}

}  // namespace ww::ui::scene
