// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/geometry.h"
#include "intrinsic/geometry/proto/geometry.pb.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"

namespace ww::rpc {

// Between the first generation of the wire's geometry and the present one. The first has neither point clouds
// nor primitives with a pose of their own; octrees are made anew by those who need them, and do not pass.
intrinsic_proto::geometry::v1::InlineGeometry fromV0(const intrinsic_proto::geometry::Geometry& old);
intrinsic_proto::geometry::v1::TransformedPrimitiveShapeSet fromV0(
    const intrinsic_proto::geometry::PrimitiveShapeSet& old);
// Primitives that have a pose become the triangles of `known`.
intrinsic_proto::geometry::Geometry toV0(const intrinsic_proto::geometry::v1::InlineGeometry& geometry,
                                         const geometry::Geometry& known);

}  // namespace ww::rpc
