// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"
#include "core/math/pose.h"

namespace google::type {
class Color;
}
namespace intrinsic_proto {
class Matrixd;
class Point;
class Pose;
class Vector3;
}  // namespace intrinsic_proto
namespace intrinsic_proto::geometry::v1 {
class GeometricTransform;
}

namespace ww::geometry {

// Between our types and the wire's, once for everyone. Reading fails with INVALID_ARGUMENT when the
// content is not sound. `toWire` sets the known fields only: unknown fields of the message stay.

// A pose that was sent: its orientation must be set and of norm 1 within 1e-3 (it is renormalised); an
// unset position is the origin. Else INVALID_ARGUMENT.
Result<Pose> fromWire(const intrinsic_proto::Pose& pose);
// For an optional pose, in whatever frame it is said to be: the identity when the message is absent. Fails so, too.
Result<Pose> fromWireOrIdentity(bool present, const intrinsic_proto::Pose& pose);
// Writes position and orientation, the latter of norm 1 within 7e-15, as strict clients want.
// `pose` must be finite.
void toWire(const Pose& pose, intrinsic_proto::Pose* out);

// Finite numbers, or INVALID_ARGUMENT.
Result<Vec3> fromWire(const intrinsic_proto::Vector3& v);
Result<Vec3> fromWire(const intrinsic_proto::Point& p);
void toWire(const Vec3& v, intrinsic_proto::Vector3* out);
void toWire(const Vec3& p, intrinsic_proto::Point* out);

// Column-major on the wire; at most 10^6 values, as many as rows times columns, finite; else INVALID_ARGUMENT.
Result<Eigen::MatrixXd> fromWire(const intrinsic_proto::Matrixd& m);
void toWire(const Eigen::MatrixXd& m, intrinsic_proto::Matrixd* out);

// Matrix (4 x 4, last row 0 0 0 1) or translation, rotation, scale; the identity when neither is set.
// Fails when singular.
Result<Eigen::Affine3d> toAffine(const intrinsic_proto::geometry::v1::GeometricTransform& t);
// Always as a matrix; `toWire` keeps unknown fields of `out`.
intrinsic_proto::geometry::v1::GeometricTransform fromAffine(const Eigen::Affine3d& t);
void toWire(const Eigen::Affine3d& t, intrinsic_proto::geometry::v1::GeometricTransform* out);

// Opaque when alpha is unset. Components within 0 to 1, 1e-3 beyond is clamped; else INVALID_ARGUMENT.
Result<Color> fromWire(const google::type::Color& color);
void toWire(const Color& color, google::type::Color* out);

}  // namespace ww::geometry
