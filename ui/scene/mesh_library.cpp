// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/mesh_library.h"

#include <QElapsedTimer>

#include "ui/bridge/low_priority.h"

namespace ww::ui::scene {
namespace {
constexpr qint64 kMeshSliceMs = 6;
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
  mesh->ready = true;
}

void MeshLibrary::work(std::stop_token stop) {
  lowerPriorityOfThisThread();
  while (!stop.stop_requested()) {
    LibraryMeshPtr mesh;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
      mesh = queue_.front();
      queue_.pop_front();
    }
    Done done{mesh, makeMeshData(*mesh->geometry)};
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
