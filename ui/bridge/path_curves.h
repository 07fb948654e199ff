// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>

#include "core/usecase/curves/motion_curves.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/moving_check.h"
#include "ui/bridge/newest_work.h"

namespace ww::ui {

// What joints and tool do along a planned motion, worked out off the Qt thread. Given up when another motion, or none,
// takes its place.
class PathCurves : public QObject {
  Q_OBJECT
 public:
  explicit PathCurves(std::shared_ptr<WorldScenes> scenes, QObject* parent = nullptr);
  ~PathCurves() override;

  // Of a motion in the world that it was planned for.
  void set(const world::WorldPtr& world, const MotionPlan& plan);
  void clear();
  // Null: nothing is known yet, or there is no motion.
  const std::shared_ptr<const usecase::MotionCurves>& curves() const { return curves_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    ObjectId robot;
    std::optional<world::NodeRef> tool;
    planning::Trajectory trajectory;
    quint64 ticket = 0;
  };
  using Worker = NewestWork<Request>;
  void work(const Request& request, const std::stop_token& stop);
  void take(quint64 ticket, std::shared_ptr<const usecase::MotionCurves> curves);

  const std::shared_ptr<WorldScenes> scenes_;
  std::shared_ptr<const usecase::MotionCurves> curves_;
  quint64 ticket_ = 0;
  std::unique_ptr<Worker> worker_;
};

}  // namespace ww::ui
