// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TDF_Label.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDocStd_Document.hxx>
#include <TopTools_DataMapOfShapeInteger.hxx>
#include <TopoDS_Shape.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Trsf.hxx>
#include <optional>
#include <string>
#include <vector>

#include "core/io/worker/context.h"
#include "core/io/worker/occt/tessellate.h"

namespace ww::io::worker {

// A part, however often it occurs.
struct CadPart {
  TDF_Label label;
  TopoDS_Shape shape;  // millimetres
  std::uint64_t solids = 0;
  std::uint64_t curves = 0;              // that bound no face
  ShapePtr mesh;                         // metres; null: nothing to show
  std::optional<geometry::Color> color;  // of the whole part
  double chord_m = 0.0;                  // how far its triangles may lie off it
};

// One occurrence of a part or of an assembly.
struct CadUse {
  static constexpr int kNone = -1;
  int parent = kNone;                    // an earlier one; kNone: it stands in the file by itself
  int part = kNone;                      // kNone: an assembly
  std::string name;                      // for people
  std::string part_name;                 // what the part is called in the file
  std::string path;                      // "gearbox/cover #2", each once
  gp_Trsf root_t_this;                   // millimetres
  std::optional<geometry::Color> color;  // from an occurrence at or above: it wins over those of part and faces
  bool hidden = false;
};

// Walks the assemblies of a document and gives each part one shape, however often it occurs.
class StepTree {
 public:
  StepTree(ReadContext& context, const Handle(TDocStd_Document) & document, ExactShapes& exact)
      : context_(context), shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())), exact_(exact) {}

  // Errors: more parts, triangles or levels than the options allow.
  Status run();

  const std::vector<CadPart>& parts() const { return parts_; }
  const std::vector<CadUse>& uses() const { return uses_; }  // parents first
  std::uint64_t solids() const { return solids_; }           // of the file, hidden ones, too
  std::uint64_t facesFailed() const { return faces_failed_; }
  // Metres, of the exact faces and curves of the file, hidden ones, too.
  const Bounds& bounds() const { return bounds_; }

 private:
  struct Above {
    int use = CadUse::kNone;
    gp_Trsf root_t_this;
    std::string path;
    std::optional<geometry::Color> color;
    bool hidden = false;
    TDF_LabelSequence components;
  };

  // `place`: the name among those beside it, each once. Errors: those of run().
  Status visit(const TDF_Label& label, const Above& above, const std::string& name, const std::string& place);
  Status addPart(const TDF_Label& label, CadUse use);
  Status visitComponents(const TDF_Label& assembly, const Above& here);
  void showAllIfNothing();
  FaceColors faceColors(const CadPart& part) const;
  Status tessellateAll();  // errors: those of run()

  ReadContext& context_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  ExactShapes& exact_;
  std::vector<CadPart> parts_;
  std::vector<CadUse> uses_;
  TopTools_DataMapOfShapeInteger part_of_shape_;
  std::uint64_t solids_ = 0, faces_failed_ = 0, instances_ = 0;
  Bounds bounds_;
};

}  // namespace ww::io::worker
