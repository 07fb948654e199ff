// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using namespace palette;

constexpr double kTip = 0.155;  // end of the fingers, metres from the mounting face
constexpr double kStroke = 0.042;

LinkSpec body() {
  Sculpture s;
  s.add(roundedCylinder(0.0325, 0.013, 0.002), kSteel);
  s.add(extrude(roundRect(0.064, 0.120, 0.012), 0.058, 0.006), kGraphite, Pose::translation(0, 0, 0.012));
  s.add(extrude(roundRect(0.0652, 0.1212, 0.012), 0.005, 0.001), kAccent, Pose::translation(0, 0, 0.050));
  s.add(extrude(roundRect(0.044, 0.128, 0.004), 0.014, 0.002), kAluminium, Pose::translation(0, 0, 0.069));
  s.add(extrude(roundRect(0.014, 0.126, 0.002), 0.002, 0.0005), kBlack, Pose::translation(0, 0, 0.0822));
  s.add(roundedCylinder(0.008, 0.020, 0.003, 20), kBlack, along(Vec3::UnitX(), {0.026, 0.030, 0.034}));
  return {s.finish(),
          {cylinderAt(0.0325, 0.013, Pose::translation(0, 0, 0.0065)),
           boxAt({0.066, 0.122, 0.058}, Pose::translation(0, 0, 0.041)),
           boxAt({0.044, 0.128, 0.014}, Pose::translation(0, 0, 0.076))},
          0.9};
}

// A blade that tapers to the tip; the pad faces -y * side.
LinkSpec finger(double side) {
  Sculpture s;
  s.add(extrude(roundRect(0.036, 0.026, 0.003), 0.015, 0.002), kSteel, Pose::translation(0, side * 0.015, 0.085));
  std::vector<Ring> rings;
  for (const auto& [z, depth, width] :
       {std::tuple{0.098, 0.018, 0.024}, {0.110, 0.014, 0.024}, {0.152, 0.008, 0.018}, {kTip, 0.006, 0.016}}) {
    Ring ring;
    for (const Vec2& p : roundRect(width, depth, 0.002, 3)(0.0))
      ring.emplace_back(p.x(), side * (0.0035 + depth / 2) + p.y(), z);
    rings.push_back(std::move(ring));
  }
  s.add(loft(rings), kGraphite);
  s.add(extrude(roundRect(0.015, 0.003, 0.001, 2), 0.028, 0.0008), kAccent, Pose::translation(0, side * 0.002, 0.1265));
  return {s.finish(),
          {boxAt({0.036, 0.026, 0.015}, Pose::translation(0, side * 0.015, 0.0925)),
           boxAt({0.024, 0.018, kTip - 0.100}, Pose::translation(0, side * 0.0095, 0.5 * (kTip + 0.100)))},
          0.08};
}

JointSpec slide(double side) {
  JointSpec j;
  j.motion = world::MotionType::kPrismatic;
  j.axis = {0, side, 0};
  j.upper = kStroke;
  j.velocity = 0.25;
  j.acceleration = 4;
  j.jerk = 80;
  j.effort = 120;
  j.value = 0.040;
  return j;
}

}  // namespace

Result<SceneObject> gripper(geometry::GeometryStore& store) {
  ObjectBuilder b("gripper", store);
  b.link("base", "", body());
  b.joint("finger_left_joint", "base", slide(1)).link("finger_left", "finger_left_joint", finger(1));
  b.joint("finger_right_joint", "base", slide(-1)).link("finger_right", "finger_right_joint", finger(-1));
  b.frame("tool_frame", "base", Pose::translation(0, 0, 0.145), false);
  b.configuration("open", {{"finger_left_joint", 0.040}, {"finger_right_joint", 0.040}});
  b.configuration("half_open", {{"finger_left_joint", 0.022}, {"finger_right_joint", 0.022}});
  b.configuration("closed", {{"finger_left_joint", 0.0}, {"finger_right_joint", 0.0}});
  return b.exclude("finger_left", "finger_right").finish();
}

}  // namespace ww::samples
