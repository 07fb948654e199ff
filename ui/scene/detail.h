// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/batch_set.h"
#include "ui/scene/camera_state.h"

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

}  // namespace ww::ui::scene
