// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/usecase/hand/hand_choice.h"
#include "core/usecase/hand/hand_follower.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// The thread behind a Hand: it always takes the newest wish, and drops those in between. What it tells, it tells in its
// own thread.
class HandWorker {
 public:
  struct Target {
    world::WorldPtr world;
    usecase::HandChoice choice;
    JointVector from;  // where the gesture began, or the robot stands
    bool keep_clear = true;
  };
  struct Wish {
    Target target;
    quint64 gesture = 0, number = 0;
    Pose root_t_hand;
  };
  struct Ask {
    Target target;
    quint64 number = 0;
    std::optional<Pose> root_t_hand;  // to go there; else the postures are asked for
  };
  // What is told. `text`: why there is a gap.
  struct Followed {
    quint64 gesture = 0, wish = 0;
    usecase::HandStep step;
    QString text;
    double worked_ms = 0.0;
  };
  struct Told {
    std::function<void(const Followed&)> followed;
    std::function<void(quint64 number, const Result<JointVector>&)> gone;
    std::function<void(quint64 number, const std::vector<usecase::HandFollower::Posture>&)> looked;
  };

  HandWorker(std::shared_ptr<WorldScenes> scenes, Told told);
  ~HandWorker();

  void follow(Wish wish);
  void go(Ask ask);
  void look(Ask ask);
  // What is under way ends soon, what waits is forgotten.
  void stop();

 private:
  void run(const std::stop_token& stop);
  bool waits();
  Result<usecase::HandFollower*> prepare(const Target& target);
  void doFollow(const Wish& wish, const std::stop_token& stop);
  void doAsk(const Ask& ask, const std::stop_token& stop);
  Followed start(const Wish& wish, usecase::HandFollower& follower);

  const Told told_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Wish> wish_;
  std::optional<Ask> go_, look_;
  std::stop_source ask_stop_;
  // Of the thread alone:
  const std::shared_ptr<WorldScenes> scenes_;
  world::WorldPtr prepared_for_;
  std::optional<usecase::HandChoice> choice_;
  std::optional<usecase::HandFollower> follower_;
  quint64 gesture_ = 0;
  JointVector at_;  // where the robot is in this gesture
  std::jthread thread_;
};

}  // namespace ww::ui
