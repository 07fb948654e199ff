// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QObject>
#include <memory>
#include <optional>

#include "core/sensing/detections.h"
#include "core/sensing/scan.h"
#include "core/sensing/sight.h"
#include "core/simulation/moment.h"
#include "core/usecase/sensing/force.h"
#include "ui/bridge/newest_answers.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

enum class SensorView { kColor, kDepth, kObjects, kClasses };

// What a sensor measures, to be looked at.
struct SensorPicture {
  EntityId sensor;
  QString name;
  bool is_camera = true, is_force = false;
  QSize size;    // of the sensor's own picture, pixels; empty for scanners
  QImage image;  // smaller than that where that is large; null for scanners
  struct Box {
    QRectF rect;  // in the sensor's own pixels
    QString name;
  };
  std::vector<Box> boxes;
  std::size_t rays = 0, hits = 0;              // of scanners
  std::vector<std::pair<Vec3, Vec3>> outline;  // what it looks at: lines in the root frame
  std::optional<Status> failure;               // why it measures nothing
  std::optional<usecase::ForceReading> force;  // of force-torque sensors
  Phrase force_signs, force_axes;              // how its signs and axes are to be read
  ObjectId watched;                            // of which the camera tells how it sees it
  std::optional<sensing::Sight> sight;
};

// What the selected sensor measures, or the one that is pinned, as things are shown, also while they move: off the Qt
// thread, of the newest state alone, and only while there is such a one.
class SensorWatch : public QObject {
  Q_OBJECT
 public:
  SensorWatch(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent = nullptr);
  ~SensorWatch() override;

  // The one that is pinned; else its only sensor where an object is selected, and none while none is selected.
  EntityId sensor() const { return sensor_; }
  // Stays with the sensor of now, whatever is selected, as long as there is that. Nothing without one.
  void setPinned(bool on);
  bool isPinned() const { return bool{pinned_}; }
  // Pictures cost their pixels; without one there is the outline alone.
  void setWanted(bool picture, SensorView view);
  // How a camera sees that object is told with its pictures; none: of nothing.
  void setWatched(ObjectId object);
  // Of a simulation that is shown; null: none is, and forces are those at rest.
  void setMoment(simulation::MomentPtr moment);
  // Of that sensor; none until it has been worked out.
  const std::optional<SensorPicture>& picture() const { return picture_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    std::shared_ptr<model::ModelKeeper> models;
    EntityId sensor;
    bool picture = false;
    SensorView view = SensorView::kColor;
    ObjectId watched;
    simulation::MomentPtr moment;
  };
  struct Studio;
  void begin();
  void askSoon();
  void ask();

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  EntityId sensor_, pinned_;
  bool wants_picture_ = false;
  SensorView view_ = SensorView::kColor;
  ObjectId watched_;
  simulation::MomentPtr moment_;
  std::optional<SensorPicture> picture_;
  std::unique_ptr<Studio> studio_;  // the worker's
  std::unique_ptr<NewestAnswers<Request, SensorPicture>> answers_;
};

}  // namespace ww::ui
