// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using namespace palette;

Result<SceneObject> oneLink(const std::string& name, const LinkSpec& spec, geometry::GeometryStore& store) {
  return ObjectBuilder(name, store).link(name, "", spec).fixedInPlace().finish();
}

// Adds a box to both geometries.
void addBox(Sculpture& s, LinkSpec& spec, const Vec3& size, const Vec3& at, double bevel, geometry::Color color) {
  s.add(roundedBox(size, bevel), color, Pose{at, Quat::Identity()});
  spec.collision.push_back(boxAt(size, Pose{at, Quat::Identity()}));
}

// Four legs of height `top` around a rectangle, with feet.
void addLegs(Sculpture& s, LinkSpec& spec, const Vec2& half, double top, double width, geometry::Color color) {
  for (const double x : {-half.x(), half.x()}) {
    for (const double y : {-half.y(), half.y()}) {
      addBox(s, spec, {width, width, top - 0.012}, {x, y, 0.006 + top / 2}, 0.004, color);
      s.add(roundedCylinder(0.8 * width, 0.014, 0.003, 24), kBlack, Pose::translation(x, y, 0));
    }
  }
}

}  // namespace

Result<SceneObject> pedestal(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  addBox(s, spec, {0.44, 0.44, 0.022}, {0, 0, 0.011}, 0.006, kGraphite);
  s.add(extrude(roundRect(0.26, 0.26, 0.04), 0.558, 0.004), kGraphite, Pose::translation(0, 0, 0.021));
  spec.collision.push_back(boxAt({0.26, 0.26, 0.556}, Pose::translation(0, 0, 0.30)));
  addBox(s, spec, {0.32, 0.32, 0.024}, {0, 0, 0.588}, 0.006, kSteel);
  s.add(extrude(roundRect(0.262, 0.262, 0.041), 0.02, 0.002), kAccent, Pose::translation(0, 0, 0.50));
  spec.mass = 90;
  spec.visual = s.finish();
  return oneLink("pedestal", spec, store);
}

Result<SceneObject> table(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  addBox(s, spec, {0.80, 1.10, 0.030}, {0, 0, 0.705}, 0.006, kWorktop);
  addLegs(s, spec, {0.365, 0.515}, 0.690, 0.045, kAluminium);
  for (const double side : {-1.0, 1.0}) {
    addBox(s, spec, {0.685, 0.040, 0.045}, {0, side * 0.515, 0.660}, 0.004, kAluminium);
    addBox(s, spec, {0.040, 0.985, 0.045}, {side * 0.365, 0, 0.660}, 0.004, kAluminium);
    addBox(s, spec, {0.040, 0.985, 0.040}, {side * 0.365, 0, 0.140}, 0.004, kAluminium);
  }
  spec.mass = 60;
  spec.visual = s.finish();
  return oneLink("table", spec, store);
}

Result<SceneObject> fixture(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  addBox(s, spec, {0.14, 0.14, 0.016}, {0, 0, 0.008}, 0.004, kFixture);
  for (const double x : {-0.055, 0.055}) {
    for (const double y : {-0.055, 0.055})
      s.add(roundedCylinder(0.008, 0.008, 0.002, 6), kSteel, Pose::translation(x, y, 0.0155));
  }
  addBox(s, spec, {0.050, 0.060, 0.484}, {0, 0, 0.258}, 0.006, kFixture);
  for (const double side : {-1.0, 1.0}) {
    s.add(extrude(twoCircles({0, 0.012}, 0.012, {0, 0.085}, 0.004), 0.012, 0.002), kFixture,
          uprightAt({0, side * 0.036 + 0.006, 0.010}));
    s.add(roundedBox({0.012, 0.003, 0.38}, 0.001), kBlack, Pose::translation(0, side * 0.0295, 0.26));
  }
  s.add(roundedBox({0.054, 0.064, 0.020}, 0.004), kBrass, Pose::translation(0, 0, 0.486));
  spec.mass = 6;
  spec.visual = s.finish();
  return oneLink("fixture", spec, store);
}

