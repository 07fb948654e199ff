// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QTreeView>
#include <set>

#include "tests/gui/editor/view_test.h"
#include "ui/panels/eye_strip.h"
#include "ui/panels/scene_panel.h"

namespace ww::editor {

// For tests of what the view shows of the world.
class ShowHideTest : public ViewTest {
 protected:
  QTreeView* tree() { return window_->findChild<ui::ScenePanel*>()->tree(); }
  ui::SceneTreeModel* model() { return window_->findChild<ui::ScenePanel*>()->model(); }
  ui::ViewKeeper& keeper() { return window_->viewHost().keeper(); }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about").toString() == QLatin1String("hidden")) return chip;
    return nullptr;
  }
  QPoint mark(ObjectId object, ui::RowMark mark) {
    return ui::EyeStrip::markRect(*tree(), model()->indexOf(object), mark).center();
  }
  void clickMark(ObjectId object, ui::RowMark which) {
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, mark(object, which));
  }
  QColor colorAt(const QImage& image, const Vec3& p) {
    const QPointF at = pixelOf(p) * image.devicePixelRatio();
    return image.pixelColor(at.toPoint());
  }
  // Objects of which there is a pixel.
  std::set<std::uint64_t> drawn() {
    settle();
    std::set<std::uint64_t> out;
    bool done = false;
    ui::ViewProbe(view()).grabIds([&](const std::vector<std::uint64_t>& ids, QSize) {
      out.insert(ids.begin(), ids.end());
      done = true;
    });
    (void)QTest::qWaitFor([&] { return done; }, 20000);
    out.erase(0);
    return out;
  }
  bool isDrawn(ObjectId object) { return drawn().contains(object.value); }
  void clickInView(const Vec3& p) {
    QTest::mouseClick(surface(), Qt::LeftButton, {}, pixelOf(p).toPoint());
    QTest::qWait(20);
  }
  void key(const char* keys, QWidget* to) {
    to->setFocus();
    const QKeySequence sequence = QKeySequence::fromString(QLatin1String(keys));
    QTest::keyClick(to, sequence[0].key(), sequence[0].keyboardModifiers());
    QTest::qWait(20);
  }
  // A table and a part that hangs on it, seen from the front right above; a ball beside them.
  void build() {
    table_ = addBox("table", Vec3(1, 1, 0.1), Pose::translation(0, 0, 0.05));
    window_->bridge().commit(
        QStringLiteral("make"),
        session::createPrimitive(table_, world()->object(table_)->rootEntity(), "part", geometry::Box{{0.2, 0.2, 0.2}},
                                 {0.9f, 0.1f, 0.1f, 1.0f}, Pose::translation(0, 0, 0.15)));
    part_ = world()->childNamed(table_, "part");
    other_ = addBox("other", Vec3(0.3, 0.3, 0.3), Pose::translation(1.2, 0, 0.15));
    run("view.fit");
    settle();
    tree()->expandAll();
  }
  static bool isReddish(const QColor& c) { return c.red() > c.green() + 40 && c.red() > c.blue() + 40; }

  ObjectId table_, part_, other_;
  Vec3 on_part_{0, 0, 0.3}, on_table_{0.4, -0.4, 0.1}, on_other_{1.2, 0, 0.3};
};

}  // namespace ww::editor
