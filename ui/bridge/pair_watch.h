// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <memory>
#include <optional>

#include "core/usecase/rules/rule_story.h"
#include "ui/bridge/newest_work.h"
#include "ui/bridge/rule_watch.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {

// Why two nodes are checked against each other, or not, and how far apart they are: worked out off the Qt thread, anew
// after each change, as long as they are asked about.
class PairWatch : public QObject {
  Q_OBJECT
 public:
  struct Answer {
    world::WorldPtr world;  // that it is of
    world::NodeRef a, b;
    std::optional<usecase::NodesStory> story;
    Message why_not;  // where there is none
  };
  PairWatch(SessionBridge& bridge, std::shared_ptr<WorldScenes> scenes, QObject* parent = nullptr);
  ~PairWatch() override;

  void ask(const world::NodeRef& a, const world::NodeRef& b);
  void clear();
  // While nobody looks, changes are not followed.
  void setActive(bool active);
  bool isAsked() const { return pair_.has_value(); }
  // None: not known yet. It may be of an older world.
  const std::optional<Answer>& answer() const { return answer_; }
  bool isUpToDate() const { return answer_ && pair_ && answer_->world == bridge_.snapshot().world; }

 Q_SIGNALS:
  void changed();

 private:
  struct Request {
    world::WorldPtr world;
    world::NodeRef a, b;
    quint64 number = 0;
  };
  void put();
  void work(const Request& request);
  void take(const Request& request, const Result<usecase::NodesStory>& story);

  SessionBridge& bridge_;
  const std::shared_ptr<WorldScenes> scenes_;
  std::optional<std::pair<world::NodeRef, world::NodeRef>> pair_;
  std::optional<Answer> answer_;
  world::WorldPtr newest_;  // that was asked about
  bool active_ = true;
  quint64 number_ = 0, first_ = 0;  // of requests; the first one about this pair
  std::unique_ptr<NewestWork<Request>> worker_;
};

}  // namespace ww::ui