Result<SceneObject> conveyor(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  s.add(extrude(twoCircles({-0.86, 0}, 0.040, {0.86, 0}, 0.040), 0.360, 0.002), kBelt, uprightAt({0, 0.18, 0.660}));
  for (const double side : {-1.0, 1.0}) {
    s.add(extrude(twoCircles({-0.86, 0}, 0.046, {0.86, 0}, 0.046), 0.022, 0.004), kAluminium,
          uprightAt({0, side * 0.192 + 0.011, 0.655}));
    for (const double x : {-0.86, 0.86})
      s.add(roundedCylinder(0.018, 0.012, 0.003, 20), kGraphite, along({0, side, 0}, {x, side * 0.199, 0.655}));
    s.add(roundedBox({1.70, 0.006, 0.012}, 0.002), kAccent, Pose::translation(0, side * 0.2035, 0.655));
  }
  spec.collision.push_back(boxAt({1.80, 0.406, 0.080}, Pose::translation(0, 0, 0.660)));
  addLegs(s, spec, {0.62, 0.165}, 0.615, 0.040, kAluminium);
  for (const double x : {-0.62, 0.62}) addBox(s, spec, {0.036, 0.29, 0.036}, {x, 0, 0.20}, 0.004, kAluminium);
  s.add(roundedBox({0.16, 0.11, 0.10}, 0.010), kGraphite, Pose::translation(0.70, -0.10, 0.560));
  s.add(roundedCylinder(0.045, 0.14, 0.008), kGraphite, along({0, -1, 0}, {0.70, -0.15, 0.560}));
  spec.collision.push_back(boxAt({0.16, 0.25, 0.10}, Pose::translation(0.70, -0.17, 0.560)));
  spec.mass = 70;
  spec.visual = s.finish();
  return oneLink("conveyor", spec, store);
}

Result<SceneObject> crate(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  addBox(s, spec, {0.392, 0.292, 0.008}, {0, 0, 0.004}, 0.002, kCrate);
  for (const double side : {-1.0, 1.0}) {
    addBox(s, spec, {0.392, 0.008, 0.116}, {0, side * 0.142, 0.058}, 0.002, kCrate);
    addBox(s, spec, {0.008, 0.292, 0.116}, {side * 0.192, 0, 0.058}, 0.002, kCrate);
    addBox(s, spec, {0.400, 0.016, 0.012}, {0, side * 0.142, 0.114}, 0.003, kCrate);
    addBox(s, spec, {0.016, 0.300, 0.012}, {side * 0.192, 0, 0.114}, 0.003, kCrate);
    for (const double x : {-0.13, -0.065, 0.0, 0.065, 0.13})
      s.add(roundedBox({0.008, 0.006, 0.10}, 0.001), kCrate, Pose::translation(x, side * 0.147, 0.055));
    for (const double y : {-0.09, 0.09})
      s.add(roundedBox({0.006, 0.008, 0.10}, 0.001), kCrate, Pose::translation(side * 0.197, y, 0.055));
    s.add(roundedBox({0.002, 0.09, 0.03}, 0.0005), kBlack, Pose::translation(side * 0.1962, 0, 0.075));
  }
  spec.mass = 1.6;
  spec.visual = s.finish();
  return ObjectBuilder("crate", store).link("crate", "", spec).finish();
}

Result<SceneObject> pallet(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  for (const double y : {-0.3525, -0.17625, 0.0, 0.17625, 0.3525})
    addBox(s, spec, {1.20, 0.095, 0.022}, {0, y, 0.133}, 0.002, kWood);
  for (const double y : {-0.35, 0.0, 0.35}) {
    addBox(s, spec, {1.20, 0.10, 0.022}, {0, y, 0.011}, 0.002, kWood);
    for (const double x : {-0.5275, 0.0, 0.5275}) addBox(s, spec, {0.145, 0.10, 0.078}, {x, y, 0.061}, 0.002, kWood);
  }
  for (const double x : {-0.5275, 0.0, 0.5275}) addBox(s, spec, {0.145, 0.80, 0.022}, {x, 0, 0.111}, 0.002, kWood);
  spec.mass = 25;
  spec.visual = s.finish();
  return oneLink("pallet", spec, store);
}

Result<SceneObject> carton(geometry::GeometryStore& store) {
  Sculpture s;
  LinkSpec spec;
  addBox(s, spec, {0.30, 0.20, 0.18}, {0, 0, 0.09}, 0.003, kCardboard);
  s.add(roundedBox({0.3006, 0.048, 0.0006}, 0.0002), rgb(0xe3cfae), Pose::translation(0, 0, 0.1801));
  for (const double side : {-1.0, 1.0})
    s.add(roundedBox({0.0006, 0.048, 0.05}, 0.0002), rgb(0xe3cfae), Pose::translation(side * 0.1501, 0, 0.154));
  spec.mass = 4;
  spec.visual = s.finish();
  return ObjectBuilder("carton", store).link("carton", "", spec).finish();
}

}  // namespace ww::samples
