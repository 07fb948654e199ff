// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Core>
#include <array>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "core/rays/bundle.h"
#include "core/world/values/world.h"

namespace ww::render {

// A camera in the root frame: metres, z up. `up` need not be orthogonal to the view, only not parallel.
// An orthographic view shows what the perspective one shows at the distance of the target.
struct Camera {
  Vec3 eye = Vec3(2.6, -3.4, 2.2);
  Vec3 target = Vec3(0.0, 0.0, 0.4);
  Vec3 up = Vec3::UnitZ();
  double vertical_fov = 40.0 * std::numbers::pi / 180.0;  // radians
  bool ortho = false;
};

using rays::Ray;

// A camera and the picture it makes. Pixels count from the upper left corner; the centre of the first
// is (0.5, 0.5).
class View {
 public:
  // INVALID_ARGUMENT when the camera has no direction, is not finite, or `up` lies along the view.
  static Result<View> make(const Camera& camera, int width, int height);

  Ray rayAt(double x, double y) const;
  // The same with a direction of no certain length, whose part along the view is 1.
  Ray wayAt(double x, double y) const;
  // What wayAt() changes by from pixel to pixel to the right and down: in its direction, or in its origin for parallel
  // views.
  std::array<Vec3, 2> steps() const;
  // Metres along the view.
  double depthOf(const Vec3& p) const { return (p - camera_.eye).dot(forward_); }
  // Pixels, of a point in metres; none behind the eye.
  std::optional<Eigen::Vector2d> project(const Vec3& p) const;
  // Length of one pixel at the depth of p.
  double metresPerPixel(const Vec3& p) const;
  const Camera& camera() const { return camera_; }
  const Vec3& forward() const { return forward_; }
  const Vec3& right() const { return right_; }
  const Vec3& up() const { return up_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  View() = default;
  Camera camera_;
  int width_ = 1, height_ = 1;
  Vec3 forward_, right_, up_;  // unit, in the root frame
  double half_height_ = 1.0;   // at distance 1; ortho: in metres
};

// Names for --view: iso, front, back, left, right, top, bottom.
std::vector<std::string_view> viewNames();
// Of the world's own size, so that all that is seen fits a picture of this aspect. NOT_FOUND for another name.
Result<Camera> standardView(const world::World& world, std::string_view name, double aspect, const Bounds& also = {});
// Looking along `forward` (a unit vector) at all that is seen of the world; `aspect` is the ratio of width to height.
Camera fittedTo(const world::World& world, const Vec3& forward, const Vec3& up, double aspect);
// Of all geometry that is seen the box; metres, root frame.
Bounds seenBounds(const world::World& world);
// A camera sensor: "object:sensor", or the name of a sensor or of an object with one sensor. NOT_FOUND
// when there is none, FAILED_PRECONDITION when several answer. `aspect` is a ratio, as above.
Result<Camera> sensorCamera(const world::World& world, std::string_view name, double aspect);
// Seven numbers with commas: eye, target (metres), vertical field of view (degrees); z is up. INVALID_ARGUMENT.
Result<Camera> cameraAt(std::string_view text);
// `--view` of the command line: a standard view, "camera:NAME", or "camera-at:" and what cameraAt() takes. Fails so,
// too. A standard view has also this box (metres, root frame) in the picture.
Result<Camera> cameraFor(const world::World& world, std::string_view view, double aspect, const Bounds& also = {});

}  // namespace ww::render
