// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/clearance_watch.h"

#include <utility>

namespace ww::ui {
namespace {

constexpr int kAskAfterMs = 30;  // as often as a drag is drawn

}  // namespace

ClearanceWatch::ClearanceWatch(SessionBridge& bridge, Selection& selection, PoseLayer& layer,
                               std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), bridge_(bridge), selection_(selection), layer_(layer), check_(std::move(scenes)) {
  soon_.setSingleShot(true);
  soon_.setInterval(kAskAfterMs);
  connect(&soon_, &QTimer::timeout, this, &ClearanceWatch::ask);
  connect(&selection_, &Selection::changed, this, &ClearanceWatch::begin);
  connect(&layer_, &PoseLayer::changed, this, &ClearanceWatch::askSoon);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind == session::Change::Kind::kReplace) return begin();
    if (world::affectsMotion(change->diff)) askSoon();
  });
}

ClearanceWatch::~ClearanceWatch() { worker_.reset(); }

void ClearanceWatch::setWanted(bool distance, bool shells) {
  if (wants_distance_ == distance && wants_shells_ == shells) return;
  wants_distance_ = distance;
  wants_shells_ = shells;
  begin();
}

// What was found is of something else now.
void ClearanceWatch::begin() {
  const bool had = clearance_ || shells_;
  first_ticket_ = ticket_ + 1;
  clearance_.reset();
  shells_.reset();
  if (worker_) worker_->cancel();
  askSoon();
  if (had) Q_EMIT changed();
}

void ClearanceWatch::askSoon() {
  if ((wants_distance_ || wants_shells_) && !selection_.nodes().empty() && !soon_.isActive()) soon_.start();
}

// Margins do not depend on where things are.
void ClearanceWatch::ask() {
  const auto world = bridge_.snapshot().world;
  const bool new_shells = wants_shells_ && (!shells_ || shells_of_ != world);
  if (selection_.nodes().empty() || (!wants_distance_ && !new_shells)) return;
  // Made with the first question: most windows never ask.
  if (!worker_)
    worker_ = std::make_unique<NewestWork<Request>>(
        [this](const Request& request, const std::stop_token&) { work(request); });
  worker_->put({world, layer_.overrides(), selection_.nodes(), wants_distance_, new_shells, ++ticket_});
}

// In the worker's thread, which ends before this does.
void ClearanceWatch::work(const Request& request) {
  std::optional<Clearance> clearance;
  std::optional<std::vector<MarginShell>> shells;
  // A drag is followed by answers that are a little old: none is given up half way.
  if (request.distance) clearance = check_.of(request.world, request.shown, request.nodes);
  if (request.shells) shells = check_.shells(request.world, request.nodes);
  QMetaObject::invokeMethod(
      this, [this, request, clearance, shells] { take(request, clearance, shells); }, Qt::QueuedConnection);
}

void ClearanceWatch::take(const Request& request, const std::optional<Clearance>& clearance,
                          const std::optional<std::vector<MarginShell>>& shells) {
  if (request.ticket < first_ticket_) return;
  if (clearance && wants_distance_) clearance_ = clearance;
  if (shells && wants_shells_) {
    shells_ = shells;
    shells_of_ = request.world;
  }
  Q_EMIT changed();
}

}  // namespace ww::ui
