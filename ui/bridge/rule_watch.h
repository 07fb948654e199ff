// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/usecase/rules/rule_lint.h"
#include "core/usecase/rules/rule_tally.h"
#include "ui/bridge/job_bridge.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

// What each collision rule does, and what is odd about the rules: worked out anew after each change, off the Qt
// thread, while somebody looks. What is told may be of an older world, and says of which.
class RuleWatch : public QObject {
  Q_OBJECT
 public:
  struct Finding {
    usecase::RuleFinding told;
    world::WorldPtr world;  // that it is of
  };
  RuleWatch(SessionBridge& bridge, JobBridge& jobs, std::shared_ptr<WorldScenes> scenes, QObject* parent = nullptr);
  ~RuleWatch() override;

  // Nothing is worked out while nobody looks; what is under way is stopped then.
  void setActive(bool active);
  // None: not counted yet.
  const world::WorldPtr& countedWorld() const { return counted_; }
  const usecase::RuleTally& tally() const { return tally_; }
  // The world that findings were looked for in last; none: in none yet.
  const world::WorldPtr& lintedWorld() const { return linted_; }
  // Of the rules and of what collides, then what postures of the robots showed.
  std::vector<Finding> findings() const;
  bool isUpToDate() const { return linted_ && linted_ == bridge_.snapshot().world; }

  // Looks for exclusions that hide what robots can run into, as a job: it takes some seconds.
  void tryPostures();
  void cancelPostures() { jobs_.cancel(trying_); }
  bool isTryingPostures() const { return trying_ != 0; }
  // The world that postures were tried in last; none: in none yet.
  const world::WorldPtr& triedWorld() const { return tried_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    quint64 number = 0;
  };
  void follow(const ChangePtr& change);
  void ask();
  void work(const Request& request, const std::stop_token& stop);
  void takeTally(const Request& request, usecase::RuleTally tally);
  void takeFindings(const Request& request, std::vector<usecase::RuleFinding> findings);
  void forget();

  SessionBridge& bridge_;
  JobBridge& jobs_;
  const std::shared_ptr<WorldScenes> scenes_;
  bool active_ = false;
  QTimer soon_;
  quint64 number_ = 0, first_ = 0;  // of requests; the first one of this world
  quint64 worlds_ = 0;              // that were open before
  world::WorldPtr newest_;          // that was asked about
  world::WorldPtr counted_, linted_, tried_;
  usecase::RuleTally tally_;
  std::vector<usecase::RuleFinding> found_, touched_;
  quint64 trying_ = 0;  // the job; 0: none
  std::unique_ptr<NewestWork<Request>> worker_;
};

}  // namespace ww::ui
