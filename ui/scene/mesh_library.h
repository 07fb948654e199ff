// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "ui/scene/mesh_data.h"

namespace ww::ui::scene {

// Geometry on the GPU and its tree for rays, once per geometry ref however many parts use it.
// A coarse mesh in its place, while a frame must not take long.
struct MeshLevel {
  GpuMesh gpu;
  double error = 0.0;  // metres
};

struct LibraryMesh {
  geometry::GeometryPtr geometry;
  bool ready = false;
  bool translucent = false;
  bool outward = false;  // see looksOutward()
  GpuMesh gpu;
  geometry::TriangleBvhPtr bvh;
  std::unique_ptr<q3c::QNode> buffers;  // parent of the GPU buffers
  std::vector<MeshLevel> levels;        // from fine to coarse; none until they were asked for and are done
  bool levels_asked = false;
  std::size_t users = 0;
};
using LibraryMeshPtr = std::shared_ptr<LibraryMesh>;

// Small geometry is prepared at once, so that an edit shows in the next frame; large ones in a thread
// of low priority. Lives on the Qt thread.
class MeshLibrary : public QObject {
  Q_OBJECT
 public:
  explicit MeshLibrary(q3c::QNode* root);
  ~MeshLibrary() override;

  LibraryMeshPtr get(const geometry::GeometryPtr& geometry);
  // Large geometry asked for after this is prepared in the thread until the next call.
  void beginUpdate() { budget_ = kTrianglesAtOnce; }
  std::size_t pending() const { return pending_; }
  // Has the coarse levels of a mesh made, in the thread, after all that is waited for. Once for a mesh.
  void wantLevels(const LibraryMeshPtr& mesh);
  std::size_t pendingLevels() const { return pending_levels_; }
  // Has been let go of by somebody: may be forgotten, when nobody else holds it.
  void release(const LibraryMeshPtr& mesh) { released_.insert(mesh); }
  // Forgets what was released and nobody holds.
  void dropUnused();

 Q_SIGNALS:
  // Some meshes have become ready.
  void ready();

 private:
  static constexpr std::size_t kTrianglesAtOnce = 8000;
  struct Done {
    LibraryMeshPtr mesh;
    MeshData data;
    std::vector<std::pair<MeshData, double>> levels;
    bool coarse = false;
  };
  void takeDone();
  void finish(const LibraryMeshPtr& mesh, const MeshData& data);
  void finishLevels(const Done& done);
  void work(std::stop_token stop);

  q3c::QNode* root_;
  std::unordered_map<std::string, LibraryMeshPtr> meshes_;
  std::size_t budget_ = kTrianglesAtOnce;
  std::size_t pending_ = 0, pending_levels_ = 0;
  std::unordered_set<LibraryMeshPtr> released_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<LibraryMeshPtr> queue_, coarse_queue_;
  std::deque<Done> done_;
  QTimer more_;
  std::jthread thread_;
};

}  // namespace ww::ui::scene
