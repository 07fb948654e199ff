// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <memory>

#include "app/editor/window_parts.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/newest_work.h"
#include "ui/panels/motion_panel.h"

namespace ww::editor {

// While the target of the planned motion is dragged, the way to where it is shown is planned each time it stands still
// for a moment, off the Qt thread. When it is let go, the motion is planned again. What was planned last is shown grey
// until then.
class TargetChase : public QObject {
  Q_OBJECT
 public:
  TargetChase(const WindowParts& parts, ui::MotionPanel& motion);
  ~TargetChase() override;

  // The target is shown where the motion does not lead.
  bool isOn() const { return on_; }
  // The motion to where it is shown; none: there is none yet, or none was found.
  const std::optional<ui::MotionPlan>& found() const { return found_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    usecase::Target target;
    std::shared_ptr<geometry::GeometryStore> store;
    quint64 number = 0;
  };
  std::optional<Pose> shownTarget() const;
  void follow();
  void ask();
  void work(const Request& request, const std::stop_token& stop);
  void take(quint64 number, std::optional<ui::MotionPlan> plan);
  void letGo();

  WindowParts parts_;
  ui::MotionPanel& motion_;
  ui::MotionPlanner planner_;
  bool on_ = false;
  bool let_go_ = false;  // and its motion is to be planned again
  std::optional<Pose> asked_;
  std::optional<ui::MotionPlan> found_;
  quint64 number_ = 0;
  QTimer rest_, let_go_end_;
  std::unique_ptr<ui::NewestWork<Request>> worker_;  // last: it ends before the rest goes
};

}  // namespace ww::editor
