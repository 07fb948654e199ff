// SPDX-License-Identifier: Apache-2.0
#include "core/render/camera.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/render/failures.h"

namespace ww::render {
namespace {

struct StandardView {
  std::string_view name;
  Vec3 forward, up;
};

const std::vector<StandardView>& standardViews() {
  static const std::vector<StandardView> kViews = {
      {"iso", Vec3(-1.0, 1.15, -0.78).normalized(), Vec3::UnitZ()},
      {"front", Vec3::UnitY(), Vec3::UnitZ()},
      {"back", -Vec3::UnitY(), Vec3::UnitZ()},
      {"left", Vec3::UnitX(), Vec3::UnitZ()},
      {"right", -Vec3::UnitX(), Vec3::UnitZ()},
      {"top", -Vec3::UnitZ(), Vec3::UnitY()},
      {"bottom", Vec3::UnitZ(), Vec3::UnitY()},
  };
  return kViews;
}

void addCorners(const Bounds& b, const Eigen::Affine3d& root_t_box, std::vector<Vec3>& out) {
  for (int i = 0; i < 8 && !b.empty(); ++i)
    out.push_back(root_t_box *
                  Vec3(i & 1 ? b.max.x() : b.min.x(), i & 2 ? b.max.y() : b.min.y(), i & 4 ? b.max.z() : b.min.z()));
}

// Corners of the boxes of all visual (else collision) geometry.
std::vector<Vec3> seenCorners(const world::World& world) {
  std::vector<Vec3> out;
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& entity : object.entities) {
      const auto& shown = entity->visual.empty() ? entity->collision : entity->visual;
      for (const world::PlacedGeometry& g : shown) {
        const Eigen::Affine3d t = Eigen::Affine3d(world.rootT(entity->id).isometry()) * g.ref_t_shape;
        addCorners(g.geometry->bounds, t, out);
      }
    }
  });
  return out;
}

// Where the outermost corners stand on both sides of the view, in coordinates
// of the camera.
struct Extent {
  double low = 0, high = 0;
};

// Moves the eye sideways so that near corners on one side weigh as much as
// those on the other.
double centredOffset(const std::vector<Vec3>& corners, int axis, double distance) {
  Extent e;
  for (const Vec3& c : corners) {
    const double depth = std::max(distance + c.z(), 1e-3);
    e.low = std::min(e.low, c[axis] / depth);
    e.high = std::max(e.high, c[axis] / depth);
  }
  return 0.5 * (e.low + e.high) * distance;
}

// The picture that all of them are in.
Camera fittedToCorners(std::vector<Vec3> corners, const Vec3& forward, const Vec3& up, double aspect) {
  constexpr double kMargin = 1.06;
  Camera camera;
  camera.up = up;
  Bounds box;
  for (const Vec3& c : corners) box.add(c);
  if (box.empty()) box = {Vec3(-0.5, -0.5, 0), Vec3(0.5, 0.5, 0.5)};
  if (corners.empty()) corners = {box.min, box.max};
  camera.target = box.center();
  const Vec3 f = forward.normalized(), right = f.cross(up).normalized(), true_up = right.cross(f);
  const double tv = std::tan(0.5 * camera.vertical_fov), th = tv * aspect;
  std::vector<Vec3> local;
  for (const Vec3& c : corners) {
    const Vec3 d = c - camera.target;
    local.emplace_back(d.dot(right), d.dot(true_up), d.dot(f));
  }
  double distance = 0.05;
  for (int pass = 0; pass < 3; ++pass) {
    distance = 0.05;
    for (const Vec3& c : local) {
      distance = std::max({distance, kMargin * std::abs(c.x()) / th - c.z(), kMargin * std::abs(c.y()) / tv - c.z()});
    }
    const double dx = centredOffset(local, 0, distance), dy = centredOffset(local, 1, distance);
    camera.target += dx * right + dy * true_up;
    for (Vec3& c : local) c -= Vec3(dx, dy, 0);
  }
  camera.eye = camera.target - distance * f;
  return camera;
}

}  // namespace

