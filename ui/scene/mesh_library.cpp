// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/mesh_library.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ww::ui::scene {

MeshLibrary::MeshLibrary(q3c::QNode* root)
    : root_(root), thread_([this](std::stop_token stop) { work(stop); }) {}

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
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
  while (!stop.stop_requested()) {
    LibraryMeshPtr mesh;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
      mesh = queue_.front();
      queue_.pop_front();
    }
    auto data = std::make_shared<MeshData>(makeMeshData(*mesh->geometry));
    QMetaObject::invokeMethod(
        this,
        [this, mesh, data] {
          finish(mesh, *data);
          --pending_;
          Q_EMIT ready();
        },
        Qt::QueuedConnection);
  }
}

void MeshLibrary::dropUnused() {
  std::erase_if(meshes_, [](const auto& item) { return item.second.use_count() == 1 && item.second->ready; });
}

}  // namespace ww::ui::scene
