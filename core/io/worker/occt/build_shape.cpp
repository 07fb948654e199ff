// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/build_shape.h"

#include <BRepBuilderAPI_GTransform.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeVertex.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <GC_MakeArcOfCircle.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <ShapeUpgrade_UnifySameDomain.hxx>
#include <Standard_Failure.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>
#include <TopoDS_Vertex.hxx>
#include <TopoDS_Wire.hxx>
#include <gp.hxx>
#include <gp_Ax1.hxx>
#include <gp_Ax2.hxx>
#include <gp_GTrsf.hxx>
#include <gp_Pln.hxx>
#include <gp_Quaternion.hxx>

#include <cmath>
#include <map>
#include <numeric>
#include <type_traits>
#include <vector>

#include "core/geometry/weld.h"

namespace ww::io::worker {
namespace {

constexpr double kMm = 1000.0;
constexpr double kLeastArea = 1e-9;        // mm^2; what is smaller is no face to the kernel
constexpr double kLeastEdge = 1e-6;        // mm
constexpr std::size_t kMostToJoin = 5000;  // triangles; more take too long

gp_Pnt point(const Vec3& p) { return {p.x() * kMm, p.y() * kMm, p.z() * kMm}; }

// ---- primitives

TopoDS_Shape make(const geometry::Box& box) {
  const Vec3 s = box.size * kMm;
  return BRepPrimAPI_MakeBox(point(-0.5 * box.size), s.x(), s.y(), s.z()).Shape();
}

TopoDS_Shape make(const geometry::Sphere& sphere) { return BRepPrimAPI_MakeSphere(sphere.radius * kMm).Shape(); }

TopoDS_Shape make(const geometry::Cylinder& c) {
  const gp_Ax2 foot(point({0, 0, -0.5 * c.length}), gp::DZ());
  return BRepPrimAPI_MakeCylinder(foot, c.radius * kMm, c.length * kMm).Shape();
}

// Its outline turned about z.
TopoDS_Shape make(const geometry::Capsule& c) {
  if (!(c.length > 0.0)) return make(geometry::Sphere{c.radius});
  const double h = 0.5 * c.length, r = c.radius, k = r * std::sqrt(0.5);
  const gp_Pnt bottom = point({0, 0, -h - r}), low = point({r, 0, -h}), high = point({r, 0, h}),
               top = point({0, 0, h + r});
  BRepBuilderAPI_MakeWire wire;
  wire.Add(BRepBuilderAPI_MakeEdge(GC_MakeArcOfCircle(bottom, point({k, 0, -h - k}), low).Value()).Edge());
  wire.Add(BRepBuilderAPI_MakeEdge(low, high).Edge());
  wire.Add(BRepBuilderAPI_MakeEdge(GC_MakeArcOfCircle(high, point({k, 0, h + k}), top).Value()).Edge());
  wire.Add(BRepBuilderAPI_MakeEdge(top, bottom).Edge());
  const TopoDS_Face outline = BRepBuilderAPI_MakeFace(wire.Wire(), Standard_True).Face();
  return BRepPrimAPI_MakeRevol(outline, gp_Ax1(gp::Origin(), gp::DZ())).Shape();
}

gp_GTrsf toGTrsf(const Eigen::Affine3d& t) {
  gp_GTrsf out;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out.SetValue(row + 1, column + 1, t.linear()(row, column));
    out.SetValue(row + 1, 4, t.translation()[row] * kMm);
  }
  return out;
}

TopoDS_Shape make(const geometry::Ellipsoid& e) {
  Eigen::Affine3d stretch = Eigen::Affine3d::Identity();
  stretch.linear() = e.radii.asDiagonal();
  const TopoDS_Shape unit = BRepPrimAPI_MakeSphere(kMm).Shape();
  return BRepBuilderAPI_GTransform(unit, toGTrsf(stretch), Standard_True).Shape();
}

bool isRigid(const Eigen::Affine3d& t) {
  const Eigen::Matrix3d a = t.linear();
  return (a.transpose() * a - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9 && a.determinant() > 0.0;
}

TopoDS_Shape placed(const TopoDS_Shape& shape, const Eigen::Affine3d& t) {
  if (t.matrix() == Eigen::Matrix4d::Identity()) return shape;
  if (isRigid(t))
    return shape.Moved(TopLoc_Location(toTrsf({t.translation(), Quat(Eigen::Matrix3d(t.linear())).normalized()})));
  return BRepBuilderAPI_GTransform(shape, toGTrsf(t), Standard_True).Shape();
}

// ---- meshes

// Flat faces over welded corners, each edge once. What hangs together by edges is a shell of its own: a solid where it
// is closed, or the wall of a hollow in another one.
class Facets {
 public:
  explicit Facets(const geometry::Mesh& mesh) : mesh_(mesh), corner_(geometry::weld(mesh.vertices)) {}

  // Null when nothing has an area.
  TopoDS_Shape run() {
    makeShells();
    std::vector<TopoDS_Shape> all;
    std::vector<Shell*> hollows;
    double six_volumes = 0.0;
    for (const Shell& shell : shells_) six_volumes += shell.six_volumes;
    // All of it is inside out, or single shells of it are, which no other one holds.
    const double sign = six_volumes < 0.0 ? -1.0 : 1.0;
    for (Shell& shell : shells_) {
      shell.shape.Closed(BRep_Tool::IsClosed(shell.shape));
      if (sign < 0.0) shell.shape.Reverse();
      shell.six_volumes *= sign;
      if (!shell.shape.Closed()) all.push_back(shell.shape);
      else if (shell.six_volumes < 0.0) hollows.push_back(&shell);
      else makeSolid(shell);
    }
    for (Shell* hollow : hollows) addHollow(*hollow);
    for (const Shell& shell : shells_)
      if (!shell.solid.IsNull()) all.push_back(shell.solid);
    if (all.empty()) return {};
    return all.size() == 1 ? all.front() : together(all);
  }

 private:
  struct Shell {
    TopoDS_Shell shape;
    TopoDS_Solid solid;  // of one that is the outside of a body
    double six_volumes = 0.0;
    Bounds bounds;
  };

  void makeShells() {
    std::map<std::uint32_t, std::size_t> shell_of;  // by the corner that stands for what hangs together
    joinCorners();
    for (const geometry::Triangle& t : mesh_.triangles) {
      const TopoDS_Face made = face(t);
      if (made.IsNull()) continue;
      const auto [known, is_new] = shell_of.try_emplace(rootOf(corner_[t[0]]), shells_.size());
      if (is_new) builder_.MakeShell(shells_.emplace_back().shape);
      Shell& shell = shells_[known->second];
      builder_.Add(shell.shape, made);
      shell.six_volumes += mesh_.vertices[t[0]].dot(mesh_.vertices[t[1]].cross(mesh_.vertices[t[2]]));
      for (const std::uint32_t i : t) shell.bounds.add(mesh_.vertices[i]);
    }
  }

  // Corners that triangles join, as trees.
  void joinCorners() {
    above_.resize(mesh_.vertices.size());
    std::iota(above_.begin(), above_.end(), 0u);
    for (const geometry::Triangle& t : mesh_.triangles)
      for (const std::uint32_t i : {t[1], t[2]}) above_[rootOf(corner_[i])] = rootOf(corner_[t[0]]);
  }
  std::uint32_t rootOf(std::uint32_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }

  void makeSolid(Shell& shell) {
    builder_.MakeSolid(shell.solid);
    builder_.Add(shell.solid, shell.shape);
  }

  // To the smallest body around it.
  void addHollow(Shell& hollow) {
    Shell* around = nullptr;
    for (Shell& shell : shells_) {
      const bool holds = !shell.solid.IsNull() && (shell.bounds.min.array() <= hollow.bounds.min.array()).all() &&
                         (shell.bounds.max.array() >= hollow.bounds.max.array()).all();
      if (holds && shell.six_volumes > -hollow.six_volumes && (!around || shell.six_volumes < around->six_volumes))
        around = &shell;
    }
    if (around != nullptr) {
      builder_.Add(around->solid, hollow.shape);
    } else {
      hollow.shape.Reverse();
      makeSolid(hollow);
    }
  }

  TopoDS_Shape together(const std::vector<TopoDS_Shape>& all) const {
    TopoDS_Compound out;
    builder_.MakeCompound(out);
    for (const TopoDS_Shape& one : all) builder_.Add(out, one);
    return out;
  }

  const TopoDS_Vertex& vertex(std::uint32_t i) {
    auto [known, is_new] = vertices_.try_emplace(i);
    if (is_new) known->second = BRepBuilderAPI_MakeVertex(point(mesh_.vertices[i])).Vertex();
    return known->second;
  }

  TopoDS_Edge edge(std::uint32_t a, std::uint32_t b) {
    auto [known, is_new] = edges_.try_emplace(std::minmax(a, b));
    if (is_new) known->second = BRepBuilderAPI_MakeEdge(vertex(std::min(a, b)), vertex(std::max(a, b))).Edge();
    return TopoDS::Edge(known->second.Oriented(a < b ? TopAbs_FORWARD : TopAbs_REVERSED));
  }

  // Null when it has no area, or the kernel does not take it.
  TopoDS_Face face(const geometry::Triangle& t) {
    const std::uint32_t c[3] = {corner_[t[0]], corner_[t[1]], corner_[t[2]]};
    const Vec3 p[3] = {mesh_.vertices[c[0]] * kMm, mesh_.vertices[c[1]] * kMm, mesh_.vertices[c[2]] * kMm};
    const Vec3 normal = (p[1] - p[0]).cross(p[2] - p[0]);
    const double shortest = std::min({(p[1] - p[0]).norm(), (p[2] - p[1]).norm(), (p[0] - p[2]).norm()});
    if (!(normal.norm() > 2.0 * kLeastArea) || shortest < kLeastEdge) return {};
    TopoDS_Wire wire;
    builder_.MakeWire(wire);
    for (int i = 0; i < 3; ++i) builder_.Add(wire, edge(c[i], c[(i + 1) % 3]));
    wire.Closed(Standard_True);
    const gp_Pln plane(point(mesh_.vertices[c[0]]), gp_Dir(normal.x(), normal.y(), normal.z()));
    // The wire runs counter-clockwise about the normal: there is nothing to look for.
    BRepBuilderAPI_MakeFace made(plane, wire, Standard_False);
    return made.IsDone() ? made.Face() : TopoDS_Face();
  }

  const geometry::Mesh& mesh_;
  const std::vector<std::uint32_t> corner_;
  BRep_Builder builder_;
  std::vector<std::uint32_t> above_;
  std::vector<Shell> shells_;
  std::map<std::uint32_t, TopoDS_Vertex> vertices_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TopoDS_Edge> edges_;
};

TopoDS_Shape joined(const TopoDS_Shape& facets) {
  try {
    ShapeUpgrade_UnifySameDomain unify(facets, Standard_True, Standard_True, Standard_False);
    unify.Build();
    if (!unify.Shape().IsNull()) return unify.Shape();
  } catch (const Standard_Failure&) {
    // The facets are as good, only more of them.
  }
  return facets;
}

TopoDS_Shape facetedShape(const geometry::Mesh& mesh) {
  const TopoDS_Shape facets = Facets(mesh).run();
  return mesh.triangles.size() <= kMostToJoin && !facets.IsNull() ? joined(facets) : facets;
}

TopoDS_Shape primitiveShape(const geometry::PlacedPrimitive& p) {
  return std::visit(
      [&](const auto& primitive) {
        using P = std::decay_t<decltype(primitive)>;
        if constexpr (std::is_same_v<P, geometry::Frustum>)
          return placed(facetedShape(geometry::tessellate(primitive)), p.ref_t_shape);
        else return placed(make(primitive), p.ref_t_shape);
      },
      p.primitive);
}

}  // namespace

gp_Trsf toTrsf(const Pose& pose) {
  gp_Trsf out;
  out.SetTransformation(gp_Quaternion(pose.q.x(), pose.q.y(), pose.q.z(), pose.q.w()),
                        gp_Vec(pose.p.x() * kMm, pose.p.y() * kMm, pose.p.z() * kMm));
  return out;
}

TopoDS_Shape buildShape(const geometry::Shape& shape) {
  if (shape.mesh) return facetedShape(*shape.mesh);
  if (shape.primitives.size() == 1) return primitiveShape(shape.primitives.front());
  TopoDS_Compound all;
  const BRep_Builder builder;
  builder.MakeCompound(all);
  for (const geometry::PlacedPrimitive& p : shape.primitives) builder.Add(all, primitiveShape(p));
  return all;
}

}  // namespace ww::io::worker
