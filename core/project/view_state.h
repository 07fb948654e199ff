// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/pose.h"
#include "core/world/values/world.h"

namespace ww::project {

enum class CollisionShown : std::uint8_t { kNo, kOver, kAlone };  // over the visual geometry, or in its place
enum class XRay : std::uint8_t { kOff, kSelected, kAll };
enum class Background : std::uint8_t { kTheme, kLight, kDark, kColor };

// What lies on the side of the normal is cut away: the points p with normal . p > offset.
struct SectionPlane {
  bool on = false;
  Vec3 normal = Vec3::UnitX();  // unit, root frame
  double offset = 0.0;          // metres, within 1e6

  bool operator==(const SectionPlane& other) const = default;
};

// A camera by name. Root frame, metres.
struct SavedView {
  std::string name;  // UTF-8, not empty
  Vec3 eye = Vec3::UnitX(), target = Vec3::Zero(), up = Vec3::UnitZ();
  double vertical_fov = 0.7;  // radians, above 0 and below pi
  bool ortho = false;
  std::string png;   // a small picture; may be empty
  std::string kept;  // as it was read, for fields of a newer program

  bool operator==(const SavedView& other) const = default;
};

// Ids of objects, entities and frames, which share one namespace. Ascending, each once.
using NodeIds = std::vector<std::uint64_t>;
inline std::uint64_t idOf(const world::NodeRef& node) {
  return std::visit([](const auto& id) { return id.value; }, node);
}
bool contains(const NodeIds& ids, std::uint64_t id);
// Sorted, each once.
NodeIds nodeIds(const std::vector<world::NodeRef>& nodes);
NodeIds joined(const NodeIds& a, const NodeIds& b);
NodeIds without(const NodeIds& a, const NodeIds& b);

// How a world is looked at. Kept in its file, but no part of the world: neither its history nor its content hash know
// of it, and checks of collisions and plans do not care. What is hidden or locked is so with all that hangs on it.
struct ViewState {
  NodeIds hidden, locked;
  NodeIds isolated;  // these alone are shown; empty: all are
  bool frames_hidden = false, robots_hidden = false, parts_hidden = false;
  CollisionShown collision = CollisionShown::kNo;
  XRay x_ray = XRay::kOff;
  SectionPlane section;
  std::vector<SavedView> views;
  Background background = Background::kTheme;
  std::uint32_t background_color = 0;  // 0xRRGGBB, for kColor
  double floor = 0.0;                  // height of the floor, metres, within 1e6
  std::string kept;                    // as it was read, for fields of a newer program

  bool operator==(const ViewState& other) const = default;
};

constexpr std::size_t kMostViews = 100;
constexpr std::size_t kMostPictureBytes = std::size_t{256} << 10;
constexpr int kMostPictureSide = 1024;  // pixels

// The same without ids of nodes that the world does not have. Never fails.
ViewState viewIn(const world::World& world, ViewState view);
// As it stands in a file; empty for a view in which nothing was set. Deterministic.
std::string viewBytes(const ViewState& view);
// Bytes of a file, which may be hostile: what is no message gives the view of a new world, and values that cannot be
// (not finite, out of range, too many or too large, pictures that are no PNG) are left out. Never fails, since a world
// must not be lost for the way it was looked at.
ViewState viewOf(std::string_view bytes);
// Whether bytes begin as a PNG of at most kMostPictureSide pixels each way.
bool isSmallPng(std::string_view bytes);

}  // namespace ww::project
