// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/hand_worker.h"

#include <QElapsedTimer>
#include <utility>

#include "core/kinematics/failures.h"
#include "ui/bridge/hand_text.h"

namespace ww::ui {
namespace {

constexpr int kMostCalls = 2000;  // for one wish

}  // namespace

HandWorker::HandWorker(std::shared_ptr<WorldScenes> scenes, Told told)
    : told_(std::move(told)), scenes_(std::move(scenes)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

HandWorker::~HandWorker() {
  stop();
  thread_.request_stop();
  thread_.join();
}

void HandWorker::follow(Wish wish) {
  const std::scoped_lock lock(mutex_);
  ask_stop_.request_stop();  // the hand goes first
  wish_ = std::move(wish);
  wake_.notify_all();
}

void HandWorker::go(Ask ask) {
  const std::scoped_lock lock(mutex_);
  ask_stop_.request_stop();
  go_ = std::move(ask);
  wake_.notify_all();
}

void HandWorker::look(Ask ask) {
  const std::scoped_lock lock(mutex_);
  look_ = std::move(ask);
  wake_.notify_all();
}

void HandWorker::stop() {
  const std::scoped_lock lock(mutex_);
  ask_stop_.request_stop();
  wish_.reset();
  go_.reset();
  look_.reset();
}

bool HandWorker::waits() {
  const std::scoped_lock lock(mutex_);
  return wish_.has_value();
}

void HandWorker::run(const std::stop_token& stop) {
  while (true) {
    std::optional<Wish> wish;
    std::optional<Ask> ask;
    std::stop_token ask_stop;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return wish_ || go_ || look_; })) return;
      if (wish_) wish.swap(wish_);
      else if (go_) ask.swap(go_);
      else ask.swap(look_);
      ask_stop_ = std::stop_source();
      ask_stop = ask_stop_.get_token();
    }
    if (wish) doFollow(*wish, ask_stop);
    else doAsk(*ask, ask_stop);
  }
}

Result<usecase::HandFollower*> HandWorker::prepare(const Target& target) {
  if (follower_ && prepared_for_ == target.world && choice_ == target.choice) return &*follower_;
  follower_.reset();
  const auto scene = scenes_->of(*target.world);
  WW_ASSIGN(auto made, usecase::HandFollower::make(scene, target.choice.robot, target.choice.tool));
  follower_.emplace(std::move(made));
  prepared_for_ = target.world;
  choice_ = target.choice;
  gesture_ = 0;
  return &*follower_;
}

// A new gesture starts where the robot stands; one that goes on, where it has come to.
HandWorker::Followed HandWorker::start(const Wish& wish, usecase::HandFollower& follower) {
  if (gesture_ != wish.gesture || at_.size() != wish.target.from.size()) {
    follower.begin(wish.target.from);
    at_ = wish.target.from;
    gesture_ = wish.gesture;
  }
  Followed out;
  out.gesture = wish.gesture;
  out.wish = wish.number;
  return out;
}

void HandWorker::doFollow(const Wish& wish, const std::stop_token& stop) {
  QElapsedTimer clock;
  clock.start();
  const auto follower = prepare(wish.target);
  if (!follower.ok() || wish.target.from.size() != static_cast<Eigen::Index>((*follower)->tree().size())) return;
  Followed out = start(wish, **follower);
  for (int i = 0; i < kMostCalls && !out.step.at_rest; ++i) {
    out.step = (*follower)->follow(at_, wish.root_t_hand, wish.target.keep_clear);
    at_ = out.step.q;
    if (i + 1 == kMostCalls) out.step.at_rest = true;
    out.worked_ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    if (out.step.at_rest || waits() || stop.stop_requested()) break;
    told_.followed(out);
  }
  out.text = stopText(**follower, out.step);
  told_.followed(out);
  if (out.step.at_rest && out.step.stop != usecase::HandStop::kNone && !waits() && !stop.stop_requested()) {
    // By how much it is out of reach takes a few milliseconds: only for a hand that rests.
    out.text = stopText(**follower, out.step, (*follower)->why(out.step, wish.root_t_hand, stop));
    told_.followed(out);
  }
}

void HandWorker::doAsk(const Ask& ask, const std::stop_token& stop) {
  const auto follower = prepare(ask.target);
  const bool fits = follower.ok() && ask.target.from.size() == static_cast<Eigen::Index>((*follower)->tree().size());
  if (!ask.root_t_hand) {
    if (!fits) return told_.looked(ask.number, {});
    const auto found = (*follower)->postures(ask.target.from, stop);
    return told_.looked(ask.number, found.ok() ? *found : std::vector<usecase::HandFollower::Posture>());
  }
  gesture_ = 0;
  if (!follower.ok()) return told_.gone(ask.number, follower.status());
  if (!fits)
    return told_.gone(ask.number,
                      fail(kinematics::failures::kWrongStart, {{"count", arg::Count{(*follower)->tree().size()}}}));
  told_.gone(ask.number, (*follower)->reach(ask.target.from, *ask.root_t_hand, ask.target.keep_clear, stop));
}

}  // namespace ww::ui
