// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>

#include "ui/bridge/newest_work.h"

namespace ww::ui {

// Answers to the newest request, worked out by a thread of low priority and taken on the Qt thread. What changes at
// once is asked about once, soon after. Its end waits for what is at work.
template <typename Request, typename Answer>
class NewestAnswers {
 public:
  struct Steps {
    std::function<void()> ask;  // calls put()
    std::function<Answer(const Request&)> work;
    std::function<void(Answer)> take;
  };
  explicit NewestAnswers(Steps steps) : steps_(std::move(steps)) {
    soon_.setSingleShot(true);
    soon_.setInterval(kAskAfterMs);
    QObject::connect(&soon_, &QTimer::timeout, &here_, [this] { steps_.ask(); });
  }

  void askSoon() {
    if (!soon_.isActive()) soon_.start();
  }
  void put(Request request) {
    if (!worker_)
      worker_ = std::make_unique<Worker>([this](const Numbered& numbered, const std::stop_token&) { work(numbered); });
    worker_->put({std::move(request), ++number_});
  }
  // What was asked for until now is taken by nobody.
  void forget() {
    first_ = number_ + 1;
    if (worker_) worker_->cancel();
  }

 private:
  static constexpr int kAskAfterMs = 40;
  struct Numbered {
    Request request;
    quint64 number = 0;
  };
  using Worker = NewestWork<Numbered>;

  // In the worker's thread.
  void work(const Numbered& numbered) {
    QMetaObject::invokeMethod(
        &here_,
        [this, number = numbered.number, answer = steps_.work(numbered.request)]() mutable {
          if (number >= first_) steps_.take(std::move(answer));
        },
        Qt::QueuedConnection);
  }

  Steps steps_;
  QObject here_;  // what is queued for it goes with it
  QTimer soon_;
  quint64 number_ = 0, first_ = 0;
  std::unique_ptr<Worker> worker_;  // the last: it uses the others
};

}  // namespace ww::ui
