// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>
#include <set>
#include <vector>

#include "core/base/ids.h"
#include "core/math/pose.h"
#include "ui/bridge/newest_answers.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Where sensors meet something, to be drawn: points in the root frame, with the share of the sensor's range that each
// is away (0: near, 1: far).
struct SeenPoints {
  std::vector<Eigen::Vector3f> points;
  std::vector<float> shares;
  std::size_t of = 0;  // points there were before some were left out
};

// The points of the sensors that are chosen, as things are shown, also while they move: off the Qt thread, of the
// newest state alone. A sensor that goes is no longer chosen.
class PointWatch : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostPoints = 60000;  // shown of all sensors together; evenly fewer beyond

  PointWatch(SessionBridge& bridge, PoseLayer& layer, QObject* parent = nullptr);
  ~PointWatch() override;
  void setChosen(EntityId sensor, bool on);
  bool isChosen(EntityId sensor) const { return chosen_.contains(sensor); }
  // Of another world nothing is chosen.
  void clear();
  const SeenPoints& points() const { return points_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    std::shared_ptr<model::ModelKeeper> models;
    std::set<EntityId> sensors;
  };
  struct Studio;
  void askSoon();
  void ask();

  SessionBridge& bridge_;
  PoseLayer& layer_;
  std::set<EntityId> chosen_;
  SeenPoints points_;
  std::unique_ptr<Studio> studio_;  // the worker's
  std::unique_ptr<NewestAnswers<Request, SeenPoints>> answers_;
};

}  // namespace ww::ui
