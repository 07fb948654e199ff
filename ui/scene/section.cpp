// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/section.h"

#include <QVector4D>
#include <algorithm>

#include "ui/scene/materials.h"
#include "ui/scene/overlays/backdrop.h"
#include "ui/scene/viewport_scene.h"

namespace ww::ui::scene {
namespace {

constexpr double kLeastHalf = 0.5;  // metres

QVector4D vec4Of(const Vec3& v, double w) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()), static_cast<float>(w)};
}

}  // namespace

SectionCap::SectionCap(FrameGraph& graph, q3c::QEntity* root) : graph_(graph) {
  DrawState state;
  state.stencil = Stencil::kWhereMarked;
  makeQuad(makeMaterial(QStringLiteral("cap.vert"), QStringLiteral("cap.frag"), state, root),
           graph.layer(LayerId::kCap), root);
  set({});
}

void SectionCap::set(const project::SectionPlane& plane) {
  plane_ = plane;
  ++version_;
  // Off: every point is a metre on the side that stays.
  graph_.setUniform(QStringLiteral("sectionPlane"),
                    plane.on ? vec4Of(plane.normal, plane.offset) : QVector4D(0, 0, 0, 1));
  graph_.setSectionEnabled(plane.on);
}

void SectionCap::cover(const Bounds& box) {
  if (!plane_.on) return;
  const Vec3 middle = box.empty() ? Vec3(0, 0, 0) : box.center();
  const Vec3 at = middle - (plane_.normal.dot(middle) - plane_.offset) * plane_.normal;
  const double half = box.empty() ? kLeastHalf : std::max(kLeastHalf, 0.6 * box.size().norm());
  graph_.setUniform(QStringLiteral("capPlace"), vec4Of(at, half));
}

void SectionCap::setTheme(const QColor& face, const QColor& hatch) {
  graph_.setUniform(QStringLiteral("capFace"), vec3(face));
  graph_.setUniform(QStringLiteral("capHatch"), vec3(hatch));
}

bool clipRay(const project::SectionPlane& plane, Ray& ray, double& length) {
  if (!plane.on) return true;
  const double beyond = plane.normal.dot(ray.origin) - plane.offset, rate = plane.normal.dot(ray.dir);
  if (beyond > 0.0) {
    if (rate >= 0.0) return false;
    ray.origin += (-beyond / rate) * ray.dir;
  } else if (rate > 0.0) {
    length = std::min(length, -beyond / rate);
  }
  return true;
}

bool cutsAway(const project::SectionPlane& plane, const Bounds& box) {
  if (!plane.on || box.empty()) return false;
  const Vec3 low = plane.normal.unaryExpr([](double n) { return n > 0.0 ? 0.0 : 1.0; });
  const Vec3 nearest = box.min + low.cwiseProduct(box.size());
  return plane.normal.dot(nearest) > plane.offset;
}

// ---- what the view state says about the scene as a whole

void ViewportScene::setSection(const project::SectionPlane& plane) {
  if (plane == section_->plane()) return;
  section_->set(plane);
  section_->cover(mirror_->bounds());
  frames_->setSection(plane);
  marks_dirty_ = labels_dirty_ = true;
  invalidate();
}

void ViewportScene::setSurroundings(project::Background background, std::uint32_t color, double floor) {
  if (background_ == background && background_color_ == color && floor_ == floor) return;
  background_ = background;
  background_color_ = color;
  floor_ = floor;
  backdrop_->setFloor(floor);
  setTheme(dark_);
}

// Texts and lines stay readable: they follow the background, not the theme of the window.
SceneTheme ViewportScene::themeFor(bool dark) const {
  using project::Background;
  const QColor own(static_cast<QRgb>(background_color_));
  const bool is_dark = background_ == Background::kTheme   ? dark
                       : background_ == Background::kColor ? own.lightnessF() < 0.5f
                                                           : background_ == Background::kDark;
  SceneTheme theme = sceneTheme(is_dark);
  if (background_ == Background::kColor) theme.background_top = theme.background_bottom = own;
  return theme;
}

}  // namespace ww::ui::scene
