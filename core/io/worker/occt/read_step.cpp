// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <BRepBndLib.hxx>
#include <Bnd_Box.hxx>
#include <IFSelect_ReturnStatus.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <Message_ProgressIndicator.hxx>
#include <Quantity_ColorRGBA.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <algorithm>
#include <fstream>
#include <optional>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/cad_document.h"
#include "core/io/worker/occt/exact_shape.h"
#include "core/io/worker/occt/prescan.h"
#include "core/io/worker/occt/tessellate.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 2ull << 30;
constexpr int kMaxAssemblyDepth = 100;

// OCCT reports far too often; the reporter drops what comes within 50 ms.
class ProgressForwarder : public Message_ProgressIndicator {
 public:
  ProgressForwarder(Reporter& report, double from, double to, Phrase text)
      : report_(report), from_(from), to_(to), text_(std::move(text)) {}

 protected:
  void Show(const Message_ProgressScope&, const Standard_Boolean) override {
    report_.progress(from_ + (to_ - from_) * GetPosition(), text_);
  }

 private:
  Reporter& report_;
  double from_, to_;
  Phrase text_;
};

std::string labelName(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  const TCollection_ExtendedString& text = name->Get();
  std::string out(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
  Standard_PCharacter at = out.data();
  text.ToUTF8CString(at);
  out.resize(std::char_traits<char>::length(out.c_str()));
  out = cleanUtf8(trim(out), 200);
  return out.starts_with("=>[") ? std::string() : out;
}

std::optional<geometry::Color> labelColor(const TDF_Label& label) {
  Quantity_ColorRGBA color;
  const Handle(XCAFDoc_ColorTool) tool = XCAFDoc_DocumentTool::ColorTool(label);
  for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
    if (!tool->GetColor(label, type, color)) continue;
    double r = 0, g = 0, b = 0;
    color.GetRGB().Values(r, g, b, Quantity_TOC_sRGB);
    const auto unit = [](double v) { return static_cast<float>(std::clamp(v, 0.0, 1.0)); };
    return geometry::Color{unit(r), unit(g), unit(b), unit(static_cast<double>(color.Alpha()))};
  }
  return std::nullopt;
}

// What OCCT calls the units of a file: "millimetre", or the name of a conversion such as 'INCH'.
std::string unitText(const std::string& occt) {
  struct Row {
    std::string_view part, unit;
  };
  static constexpr Row kRows[] = {{"milli", "mm"}, {"centi", "cm"}, {"micro", "um"}, {"nano", "nm"},
                                  {"deci", "dm"},  {"kilo", "km"},  {"inch", "in"},  {"foot", "ft"},
                                  {"feet", "ft"},  {"yard", "yd"},  {"mile", "mi"}};
  const std::string u = toLowerAscii(occt);
  for (const Row& row : kRows) {
    if (u.find(row.part) != std::string::npos) return std::string(row.unit);
  }
  if (u == "metre" || u == "meter" || u == "m") return "m";
  return u.empty() ? "mm" : u;
}

