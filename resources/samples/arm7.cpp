// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using namespace palette;

// A tube along z from below to the y axis through `top`, where a round head sits; or mirrored, from the
// head at the origin up to `top`.
struct Segment {
  double top;  // metres along z
  double radius;
  bool head_up;  // the head is at the top: a z joint below, a y joint above
  double mass;
};

LinkSpec draw(const Segment& g) {
  Sculpture s;
  const double head = g.head_up ? g.top : 0.0;
  const double from = g.head_up ? 0.004 : 0.3 * g.radius, to = g.head_up ? g.top - 0.3 * g.radius : g.top - 0.004;
  const double r = g.radius;
  s.add(revolve({{0.94 * r, from},
                 {r, from + 0.06 * r},
                 {r, from + 0.30 * r},
                 {0.93 * r, 0.5 * (from + to)},
                 {r, to - 0.30 * r},
                 {r, to - 0.06 * r},
                 {0.94 * r, to}}),
        kShell);
  s.add(roundedCylinder(0.98 * r, 2.06 * r, 0.16 * r), kShell, along(-Vec3::UnitY(), {0, 1.03 * r, head}));
  for (const double side : {-1.0, 1.0}) {
    s.add(roundedCylinder(0.66 * r, 0.010, 0.003), kGraphite, along({0, side, 0}, {0, side * 1.025 * r, head}));
    s.add(roundedCylinder(0.34 * r, 0.006, 0.002), kAccent, along({0, side, 0}, {0, side * (1.025 * r + 0.007), head}));
  }
  const double joint = g.head_up ? 0.0 : g.top - 0.004;
  s.add(revolve({{0.90 * r, joint}, {0.90 * r, joint + 0.004}}), kBlack);
  return {s.finish(),
          {cylinderAt(r, g.top, Pose::translation(0, 0, g.top / 2)),
           cylinderAt(r, 2.3 * r, along(Vec3::UnitY(), {0, 0, head}))},
          g.mass};
}

LinkSpec foot() {
  Sculpture s;
  s.add(extrude(roundRect(0.20, 0.20, 0.05), 0.020, 0.005), kGraphite);
  s.add(revolve({{0.086, 0.018}, {0.086, 0.024}, {0.078, 0.060}, {0.074, 0.120}, {0.070, 0.128}}), kShell);
  s.add(revolve({{0.066, 0.120}, {0.066, 0.132}}), kBlack);
  s.add(roundedBox({0.05, 0.09, 0.07}, 0.010), kGraphite, Pose::translation(-0.085, 0, 0.060));
  return {s.finish(),
          {boxAt({0.20, 0.20, 0.020}, Pose::translation(0, 0, 0.010)),
           cylinderAt(0.086, 0.110, Pose::translation(0, 0, 0.075)),
           boxAt({0.06, 0.09, 0.07}, Pose::translation(-0.085, 0, 0.060))},
          6.0};
}

LinkSpec plate() {
  Sculpture s;
  s.add(roundedCylinder(0.040, 0.030, 0.004), kShell);
  s.add(revolve({{0.0335, 0.029}, {0.0335, 0.038}, {0.0315, 0.040}}), kSteel);
  s.add(revolve({{0.0405, 0.012}, {0.0405, 0.017}}), kAccent);
  return {s.finish(), {cylinderAt(0.0405, 0.040, Pose::translation(0, 0, 0.020))}, 0.5};
}

JointSpec hinge(double z, bool about_y, double limit_deg, double velocity_deg) {
  JointSpec j;
  j.parent_t_inboard.p.z() = z;
  j.axis = about_y ? Vec3::UnitY() : Vec3::UnitZ();
  j.lower = -deg(limit_deg);
  j.upper = deg(limit_deg);
  j.velocity = deg(velocity_deg);
  j.acceleration = 2.5 * j.velocity;
  j.jerk = 12.0 * j.acceleration;
  j.effort = velocity_deg < 140 ? 170 : 60;
  return j;
}

}  // namespace

Result<SceneObject> arm7(geometry::GeometryStore& store) {
  const Segment segments[] = {{0.178, 0.066, true, 4.0},  {0.200, 0.062, false, 4.0}, {0.200, 0.060, true, 3.5},
                              {0.190, 0.056, false, 3.0}, {0.200, 0.052, true, 2.5},  {0.085, 0.048, false, 1.5}};
  ObjectBuilder b("arm7", store);
  b.link("base_link", "", foot());
  const double limits[] = {170, 115, 170, 120, 170, 115, 175}, rates[] = {110, 110, 128, 128, 204, 184, 184};
  double z = 0.132;
  std::string parent = "base_link";
  for (int i = 0; i < 7; ++i) {
    const std::string joint = fmt::format("joint_{}", i + 1), link = fmt::format("link_{}", i + 1);
    b.joint(joint, parent, hinge(z, i % 2 == 1, limits[i], rates[i]))
        .link(link, joint, i < 6 ? draw(segments[i]) : plate());
    if (i < 6) z = segments[i].top;
    parent = link;
  }
  b.frame("flange", "link_7", Pose::translation(0, 0, 0.040), true);
  b.configurationInDegrees("home", {0, 20, 0, 95, 0, 65, 0});
  b.configurationInDegrees("ready", {0, 35, 0, 90, 0, 55, 0});
  b.configurationInDegrees("zero", {0, 0, 0, 0, 0, 0, 0});
  // Heads of neighbouring segments share a joint's axis.
  for (int i = 1; i <= 5; ++i) b.exclude(fmt::format("link_{}", i), fmt::format("link_{}", i + 2));
  b.exclude("base_link", "link_2");
  return b.ikSolver("link_7").finish();
}

}  // namespace ww::samples
