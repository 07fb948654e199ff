// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/exact_shape.h"

#include <BinTools.hxx>
#include <BinTools_FormatVersion.hxx>
#include <Standard_Failure.hxx>
#include <TopExp.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "worldwright/v1/geometry.pb.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of one part

std::uint32_t bits(const geometry::Color& c) {
  std::uint32_t out = 0;
  for (const float v : {c.r, c.g, c.b, c.a})
    out = out << 8 | static_cast<std::uint32_t>(std::lround(255.0f * std::clamp(v, 0.0f, 1.0f)));
  return out;
}

geometry::Color colorOf(std::uint32_t rgba) {
  const auto part = [&](int shift) { return static_cast<float>(rgba >> shift & 0xff) / 255.0f; };
  return {part(24), part(16), part(8), part(0)};
}

TopTools_IndexedMapOfShape facesOf(const TopoDS_Shape& shape) {
  TopTools_IndexedMapOfShape out;
  TopExp::MapShapes(shape, TopAbs_FACE, out);
  return out;
}

}  // namespace

std::string exactShape(const TopoDS_Shape& shape, const FaceColors& colors) {
  std::ostringstream stream(std::ios::binary);
  try {
    BinTools::Write(shape, stream, Standard_False, Standard_False, BinTools_FormatVersion_CURRENT);
  } catch (const Standard_Failure&) {
    return {};  // an import does not fail for what only exports want
  }
  if (!stream.good()) return {};
  worldwright::v1::ExactShape out;
  out.set_brep(std::move(stream).str());
  if (out.brep().size() > kMostBytes) return {};
  if (!colors.table.empty()) {
    const TopTools_IndexedMapOfShape faces = facesOf(shape);
    for (int i = 1; i <= faces.Extent(); ++i) {
      const int* color = colors.index.Seek(faces(i));
      out.add_face_colors(color != nullptr ? bits(colors.table[static_cast<std::size_t>(*color)]) : 0);
    }
  }
  return out.SerializeAsString();
}

ReadShape readExact(const worldwright::v1::ExactShape& exact) {
  ReadShape out;
  try {
    std::istringstream stream(exact.brep(), std::ios::binary);
    BinTools::Read(out.shape, stream);
  } catch (const Standard_Failure&) {
    return {};
  }
  if (out.shape.IsNull()) return {};
  const TopTools_IndexedMapOfShape faces = facesOf(out.shape);
  // Of another number of faces nobody knows which is which.
  if (faces.Extent() != exact.face_colors_size()) return out;
  for (int i = 0; i < faces.Extent(); ++i)
    if (exact.face_colors(i) != 0) out.colors.emplace_back(TopoDS::Face(faces(i + 1)), colorOf(exact.face_colors(i)));
  return out;
}

}  // namespace ww::io::worker
