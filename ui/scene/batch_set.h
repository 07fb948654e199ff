// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <map>
#include <memory>

#include "ui/scene/mesh_library.h"

namespace ww::ui::scene {

// Instances of one mesh drawn with one material, with the mesh's edges beside them when wanted.
struct BatchGroup {
  LibraryMeshPtr mesh;
  std::unique_ptr<InstanceBuffer> instances;
  std::unique_ptr<Batch> faces, edges;
  std::vector<std::uint32_t> slots;  // what the owner knows each instance by
  std::size_t level = 0;             // 0: the mesh itself, else its level of detail + 1
  std::chrono::steady_clock::time_point made = std::chrono::steady_clock::now();
  // Sends what changed; how many bytes.
  std::size_t flush();
};

// How the groups of a set are drawn.
struct BatchStyle {
  q3r::QMaterial* faces = nullptr;
  q3r::QMaterial* edges = nullptr;  // null: none
  std::vector<q3r::QLayer*> face_layers, edge_layers;
};

std::unique_ptr<BatchGroup> makeGroup(const LibraryMeshPtr& mesh, const BatchStyle& style, q3c::QNode* root);
// The edges of a group, unless it has them.
void addEdges(BatchGroup& group, const BatchStyle& style, q3c::QNode* root);

// Instances that are replaced as a whole: highlights, ghosts. Groups stay for the next time.
class TransientBatches {
 public:
  struct Item {
    LibraryMeshPtr mesh;
    InstanceData data;
  };
  TransientBatches(BatchStyle style, q3c::QNode* root) : style_(std::move(style)), root_(root) {}
  void assign(const std::vector<Item>& items);
  bool empty() const { return count_ == 0; }

 private:
  BatchStyle style_;
  q3c::QNode* root_;
  std::map<LibraryMesh*, std::unique_ptr<BatchGroup>> groups_;
  std::size_t count_ = 0;
};

}  // namespace ww::ui::scene
