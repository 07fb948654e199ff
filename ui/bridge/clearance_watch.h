// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>

#include "ui/bridge/clearance_check.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// How near what is selected is to all else, and which margins are kept around it, as things are shown: off the Qt
// thread, of the newest state alone, and only while it is asked for.
class ClearanceWatch : public QObject {
  Q_OBJECT
 public:
  ClearanceWatch(SessionBridge& bridge, Selection& selection, PoseLayer& layer, std::shared_ptr<WorldScenes> scenes,
                 QObject* parent = nullptr);
  ~ClearanceWatch() override;

  void setWanted(bool distance, bool shells);
  bool wantsDistance() const { return wants_distance_; }
  bool wantsShells() const { return wants_shells_; }
  // Of what is selected now; nothing until it has been worked out. While things move it is of a moment ago.
  const std::optional<Clearance>& clearance() const { return clearance_; }
  const std::optional<std::vector<MarginShell>>& shells() const { return shells_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    std::vector<world::NodeRef> nodes;
    bool distance = false, shells = false;
    quint64 ticket = 0;
  };
  void begin();
  void askSoon();
  void ask();
  void work(const Request& request);
  void take(const Request& request, const std::optional<Clearance>& clearance,
            const std::optional<std::vector<MarginShell>>& shells);

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  bool wants_distance_ = false, wants_shells_ = false;
  std::optional<Clearance> clearance_;
  std::optional<std::vector<MarginShell>> shells_;
  quint64 ticket_ = 0, first_ticket_ = 0;  // of the last question; of the first about this selection
  QTimer soon_;
  ClearanceCheck check_;       // the worker's
  world::WorldPtr shells_of_;  // the world that they are of
  std::unique_ptr<NewestWork<Request>> worker_;
};

}  // namespace ww::ui
