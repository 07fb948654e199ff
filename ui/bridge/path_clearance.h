// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "core/usecase/clearance_curve.h"
#include "ui/bridge/motion.h"
#include "ui/bridge/moving_check.h"
#include "ui/bridge/newest_work.h"

namespace ww::ui {

// The clearance along a planned motion, worked out off the Qt thread: all of it coarsely within moments, then finer.
// Given up when another motion, or none, takes its place.
class PathClearance : public QObject {
  Q_OBJECT
 public:
  explicit PathClearance(std::shared_ptr<WorldScenes> scenes, QObject* parent = nullptr);
  ~PathClearance() override;

  // Of a motion in the world that it was planned for.
  void set(const world::WorldPtr& world, const MotionPlan& plan);
  void clear();
  // Those that are known, by time; none: nothing is known yet, nothing is checked, or there is no motion.
  const std::vector<usecase::ClearanceSample>& samples() const { return samples_; }
  bool isDone() const { return done_; }
  double duration() const { return duration_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    ObjectId robot;
    planning::Trajectory trajectory;
    quint64 ticket = 0;
  };
  using Worker = NewestWork<Request>;
  void work(const Request& request, const std::stop_token& stop);
  void take(quint64 ticket, std::vector<usecase::ClearanceSample> samples, bool done);

  const std::shared_ptr<WorldScenes> scenes_;
  std::vector<usecase::ClearanceSample> samples_;
  bool done_ = false;
  double duration_ = 0.0;  // seconds
  quint64 ticket_ = 0;
  std::unique_ptr<Worker> worker_;
};

// How near samples come to what is warned of, at so many equal times from start to end: 0 far, 1 at or below the limit
// (metres). Between samples it is what lies between theirs.
std::vector<float> nearness(const std::vector<usecase::ClearanceSample>& samples, double duration, double limit,
                            std::size_t count);

}  // namespace ww::ui
