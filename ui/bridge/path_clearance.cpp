// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/path_clearance.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

namespace ww::ui {
namespace {

constexpr int kMoments = 201;
constexpr int kAtOnce = 4;  // moments, before it is asked whether anybody needs them
constexpr int kTellEachMs = 60;
// Beyond the limit, metres: where a path begins to be told as near.
constexpr double kLeastFade = 0.05, kFadeOfLimit = 4.0;

}  // namespace

PathClearance::PathClearance(std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), scenes_(std::move(scenes)) {}

PathClearance::~PathClearance() { worker_.reset(); }

void PathClearance::set(const world::WorldPtr& world, const MotionPlan& plan) {
  clear();
  if (!plan.checked || plan.trajectory.empty() || !world->object(plan.target.robot)) return;
  duration_ = plan.duration();
  if (!worker_)
    worker_ =
        std::make_unique<Worker>([this](const Request& request, const std::stop_token& stop) { work(request, stop); });
  worker_->put({world, plan.target.robot, plan.trajectory, ticket_});
}

void PathClearance::clear() {
  ++ticket_;
  if (worker_) worker_->cancel();
  done_ = false;
  if (samples_.empty()) return;
  samples_.clear();
  Q_EMIT changed();
}

// In the worker's thread, which ends before this does.
void PathClearance::work(const Request& request, const std::stop_token& stop) {
  usecase::ClearanceCurve curve(scenes_->ofPlan(*request.world), request.robot, request.trajectory, kMoments);
  if (curve.isEmpty()) return;
  QElapsedTimer since;
  since.start();
  for (bool more = true; more;) {
    if (stop.stop_requested()) return;
    more = curve.work(kAtOnce);
    if (more && since.elapsed() < kTellEachMs) continue;
    since.start();
    QMetaObject::invokeMethod(
        this, [this, ticket = request.ticket, samples = curve.samples(), done = !more] { take(ticket, samples, done); },
        Qt::QueuedConnection);
  }
}

void PathClearance::take(quint64 ticket, std::vector<usecase::ClearanceSample> samples, bool done) {
  if (ticket != ticket_) return;
  samples_ = std::move(samples);
  done_ = done;
  Q_EMIT changed();
}

std::vector<float> nearness(const std::vector<usecase::ClearanceSample>& samples, double duration, double limit,
                            std::size_t count) {
  std::vector<float> out;
  if (samples.empty() || count < 2 || duration <= 0.0) return out;
  const double fade = std::max(kLeastFade, kFadeOfLimit * limit);
  std::size_t after = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = duration * static_cast<double>(i) / static_cast<double>(count - 1);
    while (after < samples.size() && samples[after].seconds < t) ++after;
    const auto &b = samples[std::min(after, samples.size() - 1)], &a = samples[after > 0 ? after - 1 : 0];
    const double span = b.seconds - a.seconds;
    const double share = span > 0.0 ? std::clamp((t - a.seconds) / span, 0.0, 1.0) : 1.0;
    const double metres = a.metres + share * (b.metres - a.metres);
    out.push_back(metres < limit ? 1.0f : static_cast<float>(std::clamp(1.0 - (metres - limit) / fade, 0.0, 0.999)));
  }
  return out;
}

}  // namespace ww::ui
