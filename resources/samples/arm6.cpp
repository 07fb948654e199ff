// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using geometry::Mesh;
using namespace palette;
using std::numbers::pi;

const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

// From joint to joint, metres.
const Vec3 kBaseToJ1(0, 0, 0.17), kJ1ToJ2(0.03, 0, 0.23), kJ2ToJ3(0, 0, 0.42), kJ3ToJ4(0.12, 0, 0.035),
    kJ4ToJ5(0.31, 0, 0), kJ5ToJ6(0.065, 0, 0), kJ6ToFlange(0.025, 0, 0);

// A disc about y, centred at `at`.
void addHub(Sculpture& s, const Vec3& at, double radius, double width, geometry::Color color, double bevel = 0.004) {
  s.add(roundedCylinder(radius, width, bevel), color, along(-kY, at + 0.5 * width * kY));
}

// A slab in the x-z plane around two points, centred on y = `middle`.
void addSlab(Sculpture& s, const Vec2& a, double ra, const Vec2& b, double rb, double middle, double width,
             double bevel, geometry::Color color) {
  s.add(extrude(twoCircles(a, ra, b, rb), width, bevel), color, uprightAt({0, middle + width / 2, 0}));
}

LinkSpec base() {
  Sculpture s;
  s.add(extrude(roundRect(0.24, 0.24, 0.045), 0.022, 0.005), kGraphite);
  for (const double x : {-0.095, 0.095}) {
    for (const double y : {-0.095, 0.095})
      s.add(roundedCylinder(0.010, 0.010, 0.002, 6), kSteel, Pose::translation(x, y, 0.021));
  }
  s.add(revolve({{0.100, 0.020},
                 {0.100, 0.026},
                 {0.092, 0.055},
                 {0.088, 0.100},
                 {0.087, 0.145},
                 {0.084, 0.152},
                 {0.080, 0.155}}),
        kShell);
  s.add(revolve({{0.078, 0.150}, {0.078, 0.170}}), kBlack);
  s.add(roundedBox({0.07, 0.11, 0.085}, 0.010), kGraphite, Pose::translation(-0.095, 0, 0.070));
  for (const double y : {-0.025, 0.025})
    s.add(roundedCylinder(0.014, 0.022, 0.003, 20), kBlack, along(-kX, {-0.125, y, 0.075}));
  return {s.finish(),
          {boxAt({0.24, 0.24, 0.022}, Pose::translation(0, 0, 0.011)),
           cylinderAt(0.100, 0.145, Pose::translation(0, 0, 0.0925)),
           boxAt({0.09, 0.11, 0.09}, Pose::translation(-0.105, 0, 0.070))},
          12.0};
}

LinkSpec turret() {
  Sculpture s;
  s.add(revolve({{0.084, 0.000}, {0.090, 0.005}, {0.092, 0.020}, {0.092, 0.080}, {0.086, 0.110}, {0.060, 0.125}}),
        kShell);
  s.add(revolve({{0.0935, 0.026}, {0.0935, 0.034}}), kAccent);
  addSlab(s, {0.0, 0.07}, 0.080, {0.03, 0.23}, 0.078, 0, 0.096, 0.018, kShell);
  s.add(roundedCylinder(0.050, 0.09, 0.010), kGraphite, along(-kX, {-0.03, 0, 0.135}));
  return {s.finish(),
          {cylinderAt(0.093, 0.12, Pose::translation(0, 0, 0.060)),
           boxAt({0.17, 0.10, 0.20}, Pose::translation(0.015, 0, 0.16)),
           cylinderAt(0.078, 0.10, along(kY, {0.03, 0, 0.23})), cylinderAt(0.050, 0.09, along(kX, {-0.075, 0, 0.135}))},
          9.0};
}

LinkSpec upperArm() {
  Sculpture s;
  for (const double side : {-1.0, 1.0}) {
    addSlab(s, {0, 0}, 0.084, {0, 0.42}, 0.068, side * 0.069, 0.038, 0.010, kShell);
    for (const double z : {0.0, 0.42}) {
      const double radius = z > 0 ? 0.046 : 0.058;
      addHub(s, {0, side * 0.090, z}, radius, 0.012, kGraphite);
      addHub(s, {0, side * 0.0955, z}, radius * 0.55, 0.006, kAccent, 0.002);
    }
  }
  s.add(roundedBox({0.084, 0.120, 0.170}, 0.014), kShell, Pose::translation(0, 0, 0.205));
  return {s.finish(),
          {boxAt({0.150, 0.180, 0.44}, Pose::translation(0, 0, 0.205)), cylinderAt(0.084, 0.192, along(kY)),
           cylinderAt(0.068, 0.192, along(kY, {0, 0, 0.42}))},
          8.0};
}

LinkSpec elbow() {
  Sculpture s;
  addSlab(s, {0, 0}, 0.066, {0.045, 0.035}, 0.060, 0, 0.096, 0.016, kShell);
  s.add(roundedCylinder(0.052, 0.085, 0.010), kGraphite, along(-kX, {-0.045, 0, 0.035}));
  s.add(roundedCylinder(0.028, 0.012, 0.004), kBlack, along(-kX, {-0.127, 0, 0.035}));
  s.add(roundedCylinder(0.057, 0.070, 0.006), kShell, along(kX, {0.045, 0, 0.035}));
  s.add(roundedCylinder(0.053, 0.008, 0.001), kBlack, along(kX, {0.113, 0, 0.035}));
  return {
      s.finish(), {cylinderAt(0.066, 0.10, along(kY)), cylinderAt(0.058, 0.255, along(kX, {-0.0075, 0, 0.035}))}, 6.0};
}

