// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <memory>

#include "tests/gui/editor/window_test.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

// For tests of what the 3D view does in the window.
class ViewTest : public WindowTest {
 protected:
  ui::Viewport& view() { return *window_->viewHost().view(); }
  QWindow* surface() { return view().surface(); }
  void openSample() {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
    settle();
  }
  QPointF pixelOf(const Vec3& p) {
    const auto at = view().viewTransform().project(p);
    return at ? QPointF(at->x(), at->y()) : QPointF(-1, -1);
  }
  void settle() {
    ui::ViewProbe(view()).setReducedMotion(true);
    (void)QTest::qWaitFor([&] { return ui::ViewProbe(view()).isComplete(); }, 60000);
    for (int i = 0; i < 3; ++i) {  // what is new is drawn in the second frame
      auto drawn = std::make_shared<bool>(false);
      view().grabImage([drawn](const QImage&) { *drawn = true; });
      (void)QTest::qWaitFor([&] { return *drawn; }, 10000);
    }
  }
  // What is drawn; kept in the folder WW_SHOTS, where that is set.
  QImage picture() {
    settle();
    QImage out;
    view().grabImage([&](const QImage& image) { out = image; });
    (void)QTest::qWaitFor([&] { return !out.isNull(); }, 20000);
    const QString name = metaObject()->className(), function = QLatin1String(QTest::currentTestFunction());
    if (qEnvironmentVariableIsSet("WW_SHOTS"))
      out.save(QStringLiteral("%1/%2_%3_%4.png")
                   .arg(qEnvironmentVariable("WW_SHOTS"), name.section(u':', -1), function)
                   .arg(++shots_));
    return out;
  }
  // Without flights it has arrived when what was asked for is done.
  void cameraRests() {
    ui::ViewProbe(view()).setReducedMotion(true);
    QTest::qWait(50);
  }
  ObjectId robotOf() {
    ObjectId robot;
    world()->forEachObject([&](const world::Object& o) {
      if (!robot && o.isKinematic() && o.moving_joints.size() >= 5) robot = o.id;
    });
    return robot;
  }
  // In metres, on the world.
  ObjectId addBox(const char* name, const Vec3& size, const Pose& root_t_box) {
    window_->bridge().commit(QStringLiteral("make"),
                             session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{size},
                                                      {0.5f, 0.6f, 0.7f, 1.0f}, root_t_box));
    return world()->childNamed(world::kRootObject, name);
  }

 private:
  int shots_ = 0;
};

}  // namespace ww::editor
