// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/usecase/programs/failure_story.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// Programs planned as jobs: of those that succeed the plans are kept in the world, as one step of the history; of the
// others it is told why not, with what helps.
class ProgramPlanning : public QObject {
  Q_OBJECT
 public:
  struct Failed {
    usecase::FailureStory story;
    world::WorldPtr world;  // that it is of
  };
  ProgramPlanning(SessionBridge& bridge, JobBridge& jobs, std::shared_ptr<WorldScenes> scenes,
                  QObject* parent = nullptr);

  // One after the other. Does nothing while others are planned.
  void plan(const std::vector<std::string>& names);
  void cancel();
  bool isPlanning() const { return job_ != 0; }
  double fraction() const;  // of the work that is done, 0 to 1
  // Null: it was not tried, or has a plan.
  const Failed* failureOf(const std::string& name) const;
  // What is to be said of the plan that was made here last: corners that are stops, times that are assumed.
  std::vector<usecase::StepFinding> notesOf(const std::string& name) const;
  void forget(const std::string& name);

 Q_SIGNALS:
  // It began or ended.
  void changed();
  void progressed();
  void planned(const QString& name, double seconds);
  void failed(const QString& name, const ww::Status& status);

 private:
  struct Tried {
    std::string name;
    std::shared_ptr<const usecase::ProgramOutcome> outcome;
    std::shared_ptr<const usecase::FailureStory> story;
  };
  struct Batch {
    world::WorldPtr world;
    std::shared_ptr<WorldScenes> scenes;
    std::vector<Tried> tried;
  };
  static Status work(const std::vector<std::string>& names, Batch& batch, const std::stop_token& stop,
                     const Progress& progress);
  void finish(const Batch& batch);

  SessionBridge& bridge_;
  JobBridge& jobs_;
  const std::shared_ptr<WorldScenes> scenes_;
  quint64 job_ = 0;  // 0: none
  std::map<std::string, Failed> failures_;
  std::map<std::string, std::vector<usecase::StepFinding>> notes_;
};

}  // namespace ww::ui
