// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/render/ray_scene.h"

namespace ww::render {

enum class Theme { kDark, kLight };

// Colours of a picture, sRGB; those of the editor's viewport.
struct Palette {
  Vec3 background_top, background_bottom;
  Vec3 line;                      // of the grid
  double grid_minor, grid_major;  // opacity
  Vec3 trace;
  Vec3 axis_x, axis_y, axis_z;
  Vec3 highlight;
  Vec3 floor;          // near the scene
  double floor_share;  // how much of it there
  double floor_shade;  // share of its light that a shadow takes
  double lift;         // light added to the darkest colours
  double rim;          // of faces that turn away: light added; below 0: share taken
  double exposure;
};
const Palette& paletteOf(Theme theme);

// What of the light reaches a point, 0 to 1: share of the sky that is not hidden, and of the key light.
struct Light {
  float sky = 1.0f, key = 1.0f;
};
// Towards the key light, unit, root frame.
const Vec3& keyLightFrom();
// Key light of the world, fill light from the eye, sky and ground, and what the surface mirrors of them: greys as
// metal, near black as rubber, the rest as paint.
Vec3 shade(const Hit& hit, const View& view, const Light& light, const Palette& palette);
// Of edges on a face: darker than it; on what is nearly black, lighter.
Vec3 edgeColor(const geometry::Color& face);
// What is left of the light on the ground, 0 to 1.
double groundLight(const Light& light, const Palette& palette);
// Gradient with a little noise against bands; y from 0 at the top to 1.
Vec3 background(const Palette& palette, double y, int pixel_x, int pixel_y);

// The grid of 0.1 m and 1 m lines on z = 0 at a pixel, and how far away it is.
struct Ground {
  double distance = 0.0;
  Vec3 point = Vec3::Zero();
  Vec3 color = Vec3::Zero();
  double opacity = 0.0;
  double fade = 0.0;   // 1 near the scene, 0 far from it
  double floor = 0.0;  // share of the floor's colour
};
// None when the ray does not come down on the ground, or farther than `reach` metres from the target.
std::optional<Ground> groundAt(const View& view, const Palette& palette, double reach, double x, double y);
// Its point alone, in the root frame.
std::optional<Vec3> groundPoint(const View& view, double reach, double x, double y);

}  // namespace ww::render