// Walks the assembly and gives each part one shape, however often it occurs.
class StepTree {
 public:
  StepTree(ReadContext& context, const Handle(TDocStd_Document) & document, LinkPart& link, ExactShapes& exact)
      : context_(context), shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())), link_(link), exact_(exact) {}

  Status run() {
    TDF_LabelSequence roots;
    shapes_->GetFreeShapes(roots);
    Bnd_Box box;
    for (int i = 1; i <= roots.Length(); ++i) BRepBndLib::Add(XCAFDoc_ShapeTool::GetShape(roots.Value(i)), box);
    setBounds(box);
    for (int i = 1; i <= roots.Length(); ++i) {
      WW_TRY(visit(roots.Value(i), gp_Trsf(), {}, std::nullopt, 0));
    }
    return tessellateAll();
  }
  std::uint64_t solids = 0;
  std::uint64_t faces_failed = 0;
  Bounds bounds;  // metres, of the exact shapes and curves

 private:
  void setBounds(const Bnd_Box& box) {
    if (box.IsVoid() || box.IsOpen()) return;
    double a[6];
    box.Get(a[0], a[1], a[2], a[3], a[4], a[5]);
    bounds.add(Vec3(a[0], a[1], a[2]) * 1e-3);
    bounds.add(Vec3(a[3], a[4], a[5]) * 1e-3);
  }

  struct Part {
    TDF_Label label;
    TopoDS_Shape shape;
    std::uint64_t solids = 0;
    ShapePtr mesh;                         // null: nothing to show
    std::optional<geometry::Color> color;  // of the whole part
  };
  struct Instance {
    std::size_t part;
    std::string path;
    gp_Trsf root_t_part;
    std::optional<geometry::Color> color;
  };

  Status visit(const TDF_Label& label, const gp_Trsf& root_t_this, const std::string& path,
               std::optional<geometry::Color> color, int depth) {
    if (depth > kMaxAssemblyDepth)
      return fail(failures::kStepTooDeep, {{"most", arg::Count{std::uint64_t{kMaxAssemblyDepth}}}});
    TDF_Label target = label;
    if (XCAFDoc_ShapeTool::IsReference(label)) {
      if (const auto own = labelColor(label); own && !color) color = own;
      XCAFDoc_ShapeTool::GetReferredShape(label, target);
    }
    std::string name = labelName(target);
    if (name.empty()) name = labelName(label);
    if (name.empty()) name = "part";
    const std::string here = path.empty() ? name : path + "/" + name;
    if (!XCAFDoc_ShapeTool::IsAssembly(target)) return addInstance(target, root_t_this, here, color);
    if (const auto own = labelColor(target); own && !color) color = own;
    TDF_LabelSequence components;
    XCAFDoc_ShapeTool::GetComponents(target, components);
    for (int i = 1; i <= components.Length(); ++i) {
      const gp_Trsf this_t_component = XCAFDoc_ShapeTool::GetLocation(components.Value(i)).Transformation();
      WW_TRY(visit(components.Value(i), root_t_this * this_t_component, here, color, depth + 1));
    }
    return okStatus();
  }

  Status addInstance(const TDF_Label& label, const gp_Trsf& root_t_part, const std::string& path,
                     std::optional<geometry::Color> color) {
    const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
    if (shape.IsNull()) return okStatus();
    std::size_t index = parts_.size();
    if (const int* known = part_of_shape_.Seek(shape)) {
      index = static_cast<std::size_t>(*known);
    } else {
      part_of_shape_.Bind(shape, static_cast<int>(index));
      Part part;
      part.label = label;
      part.shape = shape;
      for (TopExp_Explorer it(shape, TopAbs_SOLID); it.More(); it.Next()) ++part.solids;
      parts_.push_back(std::move(part));
    }
    solids += parts_[index].solids;
    instances_.push_back({index, path.substr(0, 900), root_t_part, color});
    if (instances_.size() <= context_.options.max_instances) return okStatus();
    return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
  }

  static void bindFaces(const TopoDS_Shape& shape, int color, FaceColors& out) {
    for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) out.index.Bind(it.Current(), color);
  }

  // Colours of sub-shapes, the larger ones first, so that a face's own colour wins over its solid's.
  FaceColors faceColors(const Part& part) const {
    FaceColors out;
    TDF_LabelSequence subs;
    XCAFDoc_ShapeTool::GetSubShapes(part.label, subs);
    for (const bool faces : {false, true}) {
      for (int i = 1; i <= subs.Length(); ++i) {
        const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(subs.Value(i));
        if (shape.IsNull() || (shape.ShapeType() == TopAbs_FACE) != faces) continue;
        const auto color = labelColor(subs.Value(i));
        if (!color) continue;
        out.table.push_back(*color);
        bindFaces(shape, static_cast<int>(out.table.size()) - 1, out);
      }
    }
    return out;
  }

  Status tessellateAll() {
    std::uint64_t triangles = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const double from = 0.5 + 0.4 * static_cast<double>(i) / static_cast<double>(parts_.size());
      Part& part = parts_[i];
      context_.report.stage(phrase(WW_TEXT("Core", "meshing {part}"), {{"part", arg::Words{labelName(part.label)}}}));
      Handle(ProgressForwarder) progress =
          new ProgressForwarder(context_.report, from, from + 0.4 / static_cast<double>(parts_.size()), "meshing");
      part.color = labelColor(part.label);
      const FaceColors colors = faceColors(part);
      TessellationResult made = tessellateShape(part.shape, context_.options.fine, colors, progress->Start());
      faces_failed += made.faces_failed;
      triangles += made.mesh.triangles.size();
      if (triangles > context_.options.max_triangles)
        return fail(failures::kMoreTrianglesThan, {{"most", arg::Count{context_.options.max_triangles}}});
      if (made.mesh.triangles.empty()) continue;
      singleColor(made.mesh, part);
      auto shape = std::make_shared<geometry::Shape>();
      shape->mesh = std::make_shared<geometry::Mesh>(std::move(made.mesh));
      if (context_.options.exact) exact_[shape.get()] = exactShape(part.shape, colors);
      part.mesh = std::move(shape);
    }
    place();
    return okStatus();
  }

  // One colour all over is the part's colour, which an instance may override.
  static void singleColor(geometry::Mesh& mesh, Part& part) {
    if (mesh.colors.empty()) return;
    std::uint32_t covered = 0;
    bool same = true;
    for (const geometry::ColorRun& run : mesh.colors) {
      covered += run.count;
      same = same && run.color == mesh.colors.front().color;
    }
    if (same && covered == mesh.triangles.size()) {
      part.color = mesh.colors.front().color;
      mesh.colors.clear();
    } else if (covered < mesh.triangles.size() && part.color) {
      fillGaps(mesh, *part.color);
    }
  }

  // Faces without a colour of their own show the part's.
  static void fillGaps(geometry::Mesh& mesh, const geometry::Color& color) {
    std::vector<geometry::ColorRun> all;
    std::uint32_t at = 0;
    for (const geometry::ColorRun& run : mesh.colors) {
      if (run.first > at) all.push_back({at, run.first - at, color});
      all.push_back(run);
      at = run.first + run.count;
    }
    const auto end = static_cast<std::uint32_t>(mesh.triangles.size());
    if (at < end) all.push_back({at, end - at, color});
    mesh.colors = std::move(all);
  }

  void place() {
    for (const Instance& instance : instances_) {
      const Part& part = parts_[instance.part];
      if (!part.mesh) continue;
      PlacedShape placed;
      placed.name = instance.path;
      placed.shape = part.mesh;
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
          placed.link_t_shape.linear()(row, column) = instance.root_t_part.Value(row + 1, column + 1);
        placed.link_t_shape.translation()[row] = instance.root_t_part.Value(row + 1, 4) * 1e-3;
      }
      placed.color = instance.color ? instance.color : part.color;
      link_.visuals.push_back(std::move(placed));
    }
  }

  ReadContext& context_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  LinkPart& link_;
  ExactShapes& exact_;
  std::vector<Part> parts_;
  std::vector<Instance> instances_;
  TopTools_DataMapOfShapeInteger part_of_shape_;
};

