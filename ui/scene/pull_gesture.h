// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointF>
#include <QPointer>
#include <optional>

#include "ui/scene/viewport.h"

class QMouseEvent;

namespace ww::ui::scene {

// Who lets things be pulled in the view.
class PullTarget {
 public:
  virtual ~PullTarget() = default;
  // Whether a drag with Ctrl pulls this link now; else it does what it does without.
  virtual bool canPull(EntityId link) const = 0;
  // A point of the link, in its frame, is pulled to one in the root frame; metres.
  virtual void pull(EntityId link, const Vec3& p_in_link, const Vec3& to_in_root) = 0;
  virtual void pullTo(const Vec3& to_in_root) = 0;
  virtual void letGo() = 0;
};

// A drag with Ctrl pulls the link under the pointer in the plane of the screen, until the button is let go, or Esc. A
// click with Ctrl stays one. Sees what comes to the surface before the view does.
class PullGesture : public QObject {
  Q_OBJECT
 public:
  // Both outlive it, or the gesture is of no use any more.
  PullGesture(Viewport& view, PoseLayer& poses, SessionBridge& bridge, PullTarget& target);

  bool isPulling() const { return pulling_; }
  // Lets go, as when what is pulled does not move any more.
  void cancel();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);
  Vec3 targetAt(const QPointF& position) const;
  void passOn(const QMouseEvent& event);

  QPointer<Viewport> view_;
  PoseLayer& poses_;
  SessionBridge& bridge_;
  PullTarget& target_;
  std::optional<DropPoint> grabbed_;  // where the button was pressed
  QPointF start_;
  bool pulling_ = false, passing_ = false;
};

}  // namespace ww::ui::scene
