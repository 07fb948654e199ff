// SPDX-License-Identifier: Apache-2.0
#include "bare_view.h"

#include <time.h>

#include <QTest>
#include <cmath>
#include <numbers>

#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "resources/samples/object_builder.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

geometry::Mesh dentedBall(unsigned rings) {
  geometry::Mesh mesh;
  const unsigned around = 2 * rings;
  for (unsigned j = 0; j <= rings; ++j) {
    for (unsigned i = 0; i < around; ++i) {
      const double a = std::numbers::pi * i / rings, b = std::numbers::pi * j / rings;
      const double r = 0.5 * (1.0 + 0.05 * std::sin(5.0 * a) * std::pow(std::sin(b), 2) * std::sin(6.0 * b));
      const double flat = j == 0 || j == rings ? 0.0 : r * std::sin(b);
      mesh.vertices.emplace_back(flat * std::cos(a), flat * std::sin(a), r * std::cos(b));
    }
  }
  for (unsigned j = 0; j < rings; ++j) {
    for (unsigned i = 0; i < around; ++i) {
      const std::uint32_t a = j * around + i, b = j * around + (i + 1) % around;
      if (j > 0) mesh.triangles.push_back({a, b + around, b});
      if (j + 1 < rings) mesh.triangles.push_back({a, a + around, b + around});
    }
  }
  return mesh;
}

BareView::BareView(QSize size) : window_(std::make_unique<ui::scene::SceneWindow>(0)) {
  scene_ = std::make_unique<ui::scene::ViewportScene>(window_.get(), &selection_, &poses_);
  window_->setPosition(0, 0);
  window_->resize(size);
  window_->show();
  (void)QTest::qWaitForWindowExposed(window_.get());
}

BareView::~BareView() { scene_.reset(); }

void BareView::add(const std::string& name, const geometry::Mesh& mesh, const Pose& root_t_object) {
  change(created(name, mesh, root_t_object));
}

void BareView::addAll(const std::vector<std::pair<const geometry::Mesh*, Vec3>>& parts) {
  std::vector<session::EditsPtr> edits;
  for (const auto& [mesh, place] : parts)
    edits.push_back(
        created("part_" + std::to_string(edits.size() + 1), *mesh, Pose::translation(place.x(), place.y(), place.z())));
  change(session::join(edits));
}

session::EditsPtr BareView::created(const std::string& name, const geometry::Mesh& mesh, const Pose& root_t_object) {
  samples::LinkSpec link;
  link.visual = mesh;
  link.visual.colors = {
      {0, static_cast<std::uint32_t>(mesh.triangles.size()), geometry::Color{0.95f, 0.45f, 0.10f, 1.0f}}};
  const auto object = samples::ObjectBuilder(name, *store_).link("body", "", link).fixedInPlace().finish();
  return object.ok()
             ? session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, *object, root_t_object)
             : nullptr;
}

void BareView::change(const session::EditsPtr& edits) {
  QVERIFY(edits);
  auto next = world::apply(*world_, *edits, *store_);
  QVERIFY(next.ok());
  world_ = std::make_shared<world::World>(std::move(*next));
}

bool BareView::settle() {
  scene_->setWorld(world_);
  scene_->setCamera(cameraAt(0.0));
  auto& mirror = scene_->mirror();
  if (!QTest::qWaitFor([&] { return mirror.complete() && mirror.library().pendingLevels() == 0; }, 180'000))
    return false;
  for (int i = 0; i < 3; ++i) (void)drawAt(0.0);
  QTest::qWait(ui::scene::Quality::kRestMs + 400);
  return true;
}

ui::CameraState BareView::cameraAt(double angle) {
  ui::CameraState camera;
  const Bounds all = scene_->mirror().bounds();
  camera.target = all.empty() ? Vec3(Vec3::Zero()) : all.center();
  const double away = 1.2 * std::max(1.0, all.size().norm());
  camera.eye = camera.target + away * Vec3(0.8 * std::cos(angle), 0.8 * std::sin(angle), 0.6);
  return camera;
}

bool BareView::drawAt(double angle) {
  const quint64 before = window_->framesDrawn();
  scene_->setCamera(cameraAt(angle));
  return QTest::qWaitFor([&] { return window_->framesDrawn() > before; }, 10'000);
}

QImage BareView::grabbed(bool ids) {
  QImage image;
  const auto done = [&](QImage grabbed) { image = std::move(grabbed); };
  if (ids) window_->captureIds(done);
  else window_->capture(done);
  (void)QTest::qWaitFor([&] { return !image.isNull(); }, 10'000);
  return image.convertToFormat(QImage::Format_RGB32);
}

QImage BareView::picture() { return grabbed(false); }
QImage BareView::ids() { return grabbed(true); }

void BareView::hurry() {
  ui::scene::Quality& quality = scene_->quality();
  quality.moved();
  quality.moved();
  for (int i = 0; i < 3; ++i) quality.drawn(200.0);
}

double processCpuMs() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

}  // namespace ww::test
