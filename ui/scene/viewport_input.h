// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointF>
#include <QTimer>
#include <vector>

#include "ui/scene/gizmos/transform_tool.h"
#include "ui/scene/navigation.h"
#include "ui/scene/navigation_preset.h"
#include "ui/scene/viewport_scene.h"

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace ww::ui::scene {

// Turns pointer and keys into navigation, selection and drags. One gesture at a time.
class ViewportInput : public QObject {
  Q_OBJECT
 public:
  ViewportInput(ViewportScene& scene, Navigation& navigation, TransformTool& tool, Selection* selection);

  // True when the event was used.
  bool handle(QEvent* event);
  // Esc: true when there was something to give up.
  bool cancel();
  // A button is held: keys belong to what it does.
  bool busy() const { return gesture_ != Gesture::kNone; }
  // What is dragged has moved on by itself: the readout and the gap say so.
  void dragWentOn();
  // A click means the place on the surface under it, and selects nothing.
  void setAiming(bool on) { aiming_ = on; }
  // What lies under the pointer has become something else, as with another tool: told soon.
  void lookAgain();
  // Whether the keys of views are ours: not where a table of actions has them.
  void setHasViewKeys(bool has) { has_view_keys_ = has; }

 Q_SIGNALS:
  void hint(const QString& text);
  void contextMenu(const QPoint& global, const QPointF& position);
  void fitAll();
  void fitSelection();
  // A click met one of the ghosts of ViewMarks::setPostures().
  void postureChosen(int index);
  // A click met a step of the route.
  void stepChosen(int step);
  // A click while aiming.
  void aimedAt(const ww::ui::Touch& touch);

 private:
  enum class Gesture { kNone, kPress, kOrbit, kPan, kZoom, kHandle, kLocked, kBox, kMenu };
  static Gesture gestureOf(NavigationAct act);
  bool isNavigating() const;

  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void release(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  bool key(QKeyEvent* event);
  void hover(const Eigen::Vector2d& at);
  void click(const Eigen::Vector2d& at, Qt::KeyboardModifiers modifiers);
  void openMenu(QMouseEvent* event);
  void holdPivot(const Eigen::Vector2d& at);
  void useCube(const CubeSpot& spot);
  bool finishDrag(const Eigen::Vector2d& at, Qt::KeyboardModifiers modifiers);
  void typeOrEnd(QKeyEvent* event);
  // What is under a pixel: a name before what lies behind it.
  std::vector<world::NodeRef> nodesUnder(const Eigen::Vector2d& at, std::size_t at_most = 32);
  // Remembers the place that was clicked on what was selected by that.
  void touch(const Eigen::Vector2d& at, const world::NodeRef& node);
  // The place under a pixel: of a node alone, or of whatever is in front.
  std::optional<Touch> touchAt(const Eigen::Vector2d& at, const std::optional<world::NodeRef>& node);
  void aim(const Eigen::Vector2d& at);
  void selectBox(Qt::KeyboardModifiers modifiers);
  void endGesture();
  void tell(const QString& text);
  QString idleHint() const;
  QString handleHint(Handle handle) const;
  QString cubeHint(const CubeSpot& spot) const;
  QString lockedHint() const;

  ViewportScene& scene_;
  Navigation& navigation_;
  TransformTool& tool_;
  Selection* selection_;
  Gesture gesture_ = Gesture::kNone;
  Qt::MouseButton button_ = Qt::NoButton;
  QPointF start_, last_;
  Vec3 pivot_ = Vec3::Zero();  // of the orbit
  bool moved_ = false, double_click_ = false, has_view_keys_ = true, aiming_ = false, inside_ = false,
       at_handle_ = false;
  QPointF last_click_{-100, -100};
  std::size_t click_depth_ = 0;
  std::vector<world::NodeRef> last_selected_;  // by that click
  QString told_;
  QTimer hover_;  // what lies under the pointer is looked for where it is by then
};

}  // namespace ww::ui::scene
