// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

// Colours of the sample library, sRGB.
namespace ww::samples::palette {

constexpr geometry::Color rgb(int hex) {
  return {static_cast<float>((hex >> 16) & 0xff) / 255.0f, static_cast<float>((hex >> 8) & 0xff) / 255.0f,
          static_cast<float>(hex & 0xff) / 255.0f, 1.0f};
}
constexpr geometry::Color kShell = rgb(0xeceded);
constexpr geometry::Color kGraphite = rgb(0x3d4249);
constexpr geometry::Color kBlack = rgb(0x26282c);
constexpr geometry::Color kAccent = rgb(0x2f7de1);
constexpr geometry::Color kSteel = rgb(0xb4bac2);
constexpr geometry::Color kAluminium = rgb(0xd3d7dc);
constexpr geometry::Color kWorktop = rgb(0xc7ccd3);
constexpr geometry::Color kFixture = rgb(0x3a8f94);
constexpr geometry::Color kBrass = rgb(0xd0a85c);
constexpr geometry::Color kCrate = rgb(0x3566a8);
constexpr geometry::Color kBelt = rgb(0x32353a);
constexpr geometry::Color kCardboard = rgb(0xc49a6c);
constexpr geometry::Color kWood = rgb(0xb98d5e);

}  // namespace ww::samples::palette
