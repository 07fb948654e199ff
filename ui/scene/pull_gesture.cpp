// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/pull_gesture.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWindow>
#include <cmath>
#include <utility>

#include "ui/scene/scene_window.h"

namespace ww::ui::scene {
namespace {

constexpr double kPullReach = 4.0;  // pixels; less is a click

}  // namespace

PullGesture::PullGesture(Viewport& view, PoseLayer& poses, SessionBridge& bridge, PullTarget& target)
    : QObject(&view), view_(&view), poses_(poses), bridge_(bridge), target_(target) {
  view.surface()->installEventFilter(this);
}

bool PullGesture::eventFilter(QObject*, QEvent* event) {
  if (passing_ || !view_) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress: return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick: return grabbed_.has_value();  // comes behind the second press
    case QEvent::MouseMove: return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease: return release(*static_cast<QMouseEvent*>(event));
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
      if (!pulling_ || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
      event->accept();
      if (event->type() == QEvent::KeyPress) cancel();
      return true;
    default: return false;
  }
}

// What moves on meanwhile is grabbed where it is pressed.
bool PullGesture::press(const QMouseEvent& event) {
  if (grabbed_) return true;  // a second button
  if (event.button() != Qt::LeftButton || event.modifiers() != Qt::ControlModifier) return false;
  const auto hit = view_->dropPointAt(event.position());
  if (!hit || !hit->entity || !target_.canPull(hit->entity)) return false;
  grabbed_ = hit;
  grabbed_->p_in_root = poses_.rootT(*bridge_.snapshot().world, hit->entity).inverse() * hit->p_in_root;
  start_ = event.position();
  view_->setFocus(Qt::MouseFocusReason);
  return true;
}

bool PullGesture::move(const QMouseEvent& event) {
  if (!grabbed_) return false;
  const QPointF way = event.position() - start_;
  if (!pulling_ && std::hypot(way.x(), way.y()) < kPullReach) return true;
  const Vec3 to = targetAt(event.position());
  if (pulling_) {
    target_.pullTo(to);
    return true;
  }
  pulling_ = true;
  target_.pull(grabbed_->entity, grabbed_->p_in_root, to);
  Q_EMIT view_->hint(tr("It is pulled towards the pointer. Let the button go, or press Esc, to let it go"));
  return true;
}

// In the plane of the screen through where the grabbed point is now.
Vec3 PullGesture::targetAt(const QPointF& position) const {
  const ViewTransform seen = view_->viewTransform();
  const Vec3 grabbed = poses_.rootT(*bridge_.snapshot().world, grabbed_->entity) * grabbed_->p_in_root;
  const Ray ray = seen.rayAt({position.x(), position.y()});
  const Vec3 forward = seen.camera().forward();
  return ray.origin + (grabbed - ray.origin).dot(forward) / ray.dir.dot(forward) * ray.dir;
}

bool PullGesture::release(const QMouseEvent& event) {
  if (!grabbed_ || event.button() != Qt::LeftButton) return grabbed_.has_value();
  const bool pulled = pulling_;
  cancel();
  if (!pulled) passOn(event);
  return true;
}

// It was a click: the view gets it after all.
void PullGesture::passOn(const QMouseEvent& event) {
  passing_ = true;
  for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
    QMouseEvent click(type, event.position(), event.scenePosition(), event.globalPosition(), Qt::LeftButton,
                      type == QEvent::MouseButtonPress ? Qt::MouseButtons(Qt::LeftButton) : Qt::MouseButtons(),
                      event.modifiers());
    QCoreApplication::sendEvent(view_->surface(), &click);
  }
  passing_ = false;
}

void PullGesture::cancel() {
  grabbed_.reset();
  if (!std::exchange(pulling_, false)) return;
  target_.letGo();
  if (view_) Q_EMIT view_->hint(QString());
}

}  // namespace ww::ui::scene
