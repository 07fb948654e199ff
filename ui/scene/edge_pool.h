// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ui/scene/batch.h"

namespace ww::ui::scene {

// The edges of any number of meshes as one entity: an entity for each would cost more than its lines, in every frame.
// The lines stand in the root frame; those of a mesh that moves are made anew. What is taken out leaves a gap for
// others; when gaps are most of it, the lines close up. flush() sends what was touched.
class EdgePool {
 public:
  EdgePool(q3r::QMaterial* material, const std::vector<q3r::QLayer*>& layers, q3c::QNode* root);
  ~EdgePool();
  EdgePool(const EdgePool&) = delete;
  EdgePool& operator=(const EdgePool&) = delete;

  // The edges of a mesh, placed and coloured as its instance is; nothing when it has none.
  void set(std::uint32_t slot, const GpuMesh& mesh, const InstanceData& instance);
  void remove(std::uint32_t slot);
  void setEnabled(bool on);
  // Bytes sent, 0 when nothing had changed.
  std::size_t flush();
  std::size_t lineEnds() const { return used_; }

 private:
  struct End {
    float position[3];
    unsigned char color[4];
  };
  struct Range {
    std::size_t first = 0, count = 0;
  };
  std::size_t roomFor(std::size_t count);
  void closeUp();
  void touch(const Range& range);
  void show();

  q3c::QBuffer* buffer_;
  q3c::QEntity* entity_;
  q3r::QGeometryRenderer* renderer_;
  std::vector<End> ends_;
  std::unordered_map<std::uint32_t, Range> ranges_;
  std::multimap<std::size_t, std::size_t> gaps_;  // length, first
  std::size_t used_ = 0, sent_ = 0;
  DirtyRows dirty_;
  bool enabled_ = true;
};

}  // namespace ww::ui::scene
