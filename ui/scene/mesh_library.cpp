// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/mesh_library.h"

#include <QElapsedTimer>

#include "core/geometry/normals.h"
#include "core/geometry/simplify.h"
#include "ui/bridge/low_priority.h"

namespace ww::ui::scene {
namespace {
constexpr qint64 kMeshSliceMs = 6;
constexpr std::size_t kFewestOfALevel = 400;

std::vector<std::pair<MeshData, double>> makeLevels(const LibraryMesh& mesh, std::stop_token stop) {
  const geometry::Mesh& own = *mesh.geometry->mesh;
  const geometry::Mesh lit = own.normals.empty() ? geometry::computeNormals(own) : geometry::Mesh();
  geometry::CoarseOptions options;
  options.fewest = kFewestOfALevel;
  std::vector<std::pair<MeshData, double>> out;
  for (const auto& level : geometry::coarseLevels(own.normals.empty() ? lit : own, options, std::move(stop)))
    out.emplace_back(makeCoarseData(*level.mesh, mesh.gpu.origin), level.error);
  return out;
}

}  // namespace

MeshLibrary::MeshLibrary(q3c::QNode* root) : root_(root), thread_([this](std::stop_token stop) { work(stop); }) {
  more_.setSingleShot(true);
  connect(&more_, &QTimer::timeout, this, &MeshLibrary::takeDone);
}

MeshLibrary::~MeshLibrary() {
  thread_.request_stop();
  wake_.notify_all();
}

LibraryMeshPtr MeshLibrary::get(const geometry::GeometryPtr& geometry) {
  auto& mesh = meshes_[geometry->ref];
  if (mesh) return mesh;
  mesh = std::make_shared<LibraryMesh>();
  mesh->geometry = geometry;
  const std::size_t triangles = geometry->mesh->triangles.size();
  if (triangles <= budget_) {
    budget_ -= triangles;
    finish(mesh, makeMeshData(*geometry));
  } else {
    ++pending_;
    const std::scoped_lock lock(mutex_);
    queue_.push_back(mesh);
    wake_.notify_one();
  }
  return mesh;
}

void MeshLibrary::finish(const LibraryMeshPtr& mesh, const MeshData& data) {
  mesh->buffers = std::make_unique<q3c::QNode>(root_);
  mesh->gpu = upload(data, mesh->buffers.get());
  mesh->bvh = data.bvh;
  mesh->translucent = data.translucent;
  mesh->outward = data.outward;
  mesh->ready = true;
}

void MeshLibrary::wantLevels(const LibraryMeshPtr& mesh) {
  if (!mesh->ready || std::exchange(mesh->levels_asked, true)) return;
  ++pending_levels_;
  const std::scoped_lock lock(mutex_);
  coarse_queue_.push_back(mesh);
  wake_.notify_one();
}

void MeshLibrary::finishLevels(const Done& done) {
  --pending_levels_;
  done.mesh->levels.reserve(done.levels.size());  // batches know their addresses
  for (const auto& [data, error] : done.levels)
    done.mesh->levels.push_back({upload(data, done.mesh->buffers.get()), error});
}

void MeshLibrary::work(std::stop_token stop) {
  lowerPriorityOfThisThread();
  while (!stop.stop_requested()) {
    LibraryMeshPtr mesh;
    bool coarse = false;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !queue_.empty() || !coarse_queue_.empty(); })) return;
      coarse = queue_.empty();
      auto& queue = coarse ? coarse_queue_ : queue_;
      mesh = queue.front();
      queue.pop_front();
    }
    Done done{mesh, {}, {}, coarse};
    if (coarse) done.levels = makeLevels(*mesh, stop);
    else done.data = makeMeshData(*mesh->geometry);
    const std::scoped_lock lock(mutex_);
    done_.push_back(std::move(done));
    if (done_.size() == 1) QMetaObject::invokeMethod(this, &MeshLibrary::takeDone, Qt::QueuedConnection);
  }
}

// A few milliseconds' worth; the rest in the next turn.
void MeshLibrary::takeDone() {
  QElapsedTimer clock;
  clock.start();
  bool any = false;
  while (clock.elapsed() < kMeshSliceMs) {
    Done done;
    {
      const std::scoped_lock lock(mutex_);
      if (done_.empty()) break;
      done = std::move(done_.front());
      done_.pop_front();
    }
    if (done.coarse) {
      finishLevels(done);
      continue;
    }
    finish(done.mesh, done.data);
    --pending_;
    any = true;
  }
  if (any) Q_EMIT ready();
  const std::scoped_lock lock(mutex_);
  if (!done_.empty()) more_.start(0);
}

void MeshLibrary::dropUnused() {
  constexpr long kOurs = 2;  // in both lists
  std::erase_if(released_, [this](const LibraryMeshPtr& mesh) {
    const bool unused = mesh.use_count() <= kOurs && mesh->ready;
    if (unused) meshes_.erase(mesh->geometry->ref);
    return unused;
  });
}

}  // namespace ww::ui::scene
