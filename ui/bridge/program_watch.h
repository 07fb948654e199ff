// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/play.h"
#include "core/usecase/programs/route.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// How the programs of the world stand to it, and what the one that is looked at draws and plays: worked out anew after
// each change, off the Qt thread; cheap things first. What is told may be of an older world, and says of which.
class ProgramWatch : public QObject {
  Q_OBJECT
 public:
  // Of the program that is looked at.
  struct Known {
    std::string program;
    world::WorldPtr world;
    usecase::ProgramCheck check;
    bool is_judged = false;                             // the motions of a plan that has changed were looked at
    std::shared_ptr<const usecase::Playback> playback;  // null: there is nothing to play
    std::vector<usecase::RouteLeg> route;
    std::vector<usecase::StepFinding> unchecked;  // steps of the plan of which nothing is looked at for collisions
  };
  ProgramWatch(SessionBridge& bridge, std::shared_ptr<WorldScenes> scenes, QObject* parent = nullptr);
  ~ProgramWatch() override;

  // Empty: none.
  void setProgram(const std::string& name);
  const std::string& program() const { return program_; }
  // Of all programs, without looking at motions.
  const std::map<std::string, usecase::PlanState>& states() const { return states_; }
  const std::optional<Known>& known() const { return known_; }
  // What is told is of the world as it is, and all of it.
  bool isUpToDate() const;

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    std::string program;
    quint64 number = 0;
  };
  void follow(const ChangePtr& change);
  void ask();
  void work(const Request& request, const std::stop_token& stop);
  void post(const Request& request, Known known);
  void take(quint64 number, Known known);

  SessionBridge& bridge_;
  const std::shared_ptr<WorldScenes> scenes_;
  std::string program_;
  std::map<std::string, usecase::PlanState> states_;
  std::optional<Known> known_;
  QTimer soon_;
  quint64 number_ = 0;  // of requests
  std::unique_ptr<NewestWork<Request>> worker_;
};

}  // namespace ww::ui
