// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/exact_bounds.h"

#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>

#include <optional>

namespace ww::io::worker {
namespace {

constexpr double kClose = 1e-7;  // mm
constexpr double kMetresPerMm = 1e-3;

std::optional<Bounds> sizeOf(Bnd_Box& box) {
  if (box.IsVoid() || box.IsOpen()) return std::nullopt;
  box.SetGap(0.0);
  Bounds out;
  box.Get(out.min.x(), out.min.y(), out.min.z(), out.max.x(), out.max.y(), out.max.z());
  return out;
}

// A box that holds a face and may be larger than it: free surfaces by their poles.
std::optional<Bounds> roughBounds(const TopoDS_Face& face) {
  Bnd_Box box;
  BRepBndLib::Add(face, box, Standard_False);
  return sizeOf(box);
}

// Of a face or an edge; by its triangles where the library finds no extreme.
std::optional<Bounds> closeBounds(const TopoDS_Shape& shape) {
  try {
    Bnd_Box box;
    BRepBndLib::AddOptimal(shape, box, Standard_False, Standard_False);
    return sizeOf(box);
  } catch (const Standard_Failure&) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box, Standard_True);
    return sizeOf(box);
  }
}

bool isFree(const TopoDS_Face& face) { return BRepAdaptor_Surface(face, Standard_False).GetType() > GeomAbs_Torus; }

bool holds(const Bounds& box, const Bounds& other) {
  return (box.min.array() <= other.min.array() + kClose).all() && (box.max.array() >= other.max.array() - kClose).all();
}

}  // namespace

Bounds exactBounds(const std::vector<TopoDS_Shape>& shapes) {
  Bounds out;
  std::vector<TopoDS_Face> faces;
  for (const TopoDS_Shape& shape : shapes) {
    for (TopExp_Explorer it(shape, TopAbs_EDGE, TopAbs_FACE); it.More(); it.Next()) {
      if (const auto curve = closeBounds(it.Current())) out.add(*curve);
    }
    for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) {
      faces.push_back(TopoDS::Face(it.Current()));
      for (TopExp_Explorer at(it.Current(), TopAbs_VERTEX); at.More(); at.Next()) {
        const gp_Pnt p = BRep_Tool::Pnt(TopoDS::Vertex(at.Current()));
        out.add(Vec3(p.X(), p.Y(), p.Z()));
      }
    }
  }
  // The exact box of a free surface takes long: first those that are quick, then what reaches beyond them.
  for (const bool free : {false, true}) {
    for (const TopoDS_Face& face : faces) {
      if (isFree(face) != free) continue;
      const auto rough = roughBounds(face);
      if (!rough) return {};
      if (!out.empty() && holds(out, *rough)) continue;
      if (const auto close = closeBounds(face)) {
        // Never beyond what surely holds it.
        out.add(close->min.cwiseMax(rough->min));
        out.add(close->max.cwiseMin(rough->max));
      }
    }
  }
  if (out.empty()) return out;
  out.min *= kMetresPerMm;
  out.max *= kMetresPerMm;
  return out;
}

}  // namespace ww::io::worker
