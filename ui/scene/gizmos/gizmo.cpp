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

constexpr double kReach = 9.0, kMiddleReach = 11.0;  // pixels
constexpr double kPlaneFrom = 0.22, kPlaneTo = 0.48;
constexpr double kShaftFrom = 0.14, kTip = 1.06, kHead = 0.22;
constexpr double kHeadReach = 6.5;  // pixels
// Radii of rings: inside the arrows when both are there.
constexpr double kInner = 0.76, kOuter = 1.0, kView = 1.22;
// Cosines beyond which a handle cannot be dragged: an axis towards the eye, a plane seen from its edge. Those of
// gizmo.vert.
constexpr double kAxisToEye = 0.985, kPlaneEdge = 0.05;
const QColor kAxes[] = {kAxisX, kAxisY, kAxisZ};
const QColor kNeutral(0xe6, 0xe7, 0xe9);

void addRings(ShapeBuilder& b, double radius) {
  for (int i = 0; i < 3; ++i) b.torus(Vec3::Unit(i), radius, 0.020, kAxes[i], 7 + i, 96);
  // Turned to the eye by the shader.
  b.torus(Vec3::UnitZ(), kView, 0.016, kNeutral, 10, 128);
}

GpuMesh moveTurnModel(q3c::QNode* parent) {
  ShapeBuilder b;
  for (int i = 0; i < 3; ++i) {
    const Vec3 a = Vec3::Unit(i), u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
    b.arrow(kShaftFrom * a, kTip * a, 0.019, kHead, 0.075, kAxes[i], 1 + i);
    b.plate(kPlaneFrom * (u + v), (kPlaneTo - kPlaneFrom) * u, (kPlaneTo - kPlaneFrom) * v, kAxes[i], 4 + i);
  }
  addRings(b, kInner);
  b.ball(0.075, kNeutral, 11);
  return b.upload(parent);
}

GpuMesh rotateModel(q3c::QNode* parent) {
  ShapeBuilder b;
  addRings(b, kOuter);
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

Vec3 toEye(const OnScreen& s) {
  const CameraState& c = s.view.camera();
  return c.ortho ? Vec3(-c.forward()) : Vec3((c.eye - s.pose.p).normalized());
}

bool facesEye(const OnScreen& s, const Vec3& p) { return (s.pose.q * p.normalized()).dot(toEye(s)) > -0.03; }

Handle planeAt(const OnScreen& s, const Eigen::Vector2d& pixel) {
  for (int i = 0; i < 3; ++i) {
    const Vec3 n = Vec3::Unit(i), u = Vec3::Unit((i + 1) % 3), v = Vec3::Unit((i + 2) % 3);
    if (std::abs((s.pose.q * n).dot(toEye(s))) < kPlaneEdge) continue;
    std::vector<Eigen::Vector2d> quad;
    for (const auto& c : {Vec3(kPlaneFrom * (u + v)), Vec3(kPlaneTo * u + kPlaneFrom * v), Vec3(kPlaneTo * (u + v)),
                          Vec3(kPlaneFrom * u + kPlaneTo * v)})
      if (const auto q = s(c)) quad.push_back(*q);
    if (quad.size() == 4 && inQuad(pixel, quad)) return static_cast<Handle>(4 + i);
  }
  return Handle::kNone;
}

// The nearest of them and how far it is, in pixels.
struct Near {
  Handle handle = Handle::kNone;
  double pixels = kReach;
  void offer(Handle h, double d) {
    if (d >= pixels) return;
    pixels = d;
    handle = h;
  }
};

void findAxis(const OnScreen& s, const Eigen::Vector2d& pixel, Near& near) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs((s.pose.q * Vec3(Vec3::Unit(i))).dot(toEye(s))) > kAxisToEye) continue;
    const auto at = [&](double along) { return s(along * Vec3(Vec3::Unit(i))); };
    const auto from = at(kShaftFrom), neck = at(kTip - kHead), tip = at(kTip);
    if (!from || !neck || !tip) continue;
    near.offer(static_cast<Handle>(1 + i), distanceToSegment(pixel, *from, *tip));
    // Who points at a head means the arrow, also where a ring passes by.
    near.offer(static_cast<Handle>(1 + i), std::max(0.0, distanceToSegment(pixel, *neck, *tip) - kHeadReach));
  }
}

