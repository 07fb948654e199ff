// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/path_curves.h"

#include <utility>

namespace ww::ui {

PathCurves::PathCurves(std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), scenes_(std::move(scenes)) {}

PathCurves::~PathCurves() { worker_.reset(); }

void PathCurves::set(const world::WorldPtr& world, const MotionPlan& plan) {
  clear();
  if (plan.trajectory.empty() || !world->object(plan.target.robot)) return;
  if (!worker_)
    worker_ =
        std::make_unique<Worker>([this](const Request& request, const std::stop_token& stop) { work(request, stop); });
  worker_->put({world, plan.target.robot, plan.target.tool, plan.trajectory, ticket_});
}

void PathCurves::clear() {
  ++ticket_;
  if (worker_) worker_->cancel();
  if (!curves_) return;
  curves_.reset();
  Q_EMIT changed();
}

// In the worker's thread, which ends before this does.
void PathCurves::work(const Request& request, const std::stop_token& stop) {
  usecase::CurveOptions options;
  options.outdated = [&stop] { return stop.stop_requested(); };
  auto made = usecase::motionCurves(scenes_->ofPlan(*request.world).model(), request.robot, request.tool,
                                    request.trajectory, options);
  if (!made.ok() || stop.stop_requested()) return;
  auto curves = std::make_shared<const usecase::MotionCurves>(std::move(made).value());
  QMetaObject::invokeMethod(
      this, [this, ticket = request.ticket, curves = std::move(curves)] { take(ticket, curves); },
      Qt::QueuedConnection);
}

void PathCurves::take(quint64 ticket, std::shared_ptr<const usecase::MotionCurves> curves) {
  if (ticket != ticket_) return;
  curves_ = std::move(curves);
  Q_EMIT changed();
}

}  // namespace ww::ui
