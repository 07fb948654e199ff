// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QClipboard>
#include <QComboBox>

#include "core/session/pose_builders.h"
#include "tests/gui/editor/window_test.h"
#include "tests/support/folders.h"
#include "ui/panels/properties_panel.h"

namespace ww::editor {

inline constexpr double kDegree = 3.14159265358979323846 / 180.0;

// A window with the properties, keys typed and texts pasted into them, and worlds with nodes on all kinds of parents.
class PoseEditTest : public WindowTest {
  Q_OBJECT
 protected:
  ui::PropertiesPanel* panel() { return window_->findChild<ui::PropertiesPanel*>(); }
  ui::PoseEditor* pose() { return panel()->poseEditor(); }
  QComboBox* combo(const char* name) {
    for (auto* box : pose()->findChildren<QComboBox*>())
      if (box->accessibleName() == QLatin1String(name)) return box;
    return nullptr;
  }
  void relativeTo(int index) { combo("Pose relative to")->setCurrentIndex(index); }
  ui::QuantityField* field(const QString& name) {
    for (auto* f : panel()->findChildren<ui::QuantityField*>())
      if (f->isVisible() && f->edit()->accessibleName() == name) return f;
    return nullptr;
  }
  QLineEdit* edit(const QString& name) { return field(name) ? field(name)->edit() : nullptr; }
  // Real keys into the field that has the focus.
  void type(const QString& name, const QString& text, bool enter = true) {
    auto* at = edit(name);
    QVERIFY2(at, qPrintable(name));
    at->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY2(at->hasFocus(), qPrintable(name));
    at->selectAll();
    QTest::keyClicks(at, text);
    if (enter) QTest::keyClick(at, Qt::Key_Return);
  }
  void paste(const QString& name, const QString& text) {
    if (!text.isEmpty()) QApplication::clipboard()->setText(text);
    auto* at = edit(name);
    QVERIFY2(at, qPrintable(name));
    at->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(at->hasFocus());
    at->selectAll();
    QTest::keyClick(at, Qt::Key_V, Qt::ControlModifier);
  }
  std::size_t steps() { return window_->bridge().session().history().entries.size(); }
  bool panelSays(const QString& words) {
    for (const auto* label : panel()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().remove(QChar(0x200b)).contains(words)) return true;
    return false;
  }
  ObjectId box(const char* name, const Pose& root_t_box) {
    window_->bridge().commit(QStringLiteral("Add"),
                             session::createPrimitive(world::kRootObject, world()->root().rootEntity(), name,
                                                      geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, root_t_box));
    return world()->childNamed(world::kRootObject, name);
  }
  void openWorld(const QString& from);
  ObjectId robot();
  std::vector<world::NodeRef> addNodes(ObjectId robot);
};

inline void PoseEditTest::openWorld(const QString& from) {
  if (from.isEmpty()) {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 3, 20000);
    return;
  }
  window_->openFiles({test::sharedPath(from)});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(robot(), 20000);
  QTRY_VERIFY(!wizard());
  window_->activateWindow();
  QTRY_VERIFY(hasKeys(window_.get()));
}

inline ObjectId PoseEditTest::robot() {
  ObjectId found;
  world()->forEachObject([&found](const world::Object& object) {
    if (!found && object.isKinematic()) found = object.id;
  });
  return found;
}

// Objects and frames on the world, on the robot's base, on a link that a joint has moved, on frames; attached.
inline std::vector<world::NodeRef> PoseEditTest::addNodes(ObjectId robot) {
  const auto object = world()->object(robot);
  const EntityId moved = object->entities.back()->id, base = object->rootEntity();
  const Pose at = Pose::fromRpy(Vec3(0.1, 0.2, 0.3), 0.4, -0.5, 0.6);
  std::vector<session::EditsPtr> edits;
  JointVector q = object->jointPositions();
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const auto& limits = object->movingJoint(static_cast<std::size_t>(i)).application;
    q[i] = std::clamp(0.2 + 0.1 * static_cast<double>(i), std::max(limits.lower, -3.0), std::min(limits.upper, 3.0));
  }
  edits.push_back(session::setJoints(robot, q));
  const geometry::Box shape{Vec3(0.02, 0.02, 0.02)};
  edits.push_back(
      session::createPrimitive(world::kRootObject, world()->root().rootEntity(), "on_world", shape, {}, at));
  edits.push_back(session::createPrimitive(robot, base, "on_base", shape, {}, at));
  edits.push_back(session::createPrimitive(robot, moved, "on_link", shape, {}, at));
  edits.push_back(session::createPrimitive(robot, moved, "attached", shape, {}, at));
  edits.push_back(session::createFrame(world::kRootObject, world()->root().rootEntity(), "f_world", at));
  edits.push_back(session::createFrame(robot, base, "f_base", at));
  edits.push_back(session::createFrame(robot, moved, "f_link", at));
  if (!window_->bridge().commit(QStringLiteral("Nodes"), session::join(edits))) return {};
  const FrameId f_link = world()->frameNamed(robot, "f_link");
  const ObjectId attached = world()->childNamed(robot, "attached");
  if (!window_->bridge().commit(QStringLiteral("More"),
                                session::join({session::createFrameOnFrame(f_link, "f_frame", at),
                                               session::reparentObjectToFrame(attached, f_link)})))
    return {};
  return {world()->childNamed(world::kRootObject, "on_world"),
          world()->childNamed(robot, "on_base"),
          world()->childNamed(robot, "on_link"),
          attached,
          world()->frameNamed(world::kRootObject, "f_world"),
          world()->frameNamed(robot, "f_base"),
          f_link,
          world()->frameNamed(robot, "f_frame")};
}

}  // namespace ww::editor
