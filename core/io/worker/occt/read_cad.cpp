// SPDX-License-Identifier: Apache-2.0
// The other files that the CAD kernel reads: IGES, and its own B-rep files.
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BinTools.hxx>
#include <IGESBasic_Name.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESEntity.hxx>
#include <IGESData_IGESModel.hxx>
#include <Standard_Failure.hxx>
#include <TDataStd_Name.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <fstream>
#include <functional>
#include <sstream>

#include "core/base/hash.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/cad_document.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/scene_text.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxCadBytes = 1ull << 30;

Status cadUnreadable(const ReadContext& context, const char* kind) {
  return fail(failures::kCadUnreadable,
              {{"file", arg::Name{context.path.filename().string()}}, {"kind", arg::Words{kind}}});
}

Status noCad(const ReadContext& context, const char* kind) {
  return fail(failures::kCadNoKind,
              {{"file", arg::Name{context.path.filename().string()}}, {"kind", arg::Words{kind}}});
}

Handle(TDocStd_Document) cadDocument() {
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
  return document;
}

// What the kernel throws becomes a message.
template <typename Work>
Status cadGuarded(const ReadContext& context, const char* kind, const Work& work) {
  try {
    return work();
  } catch (const Standard_Failure&) {
    return cadUnreadable(context, kind);
  }
}

// The cards of an IGES file end with T; one that is cut off has no such section.
bool igesEnds(std::string_view text) {
  const auto lines = splitLines(text.substr(text.size() - std::min<std::size_t>(text.size(), 1000)));
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (trim(*line).empty()) continue;
    return line->size() >= 73 && (*line)[72] == 'T';
  }
  return false;
}

// Its first card is of the start section, or says that the file is packed.
bool igesBegins(std::string_view text) {
  const auto lines = splitLines(text.substr(0, 400));
  return !lines.empty() && lines[0].size() >= 73 && (lines[0][72] == 'S' || lines[0][72] == 'C');
}

// The names that IGES has for units: MM, INCH, M and the like.
std::string igesUnit(const IGESCAFControl_Reader& reader) {
  const Handle(IGESData_IGESModel) model = reader.IGESModel();
  if (model.IsNull()) return "mm";
  const Handle(TCollection_HAsciiString) name = model->GlobalSection().UnitName();
  const std::string text = name.IsNull() ? std::string() : toLowerAscii(trim(name->ToCString()));
  if (text == "inch" || text == "in") return "in";
  if (text == "ft" || text == "m" || text == "km" || text == "cm" || text == "um") return text;
  return "mm";
}

// Before they are transferred: by then each is taken for UTF-8.
void igesNamesInUtf8(ReadContext& context, const Handle(IGESData_IGESModel) & model, std::string& encoding) {
  if (model.IsNull()) return;
  const auto each = [&](const std::function<void(std::string&)>& f) {
    const auto changed = [&f](const Handle(TCollection_HAsciiString) & text) {
      Handle(TCollection_HAsciiString) out;
      if (text.IsNull()) return out;
      std::string name = text->ToCString();
      f(name);
      if (name != text->ToCString()) out = new TCollection_HAsciiString(name.c_str());
      return out;
    };
    for (Standard_Integer i = 1; i <= model->NbEntities(); ++i) {
      const Handle(IGESData_IGESEntity) entity = model->Entity(i);
      if (const auto label = changed(entity->ShortLabel()); !label.IsNull()) entity->SetLabel(label);
      const auto named = Handle(IGESBasic_Name)::DownCast(entity);
      if (named.IsNull()) continue;
      if (const auto name = changed(named->Value()); !name.IsNull()) named->Init(named->NbPropertyValues(), name);
    }
  };
  namesInUtf8(context, each, encoding);
}

Status readIgesFile(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the IGES file")));
  WW_ASSIGN(const std::string text, readWhole(context.path, kMaxCadBytes));
  if (text.size() < 80) WW_TRY(notText("IGES file", context.path));
  if (!igesBegins(text)) return noCad(context, "IGES");
  if (!igesEnds(text)) return fail(failures::kIgesCut, {{"file", arg::Name{context.path.filename().string()}}});
  const std::string hash = toHex(sha256(text));
  // The library opens files by their names alone.
  const std::filesystem::path copy = context.scratch / "model.igs";
  std::ofstream(copy, std::ios::binary) << text;
  IGESCAFControl_Reader reader;
  reader.SetColorMode(Standard_True);
  reader.SetNameMode(Standard_True);
  reader.SetLayerMode(Standard_False);
  if (reader.ReadFile(copy.c_str()) != IFSelect_RetDone) return cadUnreadable(context, "IGES");
  igesNamesInUtf8(context, reader.IGESModel(), scene.encoding);
  context.report.progress(0.25, phrase(WW_TEXT("Core", "building shapes")));
  Handle(TDocStd_Document) document = cadDocument();
  if (!reader.Transfer(document)) return cadUnreadable(context, "IGES");
  scene.unit = igesUnit(reader);
  noteOwnUnit(context, scene.unit);
  return readCadDocument(context, document, hash, scene);
}

// Text or binary. The kernel reads "CASCADE Topology" with or without the line that its test program writes first.
Status readBrepFile(ReadContext& context, Scene& scene) {
  context.report.stage(phrase(WW_TEXT("Core", "reading the B-rep file")));
  WW_ASSIGN(std::string text, readWhole(context.path, kMaxCadBytes));
  const std::size_t start = text.find("CASCADE Topology");
  if (start == std::string::npos) return noCad(context, "B-rep");
  const std::string hash = toHex(sha256(text));
  static constexpr std::string_view kBinary = "\nOpen CASCADE Topology";
  const bool is_binary = text.starts_with(kBinary);
  std::istringstream in(is_binary ? text : text.substr(start));
  text.clear();
  TopoDS_Shape shape;
  if (is_binary) BinTools::Read(shape, in);
  else BRepTools::Read(shape, in, BRep_Builder());
  if (shape.IsNull()) return cadUnreadable(context, "B-rep");
  context.report.progress(0.25, phrase(WW_TEXT("Core", "building shapes")));
  // Such files do not say their unit; the kernel's is the millimetre.
  const double metres = context.options.unit_scale > 0.0 ? context.options.unit_scale : 1e-3;
  scene.unit = unitName(metres);
  if (metres != 1e-3) {
    gp_Trsf scale;
    scale.SetScale(gp_Pnt(0, 0, 0), metres * 1e3);
    shape = BRepBuilderAPI_Transform(shape, scale, Standard_True).Shape();
  }
  Handle(TDocStd_Document) document = cadDocument();
  const Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
  const TDF_Label label = shapes->AddShape(shape, shape.ShapeType() == TopAbs_COMPOUND);
  TDataStd_Name::Set(label, TCollection_ExtendedString(context.path.stem().c_str(), Standard_True));
  return readCadDocument(context, document, hash, scene);
}

}  // namespace

Status readIges(ReadContext& context, Scene& scene) {
  return cadGuarded(context, "IGES", [&] { return readIgesFile(context, scene); });
}

Status readBrep(ReadContext& context, Scene& scene) {
  return cadGuarded(context, "B-rep", [&] { return readBrepFile(context, scene); });
}

}  // namespace ww::io::worker
