// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/sensor_watch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/sensing/labels.h"
#include "core/sensing/sensor.h"

namespace ww::ui {
namespace {

constexpr int kMostAcross = 480;        // pixels of a live picture
constexpr double kFrustumLength = 1.0;  // metres, where nothing ends it sooner
constexpr int kSideSteps = 6;           // of a frustum's edges: lenses bend them
constexpr int kEdgeSteps = 16;          // halvings, to the edge of what a lens shows
constexpr std::size_t kMostShownRays = 240;

EntityId sensorOf(const world::World& world, const world::NodeRef& node) {
  const auto isSensor = [](const world::Entity& e) { return e.kind == world::EntityKind::kSensor; };
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const auto entity = world.owner(*id) && !world.owner(*id)->frame ? world.entity(*id) : nullptr;
    return entity && isSensor(*entity) ? *id : EntityId{};
  }
  const auto* id = std::get_if<ObjectId>(&node);
  const world::Object* object = id ? world.peek(*id) : nullptr;
  if (!object) return {};
  EntityId found;
  for (const world::EntityPtr& e : object->entities) {
    if (!isSensor(*e)) continue;
    if (found) return {};
    found = e->id;
  }
  return found;
}

// The same picture of fewer pixels.
sensing::Optics smaller(sensing::Optics o) {
  const double share = std::min(1.0, static_cast<double>(kMostAcross) / std::max(o.width, o.height));
  const int width = std::max(1, static_cast<int>(std::lround(share * o.width)));
  const int height = std::max(1, static_cast<int>(std::lround(share * o.height)));
  const double x = static_cast<double>(width) / o.width, y = static_cast<double>(height) / o.height;
  o.fx *= x, o.cx *= x, o.fy *= y, o.cy *= y;
  o.width = width, o.height = height;
  return o;
}

// What a lens shows at a place of the border of the picture, or at its own edge on the way there: round ones leave
// corners dark.
std::optional<Vec3> edgeTowards(const sensing::Optics& o, const Eigen::Vector2d& border) {
  if (const auto dir = sensing::direction(o, border)) return dir;
  const Eigen::Vector2d middle(o.cx, o.cy);
  std::optional<Vec3> out;
  double seen = 0.0, unseen = 1.0;
  for (int i = 0; i < kEdgeSteps; ++i) {
    const double share = 0.5 * (seen + unseen);
    const auto dir = sensing::direction(o, middle + share * (border - middle));
    if (dir) out = dir;
    (dir ? seen : unseen) = share;
  }
  return out;
}

// The edges of what the camera sees, by its own lens.
void addFrustum(const sensing::Optics& o, const Pose& root_t_camera, std::vector<std::pair<Vec3, Vec3>>& out) {
  const double length = std::min(o.far, std::max(kFrustumLength, 2.0 * o.near));
  const Eigen::Vector2d corners[] = {{0, 0}, {o.width, 0}, {o.width, o.height}, {0, o.height}};
  for (int side = 0; side < 4; ++side) {
    Vec3 last = Vec3::Zero();
    bool known = false;
    for (int i = 0; i <= kSideSteps; ++i) {
      const double share = static_cast<double>(i) / kSideSteps;
      const auto dir = edgeTowards(o, (1.0 - share) * corners[side] + share * corners[(side + 1) % 4]);
      if (dir && i == 0) out.emplace_back(root_t_camera.p, root_t_camera * Vec3(length * *dir));
      if (dir && known) out.emplace_back(root_t_camera * Vec3(length * last), root_t_camera * Vec3(length * *dir));
      known = dir.has_value();
      if (dir) last = *dir;
    }
  }
}

// Some of the rays, as far as they go.
void addFan(const sensing::Beams& beams, const sensing::Scan& scan, const Pose& root_t_lidar,
            std::vector<std::pair<Vec3, Vec3>>& out) {
  const std::size_t step = std::max<std::size_t>(1, beams.rays.size() / kMostShownRays);
  for (std::size_t i = 0; i < beams.rays.size(); i += step) {
    const float range = scan.ranges[i];
    if (!beams.rays.isRay(i) || (range < 0.0f && !std::isfinite(range))) continue;
    const double length =
        std::isfinite(range) ? static_cast<double>(range) : std::min(beams.lidar.farthest, kFrustumLength);
    out.emplace_back(root_t_lidar * Vec3(beams.lidar.nearest * beams.rays.dir(i)),
                     root_t_lidar * Vec3(length * beams.rays.dir(i)));
  }
}

using Rgb = std::array<std::uint8_t, 3>;

template <typename Color>
QImage painted(const sensing::Shot& shot, const Color& color) {
  QImage out(shot.width, shot.height, QImage::Format_RGB888);
  for (int y = 0; y < shot.height; ++y) {
    uchar* row = out.scanLine(y);
    for (int x = 0; x < shot.width; ++x) {
      const Rgb c =
          color(static_cast<std::size_t>(y) * static_cast<std::size_t>(shot.width) + static_cast<std::size_t>(x));
      std::memcpy(row + 3 * x, c.data(), 3);
    }
  }
  return out;
}

QImage depthImage(const sensing::Shot& shot) {
  float least = std::numeric_limits<float>::infinity(), most = 0.0f;
  for (const float d : shot.depth) {
    if (std::isfinite(d)) least = std::min(least, d), most = std::max(most, d);
  }
  return painted(shot, [&](std::size_t i) -> Rgb {
    if (!std::isfinite(shot.depth[i])) return {0, 0, 0};
    const float share = most > least ? (shot.depth[i] - least) / (most - least) : 0.0f;
    const auto grey = static_cast<std::uint8_t>(255.0f - 215.0f * share);
    return {grey, grey, grey};
  });
}

}  // namespace

