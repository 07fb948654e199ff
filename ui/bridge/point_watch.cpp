// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/point_watch.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/model/overlay.h"
#include "core/sensing/cloud.h"
#include "core/sensing/sensor.h"

namespace ww::ui {
namespace {

constexpr double kMostAcrossPixels = 320;  // of the pictures that points are made of

// The same view of fewer pixels.
sensing::Optics coarser(sensing::Optics o) {
  const double share = std::min(1.0, kMostAcrossPixels / std::max(o.width, o.height));
  const int width = std::max(1, static_cast<int>(share * o.width)),
            height = std::max(1, static_cast<int>(share * o.height));
  const double x = static_cast<double>(width) / o.width, y = static_cast<double>(height) / o.height;
  o.fx *= x, o.cx *= x, o.fy *= y, o.cy *= y;
  o.width = width, o.height = height;
  return o;
}

void addPoints(const sensing::Cloud& cloud, const Pose& root_t_sensor, double farthest, SeenPoints& out) {
  const Eigen::Matrix3f turn = root_t_sensor.q.toRotationMatrix().cast<float>();
  const Eigen::Vector3f place = root_t_sensor.p.cast<float>();
  for (const Eigen::Vector3f& p : cloud.points) {
    out.points.push_back(turn * p + place);
    out.shares.push_back(std::min(1.0f, p.norm() / static_cast<float>(farthest)));
  }
}

void thinOut(SeenPoints& seen) {
  seen.of = seen.points.size();
  const std::size_t step = (seen.of + PointWatch::kMostPoints - 1) / PointWatch::kMostPoints;
  if (step < 2) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < seen.of; i += step, ++kept) {
    seen.points[kept] = seen.points[i];
    seen.shares[kept] = seen.shares[i];
  }
  seen.points.resize(kept);
  seen.shares.resize(kept);
}

}  // namespace

// What the worker keeps from one measurement to the next.
struct PointWatch::Studio {
  std::optional<rays::Room> room;
  std::map<EntityId, sensing::Camera> cameras;
  std::map<EntityId, sensing::Beams> beams;

  SeenPoints seen(const Request& request) {
    SeenPoints out;
    model::Overlay places(request.models->of(*request.world));
    places.set(request.shown);
    auto made = rays::Room::make(places, rays::Shown::kVisual, room ? &*room : nullptr);
    if (made.ok()) {
      room.emplace(std::move(made.value()));
      for (const EntityId id : request.sensors) {
        const auto sensor = sensing::sensorAt(*request.world, id);
        if (sensor.ok() && sensing::check(*sensor).ok()) measure(*sensor, places.rootT(id), out);
      }
    }
    thinOut(out);
    return out;
  }

  void measure(const sensing::Sensor& sensor, const Pose& pose, SeenPoints& out) {
    if (sensor.isCamera()) {
      const sensing::Optics optics = coarser(sensor.optics);
      auto at = cameras.find(sensor.entity);
      if (at == cameras.end() || !(at->second.optics == optics))
        at = cameras.insert_or_assign(sensor.entity, sensing::Camera(optics)).first;
      sensing::ShotOptions options;
      options.color = false;
      options.threads = 1;
      const auto shot = sensing::shoot(*room, at->second, pose, options);
      // To the far clip plane colours would hardly change over a table.
      if (shot.ok()) addPoints(sensing::cloudOf(at->second, *shot), pose, std::min(optics.far, 5.0), out);
      return;
    }
    auto at = beams.find(sensor.entity);
    if (at == beams.end() || !(at->second.lidar == sensor.lidar))
      at = beams.insert_or_assign(sensor.entity, sensing::Beams(sensor.lidar)).first;
    const auto scan = sensing::scan(*room, at->second, pose, {.noise = {}, .noise_key = {}, .threads = 1});
    if (scan.ok()) addPoints(sensing::cloudOf(at->second, *scan), pose, sensor.lidar.farthest, out);
  }
};

PointWatch::PointWatch(SessionBridge& bridge, PoseLayer& layer, QObject* parent)
    : QObject(parent), bridge_(bridge), layer_(layer), studio_(std::make_unique<Studio>()) {
  answers_ = std::make_unique<NewestAnswers<Request, SeenPoints>>(NewestAnswers<Request, SeenPoints>::Steps{
      [this] { ask(); }, [this](const Request& request) { return studio_->seen(request); },
      [this](SeenPoints seen) {
        points_ = std::move(seen);
        Q_EMIT changed();
      }});
  connect(&layer_, &PoseLayer::changed, this, &PointWatch::askSoon);
  connect(&bridge_, &SessionBridge::changed, this, &PointWatch::askSoon);
}

PointWatch::~PointWatch() = default;

void PointWatch::setChosen(EntityId sensor, bool on) {
  if (on == isChosen(sensor)) return;
  if (on) chosen_.insert(sensor);
  else chosen_.erase(sensor);
  if (chosen_.empty()) return clear();
  askSoon();
}

void PointWatch::clear() {
  chosen_.clear();
  answers_->forget();
  points_ = {};
  Q_EMIT changed();
}

void PointWatch::askSoon() {
  if (!chosen_.empty()) answers_->askSoon();
}

void PointWatch::ask() {
  const world::WorldPtr world = bridge_.snapshot().world;
  std::erase_if(chosen_, [&](EntityId id) { return !sensing::sensorAt(*world, id).ok(); });
  if (chosen_.empty()) return clear();
  answers_->put({world, layer_.overrides(), layer_.models(), chosen_});
}

}  // namespace ww::ui
