// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pair_watch.h"

#include <utility>

namespace ww::ui {

PairWatch::PairWatch(SessionBridge& bridge, std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), bridge_(bridge), scenes_(std::move(scenes)) {
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind == session::Change::Kind::kReplace) return clear();
    if (!pair_ || !active_) return;
    put();
    Q_EMIT changed();
  });
  worker_ =
      std::make_unique<NewestWork<Request>>([this](const Request& request, const std::stop_token&) { work(request); });
}

PairWatch::~PairWatch() { worker_.reset(); }

void PairWatch::ask(const world::NodeRef& a, const world::NodeRef& b) {
  if (pair_ == std::pair(a, b) && newest_ == bridge_.snapshot().world) return;
  if (pair_ != std::pair(a, b)) {
    pair_ = {a, b};
    answer_.reset();
    first_ = number_ + 1;
  }
  put();
  Q_EMIT changed();
}

void PairWatch::clear() {
  pair_.reset();
  answer_.reset();
  newest_.reset();
  first_ = number_ + 1;
  worker_->cancel();
  Q_EMIT changed();
}

void PairWatch::setActive(bool active) {
  active_ = active;
  if (!active_ || !pair_ || newest_ == bridge_.snapshot().world) return;
  put();
  Q_EMIT changed();
}

void PairWatch::put() {
  newest_ = bridge_.snapshot().world;
  worker_->put({newest_, pair_->first, pair_->second, ++number_});
}

// On the worker. The thread ends before the watch does.
void PairWatch::work(const Request& request) {
  auto story = usecase::storyOf(scenes_->of(*request.world), request.a, request.b);
  QMetaObject::invokeMethod(
      this, [this, request, story = std::move(story)] { take(request, story); }, Qt::QueuedConnection);
}

void PairWatch::take(const Request& request, const Result<usecase::NodesStory>& story) {
  if (!pair_ || request.number < first_) return;  // about another pair
  answer_ = Answer{request.world, request.a, request.b, std::nullopt, {}};
  if (story.ok()) answer_->story = *story;
  else answer_->why_not = toMessage(story.status());
  Q_EMIT changed();
}

}  // namespace ww::ui
