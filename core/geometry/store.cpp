// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/store.h"

#include <limits>

#include "core/base/hash.h"
#include "core/geometry/failures.h"
#include "core/proto/sorted_bytes.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::geometry {
namespace {

using worldwright::v1::GeometryBlob;

// Beyond it floats and squares of distances lose their sense; it is a mistake of units.
constexpr double kMaxCoordinate = 1e9;

Result<std::string> canonicalBytes(const GeometryBlob& blob) {
  constexpr std::size_t kMost{std::numeric_limits<int>::max()};
  if (const std::size_t size = blob.ByteSizeLong(); size > kMost)
    return fail(failures::kTooLarge, {{"size", arg::Bytes{size}}, {"most", arg::Bytes{kMost}}});
  return proto::sortedBytes(blob);
}

std::string refOf(std::string_view bytes) { return "sha256:" + toHex(sha256(bytes)); }

// Sets of many primitives are tessellated more coarsely, to bound their memory.
int segmentsFor(std::size_t primitives) { return primitives <= 64 ? 48 : primitives <= 1000 ? 24 : 12; }

Result<GeometryPtr> makeGeometry(std::string ref, const GeometryBlob& blob) {
  auto out = std::make_shared<Geometry>();
  WW_ASSIGN(out->shape, toShape(blob));
  out->ref = std::move(ref);
  out->from_mesh = out->shape.mesh != nullptr;
  out->mesh = out->shape.mesh;
  if (!out->mesh) {
    out->mesh = std::make_shared<Mesh>(tessellate(out->shape, segmentsFor(out->shape.primitives.size())));
    WW_TRY(out->mesh->validate());
  }
  out->bounds = out->mesh->bounds();
  const double far = out->bounds.min.cwiseAbs().cwiseMax(out->bounds.max.cwiseAbs()).maxCoeff();
  if (far > kMaxCoordinate) {
    return fail(failures::kTooFar, {{"distance", arg::Length{far}}});
  }
  return GeometryPtr(std::move(out));
}

}  // namespace

struct GeometryStore::Impl {
  struct Entry {
    GeometryPtr geometry;
    std::shared_ptr<const std::string> bytes;
  };
  mutable std::mutex mutex;
  std::unordered_map<std::string, Entry> entries;

  GeometryPtr find(std::string_view ref) const {
    const std::lock_guard lock(mutex);
    const auto it = entries.find(std::string(ref));
    return it == entries.end() ? nullptr : it->second.geometry;
  }
  // The one in the store: another thread may have been quicker.
  GeometryPtr add(GeometryPtr geometry, std::string bytes) {
    auto shared = std::make_shared<const std::string>(std::move(bytes));
    const std::lock_guard lock(mutex);
    return entries.try_emplace(geometry->ref, Entry{geometry, std::move(shared)}).first->second.geometry;
  }
};

GeometryStore::GeometryStore() : impl_(std::make_unique<Impl>()) {}
GeometryStore::~GeometryStore() = default;

Result<GeometryPtr> GeometryStore::intern(const GeometryBlob& blob) {
  WW_ASSIGN(std::string bytes, canonicalBytes(blob));
  std::string ref = refOf(bytes);
  if (GeometryPtr known = impl_->find(ref)) return known;
  WW_ASSIGN(GeometryPtr made, makeGeometry(std::move(ref), blob));
  return impl_->add(std::move(made), std::move(bytes));
}

// The bytes are not serialised anew: a later version orders fields that are unknown here differently.
Result<GeometryPtr> GeometryStore::internBytes(std::string_view canonical_bytes) {
  std::string ref = refOf(canonical_bytes);
  if (GeometryPtr known = impl_->find(ref)) return known;
  GeometryBlob blob;
  if (canonical_bytes.size() > std::size_t{std::numeric_limits<int>::max()} ||
      !blob.ParseFromArray(canonical_bytes.data(), static_cast<int>(canonical_bytes.size()))) {
    return fail(failures::kUnreadable, {{"geometry", arg::Name{ref}}});
  }
  WW_ASSIGN(GeometryPtr made, makeGeometry(std::move(ref), blob));
  return impl_->add(std::move(made), std::string(canonical_bytes));
}

Result<GeometryPtr> GeometryStore::intern(const intrinsic_proto::geometry::v1::InlineGeometry& inline_geometry) {
  GeometryBlob blob;
  *blob.mutable_wire() = inline_geometry;
  return intern(blob);
}

Result<GeometryPtr> GeometryStore::intern(const Shape& shape) {
  if (shape.mesh && !shape.primitives.empty()) {
    return fail(failures::kMeshAndPrimitives);
  }
  // Before it is serialised: counts beyond the wire's int32 would not fit there.
  if (shape.mesh) WW_TRY(shape.mesh->validate());
  return intern(toBlob(shape));
}

GeometryPtr GeometryStore::find(std::string_view ref) const { return impl_->find(ref); }

std::shared_ptr<const std::string> GeometryStore::bytes(std::string_view ref) const {
  const std::lock_guard lock(impl_->mutex);
  const auto it = impl_->entries.find(std::string(ref));
  return it == impl_->entries.end() ? nullptr : it->second.bytes;
}

std::size_t GeometryStore::size() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->entries.size();
}

void GeometryStore::dropUnused() {
  std::vector<Impl::Entry> dropped;  // freed after the lock
  const std::lock_guard lock(impl_->mutex);
  // Nobody can get a new reference while the lock is held, so a count of 1 stays 1.
  for (auto it = impl_->entries.begin(); it != impl_->entries.end();) {
    if (it->second.geometry.use_count() > 1) {
      ++it;
      continue;
    }
    dropped.push_back(std::move(it->second));
    it = impl_->entries.erase(it);
  }
}

}  // namespace ww::geometry
