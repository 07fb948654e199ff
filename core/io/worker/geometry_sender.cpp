// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/geometry_sender.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/geometry/mesh_edit.h"
#include "core/geometry/store.h"
#include "core/io/failures.h"
#include "core/io/frame_io.h"
#include "core/proto/sorted_bytes.h"
#include "worldwright/v1/geometry.pb.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io::worker {
namespace {

struct Split {
  Eigen::Matrix3d rotation;
  Eigen::Matrix3d stretch;  // linear = rotation * stretch
  bool finite = true;
  bool singular = false;
  bool rigid = false;
};

Split splitLinear(const Eigen::Matrix3d& linear) {
  Split out;
  out.finite = linear.allFinite() && linear.cwiseAbs().maxCoeff() <= kFarthest;
  if (!out.finite) return out;
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vec3 s = svd.singularValues();
  out.singular = !(s.minCoeff() > 1e-9 * s.maxCoeff()) || !(s.maxCoeff() > 1e-12);
  if (out.singular) return out;
  out.rotation = svd.matrixU() * svd.matrixV().transpose();
  out.stretch = svd.matrixV() * s.asDiagonal() * svd.matrixV().transpose();
  if (out.rotation.determinant() < 0.0) {
    out.rotation = -out.rotation;
    out.stretch = -out.stretch;
  }
  // Rounding must not make two geometries of one.
  for (double& v : out.stretch.reshaped()) v = std::abs(v) < 1e-12 * s.maxCoeff() ? 0.0 : std::round(v * 1e10) / 1e10;
  out.rigid = (out.stretch - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
  return out;
}

Eigen::Affine3d affine(const Eigen::Matrix3d& linear) {
  Eigen::Affine3d out = Eigen::Affine3d::Identity();
  out.linear() = linear;
  return out;
}

// A stretch of primitives that leaves them primitives.
bool stretchPrimitive(geometry::PlacedPrimitive& placed, const Eigen::Matrix3d& stretch) {
  const double s = stretch(0, 0);
  const bool uniform = s > 0.0 && (stretch - s * Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9 * s;
  if (!uniform) return false;
  placed.ref_t_shape.translation() *= s;
  std::visit(
      [s](auto& p) {
        using P = std::decay_t<decltype(p)>;
        if constexpr (std::is_same_v<P, geometry::Box>) p.size *= s;
        else if constexpr (std::is_same_v<P, geometry::Sphere>) p.radius *= s;
        else if constexpr (std::is_same_v<P, geometry::Ellipsoid>) p.radii *= s;
        else if constexpr (std::is_same_v<P, geometry::Frustum>) p.min_z *= s, p.max_z *= s;
        else p.length *= s, p.radius *= s;
      },
      placed.primitive);
  return true;
}

geometry::Mesh meshOf(const geometry::Shape& shape) {
  if (shape.mesh) return *shape.mesh;
  geometry::Mesh out;
  for (const geometry::PlacedPrimitive& p : shape.primitives) {
    geometry::append(geometry::transformed(geometry::tessellate(p.primitive), p.ref_t_shape), out);
  }
  return out;
}

double reachOf(const geometry::Primitive& primitive) {
  return std::visit(
      [](const auto& p) {
        using P = std::decay_t<decltype(p)>;
        if constexpr (std::is_same_v<P, geometry::Box>) return p.size.maxCoeff() / 2;
        else if constexpr (std::is_same_v<P, geometry::Sphere>) return p.radius;
        else if constexpr (std::is_same_v<P, geometry::Ellipsoid>) return p.radii.maxCoeff();
        else if constexpr (std::is_same_v<P, geometry::Frustum>) return std::abs(p.max_z);
        else return std::max(p.length / 2, p.radius);
      },
      primitive);
}

// How far from its origin the stretched shape reaches along the axes; for primitives, at least that.
double reachOf(const geometry::Shape& shape, const Eigen::Matrix3d& stretch) {
  double out = 0.0;
  for (const geometry::PlacedPrimitive& p : shape.primitives) {
    out = std::max(out, (p.ref_t_shape.translation().cwiseAbs().maxCoeff() + reachOf(p.primitive)) *
                            stretch.cwiseAbs().maxCoeff());
  }
  if (!shape.mesh) return out;
  for (const Vec3& v : shape.mesh->vertices) out = std::max(out, (stretch * v).cwiseAbs().maxCoeff());
  return out;
}

}  // namespace

Result<SentShape> GeometrySender::send(const ShapePtr& shape, const Eigen::Affine3d& link_t_shape,
                                       const std::string& name) {
  const Split split = splitLinear(link_t_shape.linear());
  if (!split.finite || !(link_t_shape.translation().cwiseAbs().maxCoeff() <= kFarthest)) return leaveOutFar(name);
  if (split.singular) {
    if (warned_.insert(name).second)
      report_.warn("scale-zero", fail(failures::kScaledToNothing, {{"part", arg::Name{name}}}), name);
    return SentShape{};
  }
  Key key{shape.get(), {}};
  if (!split.rigid) std::copy_n(split.stretch.data(), 9, key.second.begin());
  SentShape out;
  out.own_colors = shape->mesh && !shape->mesh->colors.empty();
  out.link_t_shape = {link_t_shape.translation(), Quat(split.rotation).normalized()};
  if (const auto known = sent_.find(key); known != sent_.end()) {
    out.ref = known->second;
    return out;
  }
  if (!(reachOf(*shape, split.stretch) <= kFarthest)) return leaveOutFar(name);
  if (split.rigid) {
    WW_ASSIGN(out.ref, sendShape(*shape));
  } else {
    WW_ASSIGN(out.ref, sendStretched(*shape, split.stretch));
  }
  sent_[key] = out.ref;
  return out;
}

SentShape GeometrySender::leaveOutFar(const std::string& name) {
  ++far_;
  if (warned_.insert(name).second)
    report_.warn("too-far", fail(failures::kPartTooFar, {{"part", arg::Name{name}}}), name);
  return {};
}

Result<std::string> GeometrySender::sendStretched(const geometry::Shape& shape, const Eigen::Matrix3d& stretch) {
  geometry::Shape moved;
  moved.primitives = shape.primitives;
  const bool simple =
      !shape.mesh && std::ranges::all_of(moved.primitives, [&](auto& p) { return stretchPrimitive(p, stretch); });
  if (!simple) {
    moved.primitives.clear();
    moved.mesh = std::make_shared<geometry::Mesh>(geometry::transformed(meshOf(shape), affine(stretch)));
  }
  return sendShape(moved);
}

Result<std::string> GeometrySender::sendShape(const geometry::Shape& shape) {
  if (shape.mesh) WW_TRY(shape.mesh->validate());
  worldwright::v1::GeometryBlob blob = geometry::toBlob(shape);
  if (const auto exact = exact_.find(&shape); exact != exact_.end() && !exact->second.empty())
    blob.mutable_extras()->mutable_exact()->ParseFromString(exact->second);
  const std::string bytes = proto::sortedBytes(blob);
  if (bytes.size() > 0x7fffffffu) return fail(failures::kPartHasTooMuch);
  std::string ref = "sha256:" + toHex(sha256(bytes));
  if (!refs_.emplace(ref, true).second) return ref;
  worldwright::v1::FromWorker message;
  for (std::size_t at = 0; at < bytes.size(); at += kChunk) {
    const std::size_t n = std::min(kChunk, bytes.size() - at);
    message.mutable_geometry()->set_data(bytes.substr(at, n));
    message.mutable_geometry()->set_last(at + n == bytes.size());
    report_.send(message);
  }
  return ref;
}

}  // namespace ww::io::worker
