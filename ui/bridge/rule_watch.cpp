// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/rule_watch.h"

#include <QPointer>
#include <utility>

namespace ww::ui {
namespace {

constexpr int kBurstMs = 100;  // so that a burst of edits is looked at once

}  // namespace

RuleWatch::RuleWatch(SessionBridge& bridge, JobBridge& jobs, std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), bridge_(bridge), jobs_(jobs), scenes_(std::move(scenes)) {
  soon_.setSingleShot(true);
  soon_.setInterval(kBurstMs);
  connect(&soon_, &QTimer::timeout, this, &RuleWatch::ask);
  connect(&bridge_, &SessionBridge::changed, this, &RuleWatch::follow);
  worker_ = std::make_unique<NewestWork<Request>>(
      [this](const Request& request, const std::stop_token& stop) { work(request, stop); });
}

RuleWatch::~RuleWatch() { worker_.reset(); }

void RuleWatch::setActive(bool active) {
  if (std::exchange(active_, active) == active) return;
  if (active) return ask();
  soon_.stop();
  worker_->cancel();
  newest_.reset();
}

// A stream of edits must not put it off for ever.
void RuleWatch::follow(const ChangePtr& change) {
  if (change->kind == session::Change::Kind::kReplace) forget();
  if (!active_) return;
  if (!soon_.isActive()) soon_.start();
  Q_EMIT changed();
}

void RuleWatch::forget() {
  worker_->cancel();
  if (trying_) jobs_.cancel(trying_);
  first_ = number_ + 1;
  ++worlds_;
  counted_.reset();
  linted_.reset();
  tried_.reset();
  newest_.reset();
  tally_ = {};
  found_.clear();
  touched_.clear();
}

void RuleWatch::ask() {
  newest_ = bridge_.snapshot().world;
  if (linted_ == newest_) return;  // shown again, and nothing has changed
  worker_->put({newest_, ++number_});
  Q_EMIT changed();
}

// On the worker. The thread ends before the watch does.
void RuleWatch::work(const Request& request, const std::stop_token& stop) {
  const auto rules = collision::RuleSet::ofWorld(*request.world);
  auto tally = usecase::tallyOf(*request.world, rules, usecase::kMostRulePairs, stop);
  if (stop.stop_requested()) return;
  QMetaObject::invokeMethod(
      this, [this, request, tally = std::move(tally)] { takeTally(request, tally); }, Qt::QueuedConnection);
  usecase::LintOptions options;
  options.samples = 0;  // postures take long: only when they are asked for
  options.stop = stop;
  auto found = usecase::lintRules(scenes_->of(*request.world), options);
  if (stop.stop_requested()) return;
  QMetaObject::invokeMethod(
      this, [this, request, found = std::move(found)] { takeFindings(request, found); }, Qt::QueuedConnection);
}

void RuleWatch::takeTally(const Request& request, usecase::RuleTally tally) {
  if (request.number < first_) return;  // of a world that is no longer open
  counted_ = request.world;
  tally_ = std::move(tally);
  Q_EMIT changed();
}

void RuleWatch::takeFindings(const Request& request, std::vector<usecase::RuleFinding> findings) {
  if (request.number < first_) return;
  linted_ = request.world;
  found_ = std::move(findings);
  Q_EMIT changed();
}

std::vector<RuleWatch::Finding> RuleWatch::findings() const {
  std::vector<Finding> out;
  for (const auto& finding : found_) out.push_back({finding, linted_});
  for (const auto& finding : touched_) out.push_back({finding, tried_});
  return out;
}

void RuleWatch::tryPostures() {
  if (trying_) return;
  using Found = std::vector<usecase::RuleFinding>;
  const auto world = bridge_.snapshot().world;
  trying_ = jobs_.run<Found>(
      tr("Try postures against the collision rules"),
      [scenes = scenes_, world](const std::stop_token& stop, const Progress&) -> Result<Found> {
        usecase::LintOptions options;
        options.stop = stop;
        Found touched;
        for (auto& finding : usecase::lintRules(scenes->of(*world), options))
          if (finding.fault == usecase::RuleFault::kCouldTouch) touched.push_back(std::move(finding));
        return touched;
      },
      [this, guard = QPointer<RuleWatch>(this), world, worlds = worlds_](const Result<Found>& found) {
        if (!guard) return;
        trying_ = 0;
        if (found.ok() && worlds == worlds_) {
          tried_ = world;
          touched_ = *found;
        }
        Q_EMIT changed();
      });
  Q_EMIT changed();
}

}  // namespace ww::ui
