// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Eigen/Geometry>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/math/pose.h"
#include "ui/scene/qt3d.h"

namespace ww::ui::scene {

// What a shader gets for each instance of a mesh or marker; the meaning of `info` is the shader's.
struct InstanceData {
  float rows[3][4];
  float color[4];  // alpha < 0: the vertex' own colour
  float info[4];
};
InstanceData makeInstance(const Eigen::Affine3d& root_t_local);
void setMatrix(InstanceData& data, const Eigen::Affine3d& root_t_local);

// Buffers of one mesh, shared by the batches that draw it. The vertices are relative to `origin`.
struct GpuMesh {
  q3c::QBuffer* vertices = nullptr;  // position, normal: 6 floats; colour: 4 bytes
  q3c::QBuffer* indices = nullptr;
  q3c::QBuffer* edges = nullptr;  // position pairs; null without edges
  unsigned vertex_count = 0, index_count = 0, edge_vertex_count = 0;
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
};

// The rows of a GPU buffer that have changed: a few spans, so that one row at each end does not cost all between.
class DirtyRows {
 public:
  void add(std::size_t from, std::size_t to);
  bool empty() const { return spans_.empty(); }
  // Sends them out of `rows`, or all when the buffer has no room (`room`: rows that it holds). Bytes sent.
  std::size_t send(q3c::QBuffer& buffer, const void* rows, std::size_t row_bytes, std::size_t count, std::size_t& room);

 private:
  std::vector<std::pair<std::size_t, std::size_t>> spans_;
};

// A list of fixed-size records in a GPU buffer that one entity draws as instances. Records can be
// changed one by one; flush() sends what was touched.
class InstanceBuffer {
 public:
  explicit InstanceBuffer(q3c::QNode* parent);
  ~InstanceBuffer();
  InstanceBuffer(const InstanceBuffer&) = delete;
  InstanceBuffer& operator=(const InstanceBuffer&) = delete;
  std::size_t size() const { return data_.size(); }
  const InstanceData& at(std::size_t i) const { return data_[i]; }
  std::size_t add(const InstanceData& data);
  void set(std::size_t i, const InstanceData& data);
  // The last one takes the place of the removed one.
  void removeSwap(std::size_t i);
  void assign(std::vector<InstanceData> data);
  // Bytes sent, 0 when nothing had changed.
  std::size_t flush();
  q3c::QBuffer* buffer() const { return buffer_; }

 private:
  q3c::QBuffer* buffer_;
  std::vector<InstanceData> data_;
  std::size_t sent_ = 0;  // records in the GPU's buffer
  DirtyRows dirty_;
};

// One entity that draws instances of a mesh's triangles (or of its edges).
class Batch {
 public:
  enum class What { kTriangles, kEdges };
  Batch(const GpuMesh& mesh, What what, InstanceBuffer& instances, q3r::QMaterial* material,
        const std::vector<q3r::QLayer*>& layers, q3c::QNode* parent);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  // To be called after the instance buffer was flushed.
  void update();
  void setEnabled(bool on);
  // Draws the triangles of this mesh from now on: the one it was made with, or a coarse one of the same vertices'
  // frame, which must live as long as the batch.
  void show(const GpuMesh& mesh);
  // Where all of it is, root frame: batches that are sorted are sorted by that.
  void setBox(const Bounds& box);

 private:
  InstanceBuffer& instances_;
  q3c::QEntity* entity_;
  q3r::QGeometryRenderer* renderer_;
  std::vector<std::pair<const GpuMesh*, q3c::QGeometry*>> shapes_;  // one of each mesh that was shown
  bool enabled_ = true;
};

// Attributes over a buffer, for geometries put together elsewhere.
q3c::QAttribute* addAttribute(q3c::QGeometry* geometry, const QString& name, q3c::QBuffer* buffer, unsigned size,
                              unsigned count, unsigned stride, unsigned offset, unsigned divisor = 0);
// The four corners of [-1, 1]^2 as a triangle strip called vertexPosition.
void addQuad(q3c::QGeometry* geometry);
// Qt3D would else compute the box of every buffer, and only to cull, which is off.
void skipBounds(q3r::QGeometryRenderer* renderer);

}  // namespace ww::ui::scene
