// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/wire_convert.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/failures.h"
#include "google/type/color.pb.h"
#include "intrinsic/geometry/proto/v1/geometric_transform.pb.h"
#include "intrinsic/math/proto/matrix.pb.h"
#include "intrinsic/math/proto/pose.pb.h"
#include "intrinsic/math/proto/vector3.pb.h"

namespace ww::geometry {
namespace {

using intrinsic_proto::geometry::v1::GeometricTransform;

template <typename Message>
Result<Vec3> vectorFrom(const Message& m) {
  const Vec3 v(m.x(), m.y(), m.z());
  if (!v.allFinite()) return fail(failures::kVectorNotFinite);
  return v;
}

template <typename Message>
void vectorTo(const Vec3& v, Message* out) {
  out->set_x(v.x());
  out->set_y(v.y());
  out->set_z(v.z());
}

Status checkNotSingular(const Eigen::Affine3d& t) {
  const Eigen::Matrix3d a = t.linear();
  const double scale = a.cwiseAbs().maxCoeff();
  if (!t.matrix().allFinite()) return fail(failures::kTransformNotFinite);
  // Relative to its columns, so that small and large scales are fine, but flattening is not.
  if (scale > 1e-12 && scale < 1e12) {
    const Eigen::Matrix3d n = a.colwise().normalized();
    if (a.colwise().norm().minCoeff() > 1e-12 * scale && std::abs(n.determinant()) > 1e-9) return okStatus();
  }
  return fail(failures::kSingular);
}

Result<Eigen::Affine3d> fromMatrix(const intrinsic_proto::Matrixd& wire) {
  WW_ASSIGN(const Eigen::MatrixXd m, fromWire(wire));
  if (m.rows() != 4 || m.cols() != 4) {
    return fail(failures::kTransformSize,
                {{"rows", arg::Words{std::to_string(m.rows())}}, {"columns", arg::Words{std::to_string(m.cols())}}});
  }
  if ((m.row(3) - Eigen::RowVector4d(0, 0, 0, 1)).cwiseAbs().maxCoeff() > 1e-9) {
    return fail(failures::kTransformLastRow);
  }
  Eigen::Affine3d t = Eigen::Affine3d::Identity();
  t.linear() = m.block<3, 3>(0, 0);
  t.translation() = m.block<3, 1>(0, 3);
  return t;
}

Result<Eigen::Affine3d> fromTrs(const GeometricTransform::TRS& trs) {
  Vec3 translation = Vec3::Zero(), scale = Vec3::Ones();
  if (trs.has_translation()) {
    WW_ASSIGN(translation, fromWire(trs.translation()));
  }
  if (trs.has_scale()) {
    WW_ASSIGN(scale, fromWire(trs.scale()));
  }
  const auto& rpy = trs.rotation_rpy();  // zeros when unset
  if (!std::isfinite(rpy.r()) || !std::isfinite(rpy.p()) || !std::isfinite(rpy.y())) {
    return fail(failures::kRotationNotFinite);
  }
  Eigen::Affine3d t(Pose::fromRpy(translation, rpy.r(), rpy.p(), rpy.y()).isometry());
  t.linear() *= scale.asDiagonal();
  return t;
}

}  // namespace

Result<Pose> fromWire(const intrinsic_proto::Pose& pose) {
  const auto& q = pose.orientation();
  if (q.x() == 0.0 && q.y() == 0.0 && q.z() == 0.0 && q.w() == 0.0) {
    return fail(failures::kNoOrientation);
  }
  return checkedPose(
      {Vec3(pose.position().x(), pose.position().y(), pose.position().z()), Quat(q.w(), q.x(), q.y(), q.z())});
}

Result<Pose> fromWireOrIdentity(bool present, const intrinsic_proto::Pose& pose) {
  if (!present) return Pose::identity();
  return fromWire(pose);
}

void toWire(const Pose& pose, intrinsic_proto::Pose* out) {
  vectorTo(pose.p, out->mutable_position());
  const Quat q = normalizedOnce(pose.q);
  auto* o = out->mutable_orientation();
  o->set_x(q.x());
  o->set_y(q.y());
  o->set_z(q.z());
  o->set_w(q.w());
}

Result<Vec3> fromWire(const intrinsic_proto::Vector3& v) { return vectorFrom(v); }
Result<Vec3> fromWire(const intrinsic_proto::Point& p) { return vectorFrom(p); }
void toWire(const Vec3& v, intrinsic_proto::Vector3* out) { vectorTo(v, out); }
void toWire(const Vec3& p, intrinsic_proto::Point* out) { vectorTo(p, out); }

Result<Eigen::MatrixXd> fromWire(const intrinsic_proto::Matrixd& m) {
  const std::int64_t count = std::int64_t{m.rows()} * m.cols();
  // One side of 0 and another of billions is a loop over nothing that takes seconds.
  if (m.rows() < 0 || m.cols() < 0 || count > 1'000'000 || count != m.values_size() ||
      (count == 0 && m.rows() != m.cols())) {
    return fail(failures::kMatrixSize, {{"rows", arg::Words{std::to_string(m.rows())}},
                                        {"columns", arg::Words{std::to_string(m.cols())}},
                                        {"count", arg::Words{std::to_string(m.values_size())}}});
  }
  Eigen::MatrixXd out = Eigen::Map<const Eigen::MatrixXd>(m.values().data(), m.rows(), m.cols());
  if (!out.allFinite()) return fail(failures::kMatrixNotFinite);
  return out;
}

void toWire(const Eigen::MatrixXd& m, intrinsic_proto::Matrixd* out) {
  out->set_rows(static_cast<int>(m.rows()));
  out->set_cols(static_cast<int>(m.cols()));
  out->mutable_values()->Assign(m.data(), m.data() + m.size());
}

Result<Eigen::Affine3d> toAffine(const GeometricTransform& wire) {
  Eigen::Affine3d t = Eigen::Affine3d::Identity();
  if (wire.has_matrix4d()) {
    WW_ASSIGN(t, fromMatrix(wire.matrix4d()));
  } else if (wire.has_trs()) {
    WW_ASSIGN(t, fromTrs(wire.trs()));
  }
  WW_TRY(checkNotSingular(t));
  return t;
}

GeometricTransform fromAffine(const Eigen::Affine3d& t) {
  GeometricTransform out;
  toWire(t, &out);
  return out;
}

void toWire(const Eigen::Affine3d& t, GeometricTransform* out) {
  Eigen::Matrix4d m = t.matrix();
  m.row(3) = Eigen::RowVector4d(0, 0, 0, 1);
  toWire(Eigen::MatrixXd(m), out->mutable_matrix4d());
}

Result<Color> fromWire(const google::type::Color& wire) {
  Color color{wire.red(), wire.green(), wire.blue(), wire.has_alpha() ? wire.alpha().value() : 1.0f};
  for (float* c : {&color.r, &color.g, &color.b, &color.a}) {
    if (!(*c >= -1e-3f && *c <= 1.001f)) {
      return fail(failures::kColor, {{"value", arg::Number{*c}}});
    }
    *c = std::clamp(*c, 0.0f, 1.0f);
  }
  return color;
}

void toWire(const Color& color, google::type::Color* out) {
  out->set_red(color.r);
  out->set_green(color.g);
  out->set_blue(color.b);
  out->mutable_alpha()->set_value(color.a);
}

}  // namespace ww::geometry