Vec3 onRing(int axis, double radius, double angle) {
  return radius *
         (Vec3(Vec3::Unit((axis + 1) % 3)) * std::cos(angle) + Vec3(Vec3::Unit((axis + 2) % 3)) * std::sin(angle));
}

void findRing(const OnScreen& s, double radius, const Eigen::Vector2d& pixel, Near& near) {
  constexpr int kSegments = 96;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < kSegments; ++k) {
      const double step = 2.0 * std::numbers::pi / kSegments;
      if (!facesEye(s, onRing(i, radius, k * step))) continue;
      const auto a = s(onRing(i, radius, k * step)), b = s(onRing(i, radius, (k + 1) * step));
      if (a && b) near.offer(static_cast<Handle>(7 + i), distanceToSegment(pixel, *a, *b));
    }
  if (const auto middle = s(Vec3::Zero()))
    near.offer(Handle::kTurnView, std::abs((pixel - *middle).norm() - kView * Gizmo::kPixels));
}

double innerRadius(GizmoKind kind) { return kind == GizmoKind::kRotate ? kOuter : kInner; }

Handle handleOn(const OnScreen& s, GizmoKind kind, const Eigen::Vector2d& pixel) {
  Near near;
  if (kind == GizmoKind::kMoveTurn) {
    const auto middle = s(Vec3::Zero());
    if (middle && (pixel - *middle).norm() < kMiddleReach) return Handle::kMoveView;
    if (const Handle plane = planeAt(s, pixel); plane != Handle::kNone) return plane;
    findAxis(s, pixel, near);
  }
  findRing(s, innerRadius(kind), pixel, near);
  return near.handle;
}

}  // namespace

Gizmo::Gizmo(FrameGraph& graph, q3c::QEntity* root) : graph_(graph) {
  DrawState state;
  state.blend = true;
  auto* material = makeMaterial(QStringLiteral("gizmo.vert"), QStringLiteral("gizmo.frag"), state, root);
  move_turn_ = makeEntity(moveTurnModel(root), material, graph.layer(LayerId::kMarker), root);
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
  move_turn_->setEnabled(kind == GizmoKind::kMoveTurn);
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

double Gizmo::ringPixels(Handle handle) const {
  return kPixels * (handle == Handle::kTurnView ? kView : innerRadius(kind_));
}

Handle Gizmo::handleAt(const ViewTransform& view, const Eigen::Vector2d& pixel) const {
  if (!visible() || (!view.camera().ortho && view.depthOf(pose_.p) <= 0.0)) return Handle::kNone;
  return handleOn({view, pose_, kPixels * view.metresPerPixel(pose_.p)}, kind_, pixel);
}

// Where nothing else of it is nearer.
std::optional<Eigen::Vector2d> Gizmo::grip(const ViewTransform& view, Handle handle) const {
  if (!visible()) return std::nullopt;
  const OnScreen screen{view, pose_, kPixels * view.metresPerPixel(pose_.p)};
  const int i = (static_cast<int>(handle) - 1) % 3;
  const auto held = [&](const std::optional<Eigen::Vector2d>& at) {
    return at && handleOn(screen, kind_, *at) == handle;
  };
  if (handle == Handle::kMoveView || isAxis(handle) || isPlane(handle)) {
    if (kind_ != GizmoKind::kMoveTurn) return std::nullopt;
    for (const double along : {0.95, 1.04, 0.88, 0.6}) {
      const Vec3 p = handle == Handle::kMoveView ? Vec3(Vec3::Zero())
                     : isAxis(handle)            ? Vec3(along * Vec3::Unit(i))
                                                 : Vec3(0.5 * (kPlaneFrom + kPlaneTo) * (Vec3::Ones() - Vec3::Unit(i)));
      if (const auto at = screen(p); held(at)) return at;
    }
    return std::nullopt;
  }
  const auto middle = screen(Vec3::Zero());
  for (int k = 0; k < 24 && middle; ++k) {
    const double a = 2.0 * std::numbers::pi * (k + 0.35) / 24;
    const auto at =
        handle == Handle::kTurnView
            ? std::optional(Eigen::Vector2d(*middle + kView * kPixels * Eigen::Vector2d(std::cos(a), std::sin(a))))
            : screen(onRing(i, innerRadius(kind_), a));
    if (held(at)) return at;
  }
  return std::nullopt;
}

}  // namespace ww::ui::scene
