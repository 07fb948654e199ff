// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/simulation/preview.h"
#include "core/usecase/simulation/controller_run.h"
#include "core/usecase/simulation/kept_poses.h"
#include "ui/bridge/pose_layer.h"
#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Physics of a copy of the world, shown in the layer of poses while it is on; the world itself never changes but by
// keep(). It plays on a thread of its own. Whoever else shows poses in the layer goes first, until they are cleared.
class Physics : public QObject {
  Q_OBJECT
 public:
  enum class State { kOff, kMaking, kPaused, kPlaying };
  enum class Keep { kAll, kSelected, kSettled };

  Physics(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent = nullptr);
  ~Physics() override;

  State state() const;
  bool isOn() const { return preview_ != nullptr; }
  // While it is made, or off, all of it is empty.
  const simulation::PreviewStatus& status() const { return status_; }
  // The moment that is shown; null: none.
  const simulation::MomentPtr& shown() const { return shown_; }
  // The number of a moment that is looked back at; none: the newest is shown.
  const std::optional<std::size_t>& scrubbed() const { return scrubbed_; }
  // The one that was copied; null while it is off.
  const world::WorldPtr& world() const { return world_; }
  // The world was edited since it was copied.
  bool isStale() const { return stale_; }
  const simulation::SimulationOptions& options() const { return options_; }
  double speed() const { return speed_; }

  // Makes the copy, where there is none.
  void play();
  using RunPtr = std::shared_ptr<const usecase::ControllerRun>;
  // Plays a planned motion on joint controllers, from where a copy of the world as it is now begins. See failed().
  void playOn(RunPtr run);
  // The one that plays, or has played to its end; null: none, or it was reset, or gone on from roughly
  // (PreviewStatus::is_rough).
  const RunPtr& run() const { return run_; }
  void pause();
  void step(int count);
  void reset();    // to the poses that the copy was made with
  void restart();  // with a copy of the world as it is now, paused
  void stop();     // the view shows the world again
  // A factor on the clock's time; 0: as fast as can be.
  void setSpeed(double factor);
  // For the next copy.
  void setOptions(const simulation::SimulationOptions& options);
  void scrub(std::size_t number);
  void goOn();  // from the moment that is looked back at
  // One of those from status().first to before status().end; null while it is off.
  simulation::MomentPtr moment(std::size_t number) const;
  // Done between two steps, on the thread of the simulation; and again when a later moment is gone on from.
  void ask(std::function<void(simulation::Simulation&)> what);
  // Whether it moves in the simulation, which plays: see pull().
  bool canPull(EntityId link) const;
  // By a spring, from a point of the link (its frame) to one of the root frame; metres. The moment that is shown says
  // how hard.
  void pull(EntityId link, const Vec3& p_in_link, const Vec3& to_in_root);
  void pullTo(const Vec3& to_in_root);
  void letGo();
  // The poses that are shown become the world's, as one step of its history, and physics ends. What was moved in the
  // world since physics began is left alone, unless it is selected and those are kept.
  struct Kept {
    std::size_t count = 0, left = 0;  // of objects
  };
  Kept keep(Keep which);

 Q_SIGNALS:
  void began();    // others that show poses give way
  void changed();  // what it does
  void moved();    // another moment is shown
  // What was asked for cannot be done.
  void failed(const ww::Status& status);

 private:
  void start();
  // What it fails with is told; a run that it is a part of is over then.
  void askAndTell(std::function<Status(simulation::Simulation&)> what, const RunPtr& run = nullptr);
  void tick();
  void show();
  void follow(const ChangePtr& change);
  void drop();

  SessionBridge& bridge_;
  Selection& selection_;
  PoseLayer& layer_;
  simulation::SimulationOptions options_;
  double speed_ = 1.0;
  world::WorldPtr world_;
  std::unique_ptr<simulation::Preview> preview_;
  std::vector<std::unique_ptr<simulation::Preview>> ending_;  // their threads have not ended yet
  simulation::PreviewStatus status_;
  simulation::MomentPtr shown_;
  RunPtr run_;
  std::optional<std::size_t> scrubbed_;
  bool stale_ = false, showing_ = false;
  bool foreign_ = false;  // the layer has poses of somebody else
  QTimer timer_;
};

}  // namespace ww::ui