Ring section(double x, double width, double height, double corner) {
  Ring ring;
  // y to the left, z up: counter-clockwise seen from +x.
  for (const Vec2& p : roundRect(width, height, corner, 8)(0.0)) ring.emplace_back(x, p.x(), p.y());
  return ring;
}

LinkSpec forearm() {
  Sculpture s;
  s.add(loft({section(0.000, 0.090, 0.090, 0.044), section(0.003, 0.104, 0.104, 0.051),
              section(0.006, 0.110, 0.110, 0.0545), section(0.030, 0.110, 0.110, 0.0545),
              section(0.140, 0.100, 0.086, 0.034), section(0.215, 0.096, 0.074, 0.022),
              section(0.236, 0.094, 0.070, 0.018), section(0.242, 0.084, 0.060, 0.014)}),
        kShell);
  for (const double side : {-1.0, 1.0}) {
    addSlab(s, {0.215, 0}, 0.033, {0.31, 0}, 0.040, side * 0.0415, 0.019, 0.005, kShell);
    addHub(s, {0.31, side * 0.0525, 0}, 0.029, 0.007, kGraphite, 0.002);
  }
  s.add(revolve({{0.0556, 0.012}, {0.0556, 0.020}}), kAccent, along(kX));
  return {
      s.finish(),
      {cylinderAt(0.055, 0.14, along(kX, {0.07, 0, 0})), boxAt({0.18, 0.104, 0.080}, Pose::translation(0.225, 0, 0)),
       cylinderAt(0.040, 0.112, along(kY, {0.31, 0, 0}))},
      4.5};
}

LinkSpec wrist() {
  Sculpture s;
  addHub(s, {0, 0, 0}, 0.039, 0.061, kShell, 0.008);
  s.add(revolve({{0.034, 0.010}, {0.036, 0.030}, {0.036, 0.056}, {0.034, 0.060}}), kShell, along(kX));
  s.add(roundedCylinder(0.031, 0.006, 0.001), kBlack, along(kX, {0.059, 0, 0}));
  return {s.finish(), {cylinderAt(0.039, 0.062, along(kY)), cylinderAt(0.036, 0.064, along(kX, {0.033, 0, 0}))}, 1.8};
}

LinkSpec flange() {
  Sculpture s;
  s.add(
      revolve({{0.0315, 0.000}, {0.0335, 0.0015}, {0.0335, 0.0185}, {0.0315, 0.020}, {0.0200, 0.020}, {0.0200, 0.025}}),
      kSteel, along(kX));
  s.add(revolve({{0.0338, 0.006}, {0.0338, 0.010}}), kAccent, along(kX));
  for (int i = 0; i < 6; ++i) {
    const double a = deg(60.0 * i + 30.0);
    s.add(roundedCylinder(0.0032, 0.001, 0.0003, 12), kBlack,
          along(kX, {0.0196, 0.026 * std::cos(a), 0.026 * std::sin(a)}));
  }
  return {s.finish(), {cylinderAt(0.034, 0.025, along(kX, {0.0125, 0, 0}))}, 0.4};
}

JointSpec hinge(const Vec3& at, const Vec3& axis, double lower_deg, double upper_deg) {
  JointSpec j;
  j.parent_t_inboard.p = at;
  j.axis = axis;
  j.lower = deg(lower_deg);
  j.upper = deg(upper_deg);
  return j;
}

JointSpec withRates(JointSpec j, double velocity_deg, double acceleration, double effort) {
  j.velocity = deg(velocity_deg);
  j.acceleration = acceleration;
  j.jerk = 12.0 * acceleration;
  j.effort = effort;
  return j;
}

}  // namespace

Result<SceneObject> arm6(geometry::GeometryStore& store) {
  ObjectBuilder b("arm6", store);
  b.link("base_link", "", base());
  b.joint("joint_1", "base_link", withRates(hinge(kBaseToJ1, kZ, -170, 170), 288, 14, 300))
      .link("link_1", "joint_1", turret());
  b.joint("joint_2", "link_1", withRates(hinge(kJ1ToJ2, kY, -100, 130), 240, 12, 300))
      .link("link_2", "joint_2", upperArm());
  b.joint("joint_3", "link_2", withRates(hinge(kJ2ToJ3, kY, -190, 70), 300, 16, 160))
      .link("link_3", "joint_3", elbow());
  b.joint("joint_4", "link_3", withRates(hinge(kJ3ToJ4, kX, -200, 200), 400, 26, 40))
      .link("link_4", "joint_4", forearm());
  b.joint("joint_5", "link_4", withRates(hinge(kJ4ToJ5, kY, -125, 125), 405, 26, 40))
      .link("link_5", "joint_5", wrist());
  b.joint("joint_6", "link_5", withRates(hinge(kJ5ToJ6, kX, -360, 360), 600, 40, 20))
      .link("link_6", "joint_6", flange());
  b.frame("flange", "link_6", {kJ6ToFlange, Pose::rotation(kY, pi / 2).q}, true);
  b.configurationInDegrees("home", {0, -20, 20, 0, 90, 0});
  b.configurationInDegrees("ready", {0, 10, 20, 0, 60, 0});
  b.configurationInDegrees("stow", {0, -55, 30, 0, 115, 0});
  b.configurationInDegrees("zero", {0, 0, 0, 0, 0, 0});
  return b.ikSolver("link_6").finish();
}

}  // namespace ww::samples
