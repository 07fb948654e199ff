// SPDX-License-Identifier: Apache-2.0
#include "core/collision/shapes/body_shape.h"

#include <algorithm>

namespace ww::collision {
namespace {

void add(BodyShape& shape, Piece piece) {
  shape.bounds.add(piece.bounds);
  shape.pieces.push_back(std::move(piece));
}

void addMesh(BodyShape& shape, const geometry::Mesh& source, const Eigen::Affine3d& body_t_mesh) {
  auto mesh = std::make_shared<const TriMesh>(source, body_t_mesh);
  if (mesh->triangles().empty()) return;
  shape.triangles += mesh->triangles().size();
  Piece piece;
  piece.bounds = mesh->bounds();
  piece.cover = std::make_shared<const LazyCover>([mesh] { return coverOf(*mesh); });
  if (!mesh->convex()) {
    piece.mesh = std::move(mesh);
    return add(shape, std::move(piece));
  }
  // Only corners that a triangle uses, numbered anew.
  std::vector<std::uint32_t> index(mesh->vertices().size(), ~std::uint32_t{0});
  std::vector<Vec3> corners;
  std::vector<geometry::Triangle> triangles = mesh->triangles();
  for (auto& t : triangles) {
    for (auto& v : t) {
      if (index[v] == ~std::uint32_t{0}) {
        index[v] = static_cast<std::uint32_t>(corners.size());
        corners.push_back(mesh->vertices()[v]);
      }
      v = index[v];
    }
  }
  piece.convex = std::make_shared<const ConvexShape>(std::move(corners), triangles);
  add(shape, std::move(piece));
}

std::string keyOf(const world::PlacedGeometry& placed) {
  const Eigen::Matrix4d m = placed.ref_t_shape.matrix();
  std::string key = placed.geometry->ref;
  key.append(reinterpret_cast<const char*>(m.data()), sizeof(double) * 16);
  return key;
}

}  // namespace

BodyShapePtr prepare(const geometry::Geometry& geometry, const Eigen::Affine3d& body_t_geometry) {
  auto shape = std::make_shared<BodyShape>();
  if (geometry.shape.primitives.empty()) {
    if (geometry.mesh) addMesh(*shape, *geometry.mesh, body_t_geometry);
    shape->cover = lazyCoverOf(*shape);
    return shape;
  }
  for (const auto& placed : geometry.shape.primitives) {
    Piece piece;
    const Eigen::Affine3d body_t_shape = body_t_geometry * placed.ref_t_shape;
    piece.convex = std::make_shared<const ConvexShape>(placed.primitive, body_t_shape);
    piece.bounds = piece.convex->bounds();
    piece.cover =
        std::make_shared<const LazyCover>([convex = piece.convex, primitive = placed.primitive, body_t_shape] {
          return coverOf(*convex, primitive, body_t_shape);
        });
    add(*shape, std::move(piece));
  }
  shape->cover = lazyCoverOf(*shape);
  return shape;
}

const std::shared_ptr<ShapeCache>& ShapeCache::ofProcess() {
  static const std::shared_ptr<ShapeCache> kCache = std::make_shared<ShapeCache>();
  return kCache;
}

void ShapeCache::dropUnused() {
  std::erase_if(shapes_, [](const auto& entry) { return entry.second.expired(); });
  limit_ = std::max<std::size_t>(256, 2 * shapes_.size());
}

// Made outside the lock: of two at once one is thrown away.
template <typename Make>
BodyShapePtr ShapeCache::get(const std::string& key, const Make& make) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto it = shapes_.find(key); it != shapes_.end()) {
      if (auto shape = it->second.lock()) return shape;
    }
  }
  BodyShapePtr shape = make();
  const std::scoped_lock lock(mutex_);
  if (shapes_.size() >= limit_) dropUnused();
  shapes_[key] = shape;
  return shape;
}

BodyShapePtr ShapeCache::get(const world::PlacedGeometry& placed) {
  if (!placed.geometry) return nullptr;
  return get(keyOf(placed), [&] { return prepare(*placed.geometry, placed.ref_t_shape); });
}

BodyShapePtr ShapeCache::get(const world::Entity& entity) {
  if (entity.collision.size() == 1) {
    auto shape = get(entity.collision.front());
    return shape && !shape->pieces.empty() ? shape : nullptr;
  }
  std::string key;
  for (const auto& placed : entity.collision) {
    if (placed.geometry) key += keyOf(placed);
  }
  const auto shape = get(key, [&] {
    auto all = std::make_shared<BodyShape>();
    for (const auto& placed : entity.collision) {
      const auto one = get(placed);
      if (!one) continue;
      all->pieces.insert(all->pieces.end(), one->pieces.begin(), one->pieces.end());
      all->bounds.add(one->bounds);
      all->triangles += one->triangles;
    }
    all->cover = lazyCoverOf(*all);
    return all;
  });
  return shape->pieces.empty() ? nullptr : shape;
}

}  // namespace ww::collision