struct Prepared {
  std::filesystem::path path;  // that the library may open: a copy without byte order mark, when there is one
  bool has_shape = true;
};

Result<Prepared> prepare(ReadContext& context) {
  WW_ASSIGN(const std::string text, readWhole(context.path, kMaxBytes));
  WW_ASSIGN(const StepSummary summary, scanStep(text));
  if (toLowerAscii(summary.schema).starts_with("ifc"))
    return fail(failures::kStepIfc, {{"file", arg::Name{context.path.filename().string()}},
                                     {"schema", arg::Words{cleanUtf8(summary.schema, 40)}}});
  if (!summary.ends) context.report.warn("step-cut", fail(failures::kStepCut));
  for (const std::string& name : summary.external_files) {
    const FailureArg part{"part", arg::Name{cleanUtf8(name, 200)}};
    if (name.find("..") != std::string::npos || name.starts_with('/') || name.find(':') != std::string::npos)
      return fail(failures::kStepOutside, {part});
    if (!context.files.resolve(name, context.path.parent_path()).ok())
      context.report.warn("part-missing", fail(failures::kStepPartMissing, {part}), name);
  }
  if (withoutBom(text).size() == text.size()) return Prepared{context.path, summary.has_shape};
  const std::filesystem::path copy = context.scratch / "without_bom.step";
  std::ofstream(copy, std::ios::binary) << withoutBom(text);
  return Prepared{copy, summary.has_shape};
}

Handle(TDocStd_Document) newDocument() {
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
  return document;
}

void silence() { Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_PrinterOStream)); }

std::string fileUnit(STEPCAFControl_Reader& reader) {
  TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
  reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
  return unitText(lengths.IsEmpty() ? "" : lengths.First().ToCString());
}

