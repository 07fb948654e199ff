// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "ui/scene/batch_set.h"
#include "ui/scene/camera_state.h"
#include "ui/scene/mesh_library.h"

namespace ww::ui::scene {

// How far off a surface may be drawn while a frame must not take long.
struct DetailWish {
  ViewTransform view;
  double dpr = 1.0;
  double pixels = 0.0;  // of the surface; 0: all is exact
};

// Whether coarse levels of a mesh are worth their memory; and whether they are made before a frame was slow.
bool isWorthLevels(const LibraryMesh& mesh);
bool isLarge(const LibraryMesh& mesh);

// The coarsest level for a group whose nearest instance is no farther off than wished; 0: the mesh itself. Changes to
// a coarser one only when there is room, so that it does not go to and fro.
std::size_t levelFor(const BatchGroup& group, const DetailWish& wish);
// Draws the group's faces so; edges stay as they are.
void showLevel(BatchGroup& group, std::size_t level);
// Triangles that are drawn for the group.
std::size_t trianglesOf(const BatchGroup& group);

// The same of groups by key. `coarse`: whether the last wish was for coarse ones.
template <typename Groups>
void showLevels(const Groups& groups, MeshLibrary& library, const DetailWish& wish, bool& coarse) {
  const bool was_coarse = std::exchange(coarse, wish.pixels > 0.0);
  if (!was_coarse && !coarse) return;
  for (const auto& [key, group] : groups) {
    if (!isWorthLevels(*group->mesh)) continue;
    if (coarse) library.wantLevels(group->mesh);
    showLevel(*group, levelFor(*group, wish));
  }
}
template <typename Groups>
std::size_t trianglesOf(const Groups& groups) {
  std::size_t all = 0;
  for (const auto& [key, group] : groups) all += trianglesOf(*group);
  return all;
}

}  // namespace ww::ui::scene