// What the worker keeps from one picture to the next.
struct SensorWatch::Studio {
  std::optional<rays::Room> room;
  std::optional<sensing::Camera> camera;
  std::optional<sensing::Beams> beams;

  SensorPicture measure(const Request& request);
  void shoot(const Request& request, const sensing::Sensor& sensor, const Pose& pose, SensorPicture& out);
  static void feel(const Request& request, const sensing::Sensor& sensor, SensorPicture& out);
  void sweep(const sensing::Sensor& sensor, const Pose& pose, SensorPicture& out);
};

SensorPicture SensorWatch::Studio::measure(const Request& request) {
  SensorPicture out;
  out.sensor = request.sensor;
  const auto sensor = sensing::sensorAt(*request.world, request.sensor);
  if (!sensor.ok()) return out.failure = sensor.status(), out;
  out.name = QString::fromStdString(sensor->name);
  out.is_camera = sensor->isCamera();
  out.is_force = sensor->kind == sensing::SensorKind::kForceTorque;
  if (out.is_force) return feel(request, *sensor, out), out;
  if (const Status s = sensing::check(*sensor); !s.ok()) return out.failure = s, out;
  model::Overlay places(request.models->of(*request.world));
  places.set(request.shown);
  const Pose pose = places.rootT(request.sensor);
  if (out.is_camera) {
    out.size = QSize(sensor->optics.width, sensor->optics.height);
    addFrustum(sensor->optics, pose, out.outline);
    if (!request.picture) return out;
  }
  auto made = rays::Room::make(places, rays::Shown::kVisual, room ? &*room : nullptr);
  if (!made.ok()) return out.failure = made.status(), out;
  room.emplace(std::move(made.value()));
  if (out.is_camera && request.watched && request.world->peek(request.watched)) {
    out.watched = request.watched;
    out.sight = sensing::sightOf(*room, sensor->optics, pose, request.watched);
  }
  if (out.is_camera) shoot(request, *sensor, pose, out);
  else sweep(*sensor, pose, out);
  return out;
}

void SensorWatch::Studio::shoot(const Request& request, const sensing::Sensor& sensor, const Pose& pose,
                                SensorPicture& out) {
  const sensing::Optics optics = smaller(sensor.optics);
  if (!camera || !(camera->optics == optics)) camera.emplace(optics);
  sensing::ShotOptions options;
  options.color = request.view == SensorView::kColor;
  options.threads = 1;
  const auto shot = sensing::shoot(*room, *camera, pose, options);
  if (!shot.ok()) return void(out.failure = shot.status());
  const sensing::Labels labels(*request.world);
  switch (request.view) {
    case SensorView::kColor:
      out.image = painted(*shot, [&](std::size_t i) -> Rgb {
        return {shot->rgb[3 * i], shot->rgb[3 * i + 1], shot->rgb[3 * i + 2]};
      });
      break;
    case SensorView::kDepth: out.image = depthImage(*shot); break;
    case SensorView::kObjects:
      out.image = painted(*shot, [&](std::size_t i) { return sensing::labelColor(shot->objects[i].value); });
      break;
    case SensorView::kClasses:
      out.image = painted(*shot, [&](std::size_t i) { return sensing::labelColor(labels.of(shot->objects[i])); });
      break;
  }
  const double x = static_cast<double>(out.size.width()) / optics.width;
  const double y = static_cast<double>(out.size.height()) / optics.height;
  for (const sensing::Box2& box : sensing::boxesIn(*shot))
    out.boxes.push_back({QRectF(QPointF(x * box.left, y * box.top), QPointF(x * box.right, y * box.bottom)),
                         QString::fromStdString(request.world->display(box.object))});
}

