// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/geometry/geometry.h"

namespace worldwright::v1 {
class GeometryBlob;
}
namespace intrinsic_proto::geometry::v1 {
class InlineGeometry;
}

namespace ww::geometry {

// Content-addressed geometry shared by all worlds of a process. Thread-safe. A ref is the SHA-256 of
// the blob's canonical (deterministic) serialisation; the bytes are kept so that fields this program
// does not know survive.
class GeometryStore {
 public:
  GeometryStore();
  ~GeometryStore();
  // INVALID_ARGUMENT when the content is not a sound geometry.
  Result<GeometryPtr> intern(const worldwright::v1::GeometryBlob& blob);
  Result<GeometryPtr> internBytes(std::string_view canonical_bytes);
  // Of a geometry sent inline on the wire, unknown fields kept. Fails so, too.
  Result<GeometryPtr> intern(const intrinsic_proto::geometry::v1::InlineGeometry& inline_geometry);
  Result<GeometryPtr> intern(const Shape& shape);
  // Null when unknown.
  GeometryPtr find(std::string_view ref) const;
  // The canonical bytes; null when unknown.
  std::shared_ptr<const std::string> bytes(std::string_view ref) const;
  // Number of geometries held.
  std::size_t size() const;
  // Releases the geometries that nobody else holds; their refs are unknown from then on.
  void dropUnused();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Conversions between our types and the wire's; kept here so that nobody writes them twice.
// toShape checks everything (indices, counts, finite numbers, sizes, transforms); INVALID_ARGUMENT for
// what cannot be shown: point clouds, and renderables without exact geometry. Colors are of 8 bits.
Result<Shape> toShape(const worldwright::v1::GeometryBlob& blob);
worldwright::v1::GeometryBlob toBlob(const Shape& shape);

}  // namespace ww::geometry
