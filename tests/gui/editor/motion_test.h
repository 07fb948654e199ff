// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "cell.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

inline const JointVector kLeft = test::joints({1.3, 0.6, 1.3, 0, 0.6, 0});
inline const JointVector kRight = test::joints({-1.3, 0.6, 1.3, 0, 0.6, 0});

// For tests of the Motion panel in the window.
class MotionTest : public WindowTest {
 protected:
  using State = ui::MotionPanel::State;
  QString clockText() {
    for (const auto* label : motion().findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Time")) return label->text();
    return {};
  }
  ui::MotionPanel& motion() { return window_->motion(); }
  ui::Viewport& view() { return *window_->viewHost().view(); }
  QPushButton* link(const QString& text) {
    for (auto* button : motion().findChildren<QPushButton*>())
      if (button->text() == text || (text.endsWith(QLatin1Char('*')) && button->text().startsWith(text.chopped(1))))
        return button;
    return nullptr;
  }
  QString chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->text().startsWith(QStringLiteral("Plan")) || chip->text().startsWith(QStringLiteral("No p")) ||
          chip->text().startsWith(QStringLiteral("Not planned")) ||
          chip->text().startsWith(QStringLiteral("Robot moved")))
        return chip->text();
    return {};
  }
  // An arm between `left` and `right`, a post in the way, a frame before it.
  void openCell(bool post = true);
  void open(const test::Cell& cell, const std::vector<session::EditsPtr>& edits, const QString& last_target);
  void choose(QComboBox* box, const QString& text) {
    QVERIFY2(box->findText(text) >= 0, qPrintable(text));
    box->setCurrentIndex(box->findText(text));
  }
  void planTo(const QString& target, int type, State wanted) {
    choose(motion().targetBox(), target);
    motion().choice()->typeBox()->setCurrentIndex(type);
    run("motion.plan");
    QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == wanted, qPrintable(motion().reportText()), 60000);
  }
  JointVector standing() { return world()->object(arm())->jointPositions(); }
  ObjectId arm() { return world()->find("arm"); }
};

inline void MotionTest::open(const test::Cell& cell, const std::vector<session::EditsPtr>& edits,
                             const QString& last_target) {
  window_ = std::make_unique<MainWindow>(std::make_shared<session::WorldSession>(cell.world, cell.store));
  window_->resize(1280, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QVERIFY(window_->bridge().commit(QStringLiteral("configurations"), session::join(edits)));
  QTRY_VERIFY(motion().targetBox()->findText(last_target) >= 0);
  window_->viewHost().fitAll();
}

inline void MotionTest::openCell(bool post) {
  test::Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  if (post) cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  cell.setJoints(arm, kRight);
  const Pose there = cell.world.rootT(cell.frame("arm", "flange"));
  cell.addFrame(world::kRootObject, world::kRootEntity, "place", there);
  cell.setJoints(arm, kLeft);
  open(cell, {session::setNamedConfiguration(arm, "left", kLeft), session::setNamedConfiguration(arm, "right", kRight)},
       QStringLiteral("right"));
}

}  // namespace ww::editor
