// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/shadow.h"

#include <QMatrix4x4>
#include <QVector2D>
#include <QVector3D>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QCameraLens>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTexture>
#include <algorithm>
#include <utility>

#include "ui/scene/frame_graph.h"

namespace ww::ui::scene {
namespace {

constexpr int kMapSize = 1280;
// What is farther than this many distances of the eye from the target throws no shadow: the map would be too coarse.
constexpr double kShadowReach = 2.5;
// Qt3D finds batches with new geometry, and a shader, some frames after they came and only when it looks again.
constexpr int kFramesPerMap = 4;
const Vec3 kKeyFrom(0.36, -0.48, 0.80);  // as in light.glsl

QVector3D vectorOf(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

bool holdsAll(const CameraState& camera, const Bounds& shown) {
  const Vec3 reach = Vec3::Constant(kShadowReach * camera.distance());
  return ((shown.min - camera.target).array() >= -reach.array()).all() &&
         ((shown.max - camera.target).array() <= reach.array()).all();
}

}  // namespace

Shadow::Shadow(FrameGraph& graph, q3r::QFrameGraphNode* parent, q3c::QEntity* root)
    : graph_(graph),
      light_(new q3r::QCamera(root)),
      map_(new q3r::QTexture2D(root)),
      enabler_(new q3r::QSubtreeEnabler(parent)) {
  map_->setFormat(q3r::QAbstractTexture::D24);
  map_->setSize(kMapSize, kMapSize);
  map_->setGenerateMipMaps(false);
  map_->setMinificationFilter(q3r::QAbstractTexture::Nearest);
  map_->setMagnificationFilter(q3r::QAbstractTexture::Nearest);
  auto* selector = new q3r::QCameraSelector(enabler_);
  selector->setCamera(light_);
  graph.addShadowPass(selector, map_);
  graph.setUniform(QStringLiteral("shadowMap"), QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(map_)));
  graph.setUniform(QStringLiteral("shadowMatrix"), QMatrix4x4());
  enabler_->setEnabled(false);
  tell();
}

void Shadow::follow(const Bounds& shown, const CameraState& camera, std::uint64_t version, bool exact) {
  const double now = camera.distance(), then = seen_.distance();
  const bool elsewhere =
      now > 1.4 * then || now < 0.7 * then || (camera.target - seen_.target).norm() > 0.4 * std::min(now, then);
  const bool anew = exact && std::exchange(coarse_, false);
  const bool draw = anew || version != version_ || (elsewhere && !(holdsAll(seen_, shown) && holdsAll(camera, shown)));
  if (draw) {
    version_ = version;
    seen_ = camera;
    fit(shown);
    tell();
    frames_left_ = any_ ? kFramesPerMap : 0;
  } else if (frames_left_ > 0) {
    if (--frames_left_ == 2) graph_.rebuild();
  }
  const bool on = frames_left_ > 0;
  if (on && !enabler_->isEnabled()) graph_.rebuild();
  enabler_->setEnabled(on);
  drawn_ += on;
  coarse_ = coarse_ || (on && !exact);
}

// An orthographic camera around what is near the target, deep enough for all that stands before it.
void Shadow::fit(const Bounds& shown) {
  any_ = !shown.empty();
  if (!any_) return;
  const double reach = kShadowReach * seen_.distance();
  Bounds near;
  near.min = shown.min.cwiseMax(seen_.target - Vec3::Constant(reach));
  near.max = shown.max.cwiseMin(seen_.target + Vec3::Constant(reach));
  if ((near.min.array() > near.max.array()).any()) near = shown;
  const Vec3 right = Vec3::UnitZ().cross(kKeyFrom).normalized(), up = kKeyFrom.cross(right);
  const auto span = [](const Bounds& box, const Vec3& axis) {
    const Vec3 half = 0.5 * (box.max - box.min), middle = 0.5 * (box.max + box.min);
    const double reach_of = half.dot(axis.cwiseAbs());
    return std::pair(middle.dot(axis) - reach_of, middle.dot(axis) + reach_of);
  };
  const auto [x0, x1] = span(near, right);
  const auto [y0, y1] = span(near, up);
  const auto [z0, z1] = span(shown, kKeyFrom);
  const double side = 1.04 * std::max({x1 - x0, y1 - y0, 1e-3});
  const double margin = 0.02 * (z1 - z0) + 0.01 * side;
  const Vec3 eye = 0.5 * (x0 + x1) * right + 0.5 * (y0 + y1) * up + (z1 + margin) * kKeyFrom;
  light_->setPosition(vectorOf(eye));
  light_->setViewCenter(vectorOf(eye - kKeyFrom * side));
  light_->setUpVector(vectorOf(up));
  const auto half = static_cast<float>(0.5 * side);
  light_->lens()->setOrthographicProjection(-half, half, -half, half, static_cast<float>(0.1 * margin),
                                            static_cast<float>(z1 - z0 + 2.0 * margin));
  metres_per_texel_ = side / kMapSize;
  QMatrix4x4 to_texture;
  to_texture.translate(0.5f, 0.5f, 0.5f);
  to_texture.scale(0.5f);
  graph_.setUniform(QStringLiteral("shadowMatrix"), to_texture * light_->projectionMatrix() * light_->viewMatrix());
}

void Shadow::setSamples(int samples) {
  if (std::exchange(samples_, samples) != samples) tell();
}

void Shadow::tell() {
  graph_.setUniform(QStringLiteral("shadowSoft"),
                    QVector2D(static_cast<float>(1.8 * metres_per_texel_), any_ ? static_cast<float>(samples_) : 0.0f));
}

}  // namespace ww::ui::scene