void SensorWatch::Studio::sweep(const sensing::Sensor& sensor, const Pose& pose, SensorPicture& out) {
  if (!beams || !(beams->lidar == sensor.lidar)) beams.emplace(sensor.lidar);
  const auto scan = sensing::scan(*room, *beams, pose, {.noise = {}, .noise_key = {}, .threads = 1});
  if (!scan.ok()) return void(out.failure = scan.status());
  out.rays = scan->ranges.size();
  out.hits = static_cast<std::size_t>(
      std::count_if(scan->ranges.begin(), scan->ranges.end(), [](float r) { return std::isfinite(r); }));
  addFan(*beams, *scan, pose, out.outline);
}

void SensorWatch::Studio::feel(const Request& request, const sensing::Sensor& sensor, SensorPicture& out) {
  model::Overlay places(request.models->of(*request.world));
  places.set(request.shown);
  const auto rootT = [&](EntityId id) { return places.rootT(id); };
  sensing::NoiseKey key{.sensor = sensor.entity.value};
  const simulation::LoadMoment* load = nullptr;
  if (request.moment) {
    const auto found = std::ranges::find(request.moment->loads, sensor.entity, &simulation::LoadMoment::sensor);
    if (found != request.moment->loads.end()) load = &*found;
    key.frame = request.moment->step;
  }
  auto reading = load ? usecase::forceIn(*request.world, sensor, load->wrench, rootT, key)
                      : usecase::forceAtRest(*request.world, sensor, rootT, key);
  if (!reading.ok()) return void(out.failure = reading.status());
  if (load) reading->seconds = request.moment->time;
  out.force_signs = usecase::signsOf(*request.world, *reading);
  out.force_axes = usecase::axesOf(*request.world, *reading);
  out.force = std::move(reading.value());
}

SensorWatch::SensorWatch(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent)
    : QObject(parent), bridge_(bridge), selection_(selection), layer_(layer), studio_(std::make_unique<Studio>()) {
  answers_ = std::make_unique<NewestAnswers<Request, SensorPicture>>(NewestAnswers<Request, SensorPicture>::Steps{
      [this] { ask(); }, [this](const Request& request) { return studio_->measure(request); },
      [this](SensorPicture picture) {
        picture_ = std::move(picture);
        Q_EMIT changed();
      }});
  connect(&selection_, &Selection::changed, this, &SensorWatch::begin);
  connect(&layer_, &PoseLayer::changed, this, &SensorWatch::askSoon);
  connect(&bridge_, &SessionBridge::changed, this, &SensorWatch::begin);
}

SensorWatch::~SensorWatch() = default;

void SensorWatch::setWanted(bool picture, SensorView view) {
  if (wants_picture_ == picture && view_ == view) return;
  wants_picture_ = picture;
  view_ = view;
  askSoon();
}

void SensorWatch::setWatched(ObjectId object) {
  if (watched_ == object) return;
  watched_ = object;
  askSoon();
}

void SensorWatch::setMoment(simulation::MomentPtr moment) {
  if (moment_ == moment) return;
  moment_ = std::move(moment);
  askSoon();
}

void SensorWatch::setPinned(bool on) {
  const EntityId wanted = on ? sensor_ : EntityId{};
  if (wanted == pinned_) return;
  pinned_ = wanted;
  Q_EMIT changed();
  begin();
}

void SensorWatch::begin() {
  const world::WorldPtr world = bridge_.snapshot().world;
  if (pinned_ && !sensorOf(*world, pinned_)) {
    pinned_ = {};
    Q_EMIT changed();
  }
  const auto active = selection_.active();
  const EntityId now = pinned_ ? pinned_ : active ? sensorOf(*world, *active) : EntityId{};
  if (now != sensor_) {
    sensor_ = now;
    answers_->forget();
    picture_.reset();
    Q_EMIT changed();
  }
  askSoon();
}

void SensorWatch::askSoon() {
  if (sensor_) answers_->askSoon();
}

void SensorWatch::ask() {
  if (!sensor_) return;
  answers_->put({bridge_.snapshot().world, layer_.overrides(), layer_.models(), sensor_, wants_picture_, view_,
                 watched_, moment_});
}

}  // namespace ww::ui