Status nothingToShow(const ReadContext& context) {
  return fail(failures::kStepEmpty, {{"file", arg::Name{context.path.filename().string()}}});
}

// The documents have an import of a file without a shape end with one link.
Status emptyLink(ReadContext& context, Scene& scene) {
  Status nothing = nothingToShow(context);
  if (!context.options.documented) return nothing;
  context.report.warn("step-empty", nothing);
  scene.models.push_back(singleLink(context.path.stem().string(), LinkPart()));
  return okStatus();
}

// A file that is cut off fails for that, and a sound one without a shape is not damaged.
Status noResult(const ReadContext& context, const Prepared& file, const FailureRow& row) {
  const bool cut =
      std::ranges::any_of(context.report.diagnostics(), [](const Diagnostic& d) { return d.code == "step-cut"; });
  const bool empty = &row == &failures::kStepNoShape && !file.has_shape;
  if (!cut && empty) return nothingToShow(context);
  return fail(cut ? failures::kStepCut : row);
}

bool isEmpty(const Status& status) { return status.failure && status.failure->row == &failures::kStepEmpty; }

Status transfer(ReadContext& context, const Prepared& file, STEPCAFControl_Reader& reader,
                Handle(TDocStd_Document) & document) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the STEP file")));
  context.report.progress(0.05, phrase(WW_TEXT("Core", "reading the STEP file")));
  reader.SetColorMode(Standard_True);
  reader.SetNameMode(Standard_True);
  reader.SetLayerMode(Standard_True);
  reader.SetPropsMode(Standard_False);
  reader.SetGDTMode(Standard_False);
  reader.SetMatMode(Standard_False);
  reader.SetViewMode(Standard_False);
  if (reader.ReadFile(file.path.c_str()) != IFSelect_RetDone) return noResult(context, file, failures::kStepUnreadable);
  context.report.stage(phrase(WW_TEXT("Core", "building the shapes of the STEP file")));
  Handle(ProgressForwarder) progress =
      new ProgressForwarder(context.report, 0.25, 0.5, phrase(WW_TEXT("Core", "building shapes")));
  if (!reader.Transfer(document, progress->Start())) return noResult(context, file, failures::kStepNoShape);
  return okStatus();
}

Status readStepFile(ReadContext& context, Scene& scene) {
  silence();
  WW_ASSIGN(const Prepared file, prepare(context));
  Handle(TDocStd_Document) document = newDocument();
  STEPCAFControl_Reader reader;
  Status built = transfer(context, file, reader, document);
  if (isEmpty(built)) return emptyLink(context, scene);
  WW_TRY(built);
  scene.unit = fileUnit(reader);
  noteOwnUnit(context, scene.unit);
  return readCadDocument(context, document, scene);
}

}  // namespace

Status readCadDocument(ReadContext& context, const Handle(TDocStd_Document) & document, Scene& scene) {
  LinkPart link;
  StepTree tree(context, document, link, scene.exact);
  WW_TRY(tree.run());
  scene.solids = tree.solids;
  scene.file_bounds = tree.bounds;
  if (tree.faces_failed > 0) {
    context.report.warn("faces-lost", tree.faces_failed == 1
                                          ? fail(failures::kStepFaceLost)
                                          : fail(failures::kStepFacesLost, {{"count", arg::Count{tree.faces_failed}}}));
  }
  if (link.visuals.empty()) return emptyLink(context, scene);
  if (tree.solids == 0) context.report.warn("no-solids", fail(failures::kStepNoSolid));
  scene.models.push_back(singleLink(context.path.stem().string(), std::move(link)));
  return okStatus();
}

Status readStep(ReadContext& context, Scene& scene) {
  try {
    return readStepFile(context, scene);
  } catch (const Standard_Failure& failure) {
    const char* text = failure.GetMessageString();
    const char* reason = text != nullptr && *text != '\0' ? text : failure.DynamicType()->Name();
    return fail(failures::kStepRefused, {{"reason", arg::Words{cleanUtf8(reason, 300)}}});
  }
}

void warmUpStep() {
  try {
    silence();
    STEPCAFControl_Controller::Init();
    newDocument();
  } catch (const Standard_Failure&) {
    // What is wrong shows when the file is read.
  }
}

}  // namespace ww::io::worker
