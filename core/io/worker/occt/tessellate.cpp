// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/tessellate.h"

#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedDataMapOfShapeListOfShape.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

#include <algorithm>
#include <cmath>

#include "core/io/tessellation_bounds.h"

namespace ww::io::worker {
namespace {

using geometry::CadFace;

constexpr double kMetre = 1e-3;  // per millimetre

Vec3 metres(const gp_Pnt& p) { return Vec3(p.X(), p.Y(), p.Z()) * kMetre; }
Vec3 direction(const gp_Dir& d) { return {d.X(), d.Y(), d.Z()}; }

// The size of the part without its tolerances; 0 when it is unbounded or empty.
double diagonalOf(const TopoDS_Shape& shape) {
  Bnd_Box box;
  BRepBndLib::AddClose(shape, box);
  if (box.IsVoid() || box.IsOpen()) return 0.0;
  const double d = std::sqrt(box.SquareExtent());
  return std::isfinite(d) && d < 1e9 ? d : 0.0;
}

// The most that triangles may lie off the surface, millimetres: kCadChord, but of large parts that would be millions of
// triangles for every bore. From 10 km on, where it is a wrong unit that makes them large, as many as of a metre.
double mostOf(double diagonal) {
  constexpr double kShare = kCadChord;  // of a part of 1 m
  const double times = diagonal / (1000.0 * kLargePart);
  return times <= 1.0 ? 1000.0 * kCadChord : std::min(1000.0 * kCadChord * times * times, kShare * diagonal);
}

// The chord that was taken, millimetres.
double meshShape(const TopoDS_Shape& shape, const Fineness& wish, const Message_ProgressRange& progress) {
  const double diagonal = diagonalOf(shape);
  IMeshTools_Parameters p;
  const double most = mostOf(diagonal);
  p.Deflection = std::clamp(diagonal * (wish.fine ? 0.0005 : 0.002), 1e-4, most);
  if (wish.chord_m > 0.0) p.Deflection = 1000.0 * wish.chord_m;
  p.Angle = wish.angle_rad > 0.0 ? wish.angle_rad : wish.fine ? 0.17 : 0.35;  // 10 and 20 degrees
  p.InParallel = Standard_False;
  p.Relative = Standard_False;
  p.AllowQualityDecrease = Standard_True;
  BRepMesh_IncrementalMesh mesh(shape, p, progress);
  return p.Deflection;
}

CadFace analyticFace(const TopoDS_Face& face) {
  CadFace out;
  const BRepAdaptor_Surface surface(face, Standard_False);
  const auto set = [&out](CadFace::Surface kind, const gp_Ax3& axes, double r1, double r2) {
    out.surface = kind;
    out.origin = metres(axes.Location());
    out.axis = direction(axes.Direction());
    out.radius = r1;
    out.radius2 = r2;
  };
  switch (surface.GetType()) {
    case GeomAbs_Plane: {
      set(CadFace::Surface::kPlane, surface.Plane().Position(), 0.0, 0.0);
      // A left-handed axis system turns the normal of the surface.
      const bool turned = surface.Plane().Direct() == Standard_False;
      if ((face.Orientation() == TopAbs_REVERSED) != turned) out.axis = -out.axis;
      break;
    }
    case GeomAbs_Cylinder:
      set(CadFace::Surface::kCylinder, surface.Cylinder().Position(), surface.Cylinder().Radius() * kMetre, 0.0);
      break;
    case GeomAbs_Cone:
      set(CadFace::Surface::kCone, surface.Cone().Position(), surface.Cone().RefRadius() * kMetre,
          surface.Cone().SemiAngle());
      break;
    case GeomAbs_Sphere:
      set(CadFace::Surface::kSphere, surface.Sphere().Position(), surface.Sphere().Radius() * kMetre, 0.0);
      break;
    case GeomAbs_Torus:
      set(CadFace::Surface::kTorus, surface.Torus().Position(), surface.Torus().MajorRadius() * kMetre,
          surface.Torus().MinorRadius() * kMetre);
      break;
    default: break;
  }
  return out;
}

// Each face keeps vertices of its own, so that its normals stay smooth inside and crisp at its edges.
bool appendFace(const TopoDS_Face& face, geometry::Mesh& out) {
  TopLoc_Location location;
  const Handle(Poly_Triangulation) t = BRep_Tool::Triangulation(face, location);
  if (t.IsNull() || t->NbTriangles() == 0) return false;
  const gp_Trsf placement = location.Transformation();
  const auto v0 = static_cast<std::uint32_t>(out.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(out.triangles.size());
  for (int i = 1; i <= t->NbNodes(); ++i) {
    const Vec3 p = metres(t->Node(i).Transformed(placement));
    if (!p.allFinite() || p.cwiseAbs().maxCoeff() > 1e8) {
      out.vertices.resize(v0);
      return false;
    }
    out.vertices.push_back(p);
  }
  const bool turn = (face.Orientation() == TopAbs_REVERSED) != placement.IsNegative();
  for (int i = 1; i <= t->NbTriangles(); ++i) {
    int a = 0, b = 0, c = 0;
    t->Triangle(i).Get(a, b, c);
    if (turn) std::swap(b, c);
    out.triangles.push_back({v0 + static_cast<std::uint32_t>(a - 1), v0 + static_cast<std::uint32_t>(b - 1),
                             v0 + static_cast<std::uint32_t>(c - 1)});
  }
  CadFace table = analyticFace(face);
  if (!table.origin.allFinite() || !std::isfinite(table.radius)) table = CadFace();
  table.first = t0;
  table.count = static_cast<std::uint32_t>(out.triangles.size()) - t0;
  out.faces.push_back(table);
  return true;
}

void computeNormals(geometry::Mesh& mesh) {
  std::vector<Vec3> sums(mesh.vertices.size(), Vec3::Zero());
  for (const geometry::Triangle& t : mesh.triangles) {
    const Vec3 n = (mesh.vertices[t[1]] - mesh.vertices[t[0]]).cross(mesh.vertices[t[2]] - mesh.vertices[t[0]]);
    for (const std::uint32_t v : t) sums[v] += n;
  }
  mesh.normals.reserve(sums.size());
  for (const Vec3& n : sums) {
    const double length = n.norm();
    mesh.normals.push_back(length > 0.0 ? Eigen::Vector3f((n / length).cast<float>()) : Eigen::Vector3f(0, 0, 1));
  }
}

void appendColors(const std::vector<int>& color_of_face, const FaceColors& colors, geometry::Mesh& mesh) {
  if (std::ranges::all_of(color_of_face, [](int c) { return c < 0; })) return;
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    if (color_of_face[i] < 0) continue;
    const geometry::Color color = colors.table[static_cast<std::size_t>(color_of_face[i])];
    const CadFace& face = mesh.faces[i];
    if (!mesh.colors.empty() && mesh.colors.back().color == color &&
        mesh.colors.back().first + mesh.colors.back().count == face.first) {
      mesh.colors.back().count += face.count;
    } else {
      mesh.colors.push_back({face.first, face.count, color});
    }
  }
}

void appendEdges(const TopoDS_Shape& shape, geometry::Mesh& out) {
  TopTools_IndexedDataMapOfShapeListOfShape faces_of_edge;
  TopExp::MapShapesAndAncestors(shape, TopAbs_EDGE, TopAbs_FACE, faces_of_edge);
  for (int i = 1; i <= faces_of_edge.Extent(); ++i) {
    const TopoDS_Edge& edge = TopoDS::Edge(faces_of_edge.FindKey(i));
    if (BRep_Tool::Degenerated(edge) || faces_of_edge(i).IsEmpty()) continue;
    const TopoDS_Face& face = TopoDS::Face(faces_of_edge(i).First());
    if (BRep_Tool::IsClosed(edge, face)) continue;  // a seam, not an edge to see
    TopLoc_Location location;
    const Handle(Poly_Triangulation) t = BRep_Tool::Triangulation(face, location);
    if (t.IsNull()) continue;
    const Handle(Poly_PolygonOnTriangulation) polygon = BRep_Tool::PolygonOnTriangulation(edge, t, location);
    if (polygon.IsNull() || polygon->NbNodes() < 2) continue;
    std::vector<Vec3> line;
    for (int n = 1; n <= polygon->NbNodes(); ++n)
      line.push_back(metres(t->Node(polygon->Node(n)).Transformed(location.Transformation())));
    if (std::ranges::all_of(line, [](const Vec3& p) { return p.allFinite(); })) out.edges.push_back(std::move(line));
  }
}

}  // namespace

TessellationResult tessellateShape(const TopoDS_Shape& shape, const Fineness& fineness, const FaceColors& colors,
                                   const Message_ProgressRange& progress) {
  TessellationResult out;
  out.chord_m = kMetre * meshShape(shape, fineness, progress);
  std::vector<int> color_of_face;
  for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
    const TopoDS_Face& face = TopoDS::Face(it.Current());
    if (!appendFace(face, out.mesh)) {
      ++out.faces_failed;
      continue;
    }
    const int* color = colors.index.Seek(face);
    color_of_face.push_back(color != nullptr ? *color : -1);
  }
  computeNormals(out.mesh);
  appendColors(color_of_face, colors, out.mesh);
  appendEdges(shape, out.mesh);
  return out;
}

}  // namespace ww::io::worker
