// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include "stage.h"

namespace ww::test {

using ui::scene::Handle;

// How many pixels of a picture are near a colour.
int countNear(const QImage& image, QColor color, int tolerance = 24) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - color.red()) <= tolerance && std::abs(c.green() - color.green()) <= tolerance &&
          std::abs(c.blue() - color.blue()) <= tolerance)
        ++count;
    }
  return count;
}

class TestViewport : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void showsTheWorld();
  void clickSelects();
  void boxSelects();
  void dragMovesWithOneHistoryEntry();

 private:
  std::unique_ptr<Stage> stage_;
  DemoCell cell_;
};

void TestViewport::init() {
  stage_ = std::make_unique<Stage>();
  cell_ = buildDemoCell(*stage_);
  stage_->viewport->fitAll();
  QVERIFY(stage_->settle());
}

void TestViewport::cleanup() { stage_.reset(); }

void TestViewport::showsTheWorld() {
  const QImage dark = stage_->shot(QStringLiteral("dark"));
  QVERIFY(countNear(dark, QColor(0x1b, 0x1d, 0x20), 12) > 500);
  stage_->viewport->setTheme(false);
  const QImage light = stage_->shot(QStringLiteral("light"));
  QVERIFY(light != dark);
}

void TestViewport::clickSelects() {
  stage_->click(stage_->pixelOf(Vec3(-0.35, -0.1, 0.845)));
  QCOMPARE(stage_->selection->nodes().size(), std::size_t{1});
  QVERIFY(stage_->selection->contains(cell_.red));
  stage_->click(stage_->pixelOf(Vec3(0.4, -0.12, 0.825)), Qt::ControlModifier);
  QCOMPARE(stage_->selection->nodes().size(), std::size_t{2});
  const QImage image = stage_->shot(QStringLiteral("selected"));
  QVERIFY(countNear(image, QColor(0xff, 0x9f, 0x1c), 6) > 100);
  stage_->click(QPointF(30, 30));
  QVERIFY(stage_->selection->nodes().empty());
}

void TestViewport::boxSelects() {
  const QPointF a = stage_->pixelOf(Vec3(0.05, 0.12, 0.825));
  stage_->drag(a - QPointF(75, 95), a + QPointF(75, 75));
  QVERIFY(stage_->selection->contains(cell_.green));
  QVERIFY(!stage_->selection->contains(cell_.table));
  stage_->drag(a + QPointF(75, 75), a - QPointF(75, 95));
  QVERIFY(stage_->selection->contains(cell_.table));
}

void TestViewport::dragMovesWithOneHistoryEntry() {
  stage_->viewport->setTool(ui::Viewport::Tool::kMove);
  stage_->selection->select({cell_.red});
  QVERIFY(stage_->settle());
  const Pose before = stage_->poseOf(cell_.red);
  const std::size_t entries = stage_->historySize();
  const auto handle = stage_->viewport->handlePosition(Handle::kMoveX);
  QVERIFY(handle);
  stage_->press(*handle);
  for (int i = 1; i <= 10; ++i) stage_->moveMouse(*handle + QPointF(8 * i, 0));
  (void)stage_->shot(QStringLiteral("dragging"));
  stage_->release(*handle + QPointF(80, 0));
  const Pose after = stage_->poseOf(cell_.red);
  QCOMPARE(stage_->historySize(), entries + 1);
  QVERIFY(after.p.x() > before.p.x() + 0.05);
  QCOMPARE(after.p.y(), before.p.y());
  QVERIFY(stage_->poses->empty());
  stage_->bridge->undo();
  QVERIFY(stage_->poseOf(cell_.red) == before);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewport)
#include "test_viewport.moc"