Result<View> View::make(const Camera& camera, int width, int height) {
  View v;
  v.camera_ = camera;
  v.width_ = width;
  v.height_ = height;
  const Vec3 way = camera.target - camera.eye;
  const Vec3 side = way.cross(camera.up);
  if (!way.allFinite() || !camera.eye.allFinite() || !side.allFinite() || side.norm() < 1e-9 * way.norm() ||
      side.norm() < 1e-300) {
    return fail(failures::kNoDirection);
  }
  if (!(camera.vertical_fov > 1e-3 && camera.vertical_fov < std::numbers::pi - 1e-3)) {
    return fail(failures::kFieldOfView, {{"angle", arg::Angle{camera.vertical_fov}}});
  }
  v.forward_ = way.normalized();
  v.right_ = side.normalized();
  v.up_ = v.right_.cross(v.forward_);
  v.half_height_ = std::tan(0.5 * camera.vertical_fov) * (camera.ortho ? way.norm() : 1.0);
  return v;
}

Ray View::wayAt(double x, double y) const {
  const double sx = (2.0 * x - width_) / height_ * half_height_, sy = (1.0 - 2.0 * y / height_) * half_height_;
  const Vec3 side = sx * right_ + sy * up_;
  if (camera_.ortho) return {camera_.eye + side, forward_};
  return {camera_.eye, forward_ + side};
}

Ray View::rayAt(double x, double y) const {
  Ray ray = wayAt(x, y);
  if (!camera_.ortho) ray.dir.normalize();
  return ray;
}

std::array<Vec3, 2> View::steps() const {
  const double pixel = 2.0 / height_ * half_height_;
  return {pixel * right_, -pixel * up_};
}

std::optional<Eigen::Vector2d> View::project(const Vec3& p) const {
  const Vec3 d = p - camera_.eye;
  const double depth = camera_.ortho ? 1.0 : d.dot(forward_);
  if (depth < 1e-6) return std::nullopt;
  const double scale = 0.5 * height_ / (half_height_ * depth);
  return Eigen::Vector2d(0.5 * width_ + d.dot(right_) * scale, 0.5 * height_ - d.dot(up_) * scale);
}

double View::metresPerPixel(const Vec3& p) const {
  return 2.0 * half_height_ * (camera_.ortho ? 1.0 : std::max(depthOf(p), 1e-6)) / height_;
}

Camera fittedTo(const world::World& world, const Vec3& forward, const Vec3& up, double aspect) {
  return fittedToCorners(seenCorners(world), forward, up, aspect);
}

Bounds seenBounds(const world::World& world) {
  Bounds out;
  for (const Vec3& c : seenCorners(world)) out.add(c);
  return out;
}

std::vector<std::string_view> viewNames() {
  std::vector<std::string_view> out;
  for (const StandardView& v : standardViews()) out.push_back(v.name);
  return out;
}

Result<Camera> standardView(const world::World& world, std::string_view name, double aspect, const Bounds& also) {
  for (const StandardView& v : standardViews()) {
    if (v.name != name) continue;
    std::vector<Vec3> corners = seenCorners(world);
    addCorners(also, Eigen::Affine3d::Identity(), corners);
    return fittedToCorners(std::move(corners), v.forward, v.up, aspect);
  }
  const auto views = viewNames();
  const std::vector<std::string> known(views.begin(), views.end());
  std::string list;
  for (const std::string& view : known) list += (list.empty() ? "" : ", ") + view;
  return withNearest(fail(failures::kNoView, {{"name", arg::Name{std::string(name)}}, {"views", arg::Words{list}}}),
                     name, known);
}

Result<Camera> cameraAt(std::string_view text) {
  std::vector<double> n;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    double value = 0;
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, value);
    if (error != std::errc{} || end != text.data() + to || !std::isfinite(value)) break;
    n.push_back(value);
    from = to + 1;
  }
  if (n.size() != 7 || n.size() != static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1 ||
      n[6] <= 0 || n[6] >= 180) {
    return fail(failures::kCameraNumbers, {{"text", arg::Name{std::string(text)}}});
  }
  Camera camera;
  camera.eye = Vec3(n[0], n[1], n[2]);
  camera.target = Vec3(n[3], n[4], n[5]);
  camera.vertical_fov = n[6] * std::numbers::pi / 180.0;
  return camera;
}

Result<Camera> cameraFor(const world::World& world, std::string_view view, double aspect, const Bounds& also) {
  constexpr std::string_view kPrefix = "camera:", kAt = "camera-at:";
  if (view.starts_with(kAt)) return cameraAt(view.substr(kAt.size()));
  if (view.starts_with(kPrefix)) return sensorCamera(world, view.substr(kPrefix.size()), aspect);
  return standardView(world, view, aspect, also);
}

}  // namespace ww::render
