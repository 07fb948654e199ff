// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <IFSelect_ReturnStatus.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <StepData_StepModel.hxx>
#include <StepData_UndefinedEntity.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>

#include "core/base/hash.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/cad_document.h"
#include "core/io/worker/occt/prescan.h"
#include "core/io/worker/occt/progress.h"
#include "core/io/worker/occt/step_labels.h"
#include "core/io/worker/occt/step_models.h"
#include "core/io/worker/occt/step_notes.h"
#include "core/io/worker/occt/step_text.h"
#include "core/io/worker/occt/step_tree.h"
#include "core/io/worker/occt/step_untaken.h"
#include "core/io/worker/readers.h"
#include "core/io/worker/units.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMaxBytes = 2ull << 30;
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

struct Prepared {
  std::filesystem::path path;  // that the library may open: a copy in UTF-8 without byte order mark, if it is not so
  bool has_shape = true;
  std::string sha256;         // of the file
  Status doubt = okStatus();  // what is wrong with the text, should the library fail by it
  bool sound = true;          // nothing that is lost has been told of yet
  std::string encoding;       // of names in the file
};

Result<Prepared> prepare(ReadContext& context) {
  WW_ASSIGN(const std::string bytes, readWhole(context.path, kMaxBytes));
  const auto [other, encoding] = stepInUtf8(context, bytes);
  const std::string& text = other ? *other : bytes;
  WW_ASSIGN(const StepSummary summary, scanStep(text, context.path.filename().string()));
  if (toLowerAscii(summary.schema).starts_with("ifc"))
    return fail(failures::kStepIfc, {{"file", arg::Name{context.path.filename().string()}},
                                     {"schema", arg::Words{cleanUtf8(summary.schema, 40)}}});
  if (!summary.ends) context.report.warn("step-cut", fail(failures::kStepCut));
  for (const Status& lost : summary.lost) context.report.warn("step-entities", lost);
  for (const std::string& name : summary.external_files) {
    const FailureArg part{"part", arg::Name{cleanUtf8(name, 200)}};
    if (name.find("..") != std::string::npos || name.starts_with('/') || name.find(':') != std::string::npos)
      return fail(failures::kStepOutside, {part});
    if (!context.files.resolve(name, context.path.parent_path()).ok())
      context.report.warn("part-missing", fail(failures::kStepPartMissing, {part}), name);
  }
  const std::string hash = toHex(sha256(bytes));
  const bool sound = summary.ends && summary.lost.empty();
  if (!other && withoutBom(text).size() == text.size())
    return Prepared{context.path, summary.has_shape, hash, summary.doubt, sound, encoding};
  const std::filesystem::path copy = context.scratch / "in_utf8.step";
  std::ofstream(copy, std::ios::binary) << withoutBom(text);
  return Prepared{copy, summary.has_shape, hash, summary.doubt, sound, encoding};
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

bool isOfShapes(const std::string& kind) {
  static const std::vector<std::string> known{"ADVANCED_FACE", "FACE_SURFACE",        "CLOSED_SHELL",
                                              "OPEN_SHELL",    "MANIFOLD_SOLID_BREP", "SHELL_BASED_SURFACE_MODEL"};
  constexpr std::string_view kWords[] = {"FACE", "SHELL", "BREP", "SURFACE", "SOLID", "TESSELLATED", "TRIANGULATED"};
  return !nearestNames(kind, known, 1).empty() ||
         std::ranges::any_of(kWords, [&](std::string_view word) { return kind.find(word) != std::string::npos; });
}

// What the library has no class for, such as triangles instead of surfaces, or a name that is misspelt: it is read as
// if it were not there.
Status nothingKnown(const ReadContext& context, STEPCAFControl_Reader& reader) {
  const Handle(StepData_StepModel) model = reader.ChangeReader().StepModel();
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t count = 0;
  for (Standard_Integer i = 1; !model.IsNull() && i <= model->NbEntities(); ++i) {
    const Handle(StepData_UndefinedEntity) unknown = Handle(StepData_UndefinedEntity)::DownCast(model->Value(i));
    if (unknown.IsNull()) continue;
    ++counts[cleanUtf8(unknown->StepType(), 60)];
    ++count;
  }
  if (counts.empty()) return nothingToShow(context);
  std::vector<std::string> kinds;
  for (const auto& [kind, times] : counts) kinds.push_back(kind);
  // Those that shapes would be made of come first, then the most frequent.
  const auto rank = [&](const std::string& kind) { return std::pair(!isOfShapes(kind), ~counts[kind]); };
  std::ranges::stable_sort(kinds, {}, rank);
  return fail(failures::kStepUnknownKinds, {{"file", arg::Name{context.path.filename().string()}},
                                            {"count", arg::Count{count}},
                                            {"kinds", arg::Names{std::move(kinds)}}});
}

// The documents have an import of a file without a shape end with one link.
Status emptyLink(ReadContext& context, Status nothing, Scene& scene) {
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
  if (!cut && !file.has_shape && file.doubt.ok()) return nothingToShow(context);
  if (cut) return fail(failures::kStepCut);
  return file.doubt.ok() ? fail(row) : fail(failures::kStepFailsBy, {}, file.doubt);
}

// What is at work, for the message should the library crash: with what is wrong with the text, as it dies of that.
Phrase stageWith(Phrase stage, const Status& doubt) {
  if (doubt.ok()) return stage;
  return phrase(WW_TEXT("Core", "{stage} ({doubt})"), {{"stage", std::move(stage)}, {"doubt", told(doubt)}});
}

// Y up becomes z up by a quarter turn about x, as for meshes: CAD files do not say it.
void standUp(Scene& scene) {
  const Pose turn{Vec3::Zero(), Quat(Eigen::AngleAxisd(M_PI_2, Vec3::UnitX()))};
  for (Model& model : scene.models) model.file_t_model = turn * model.file_t_model;
  if (!scene.file_bounds.empty()) scene.file_bounds = scene.file_bounds.transformed(Eigen::Affine3d(turn.isometry()));
}

bool isEmpty(const Status& status) { return status.failure && status.failure->row == &failures::kStepEmpty; }

Status transfer(ReadContext& context, const Prepared& file, STEPCAFControl_Reader& reader,
                Handle(TDocStd_Document) & document) {
  context.report.stage(stageWith(phrase(WW_TEXT("Core", "reading the STEP file")), file.doubt));
  context.report.progress(0.05, phrase(WW_TEXT("Core", "reading the STEP file")));
  reader.SetColorMode(Standard_True);
  reader.SetNameMode(Standard_True);
  reader.SetSHUOMode(Standard_True);
  reader.SetLayerMode(Standard_True);
  reader.SetPropsMode(Standard_True);
  reader.SetGDTMode(Standard_False);
  reader.SetMatMode(Standard_False);
  reader.SetViewMode(Standard_False);
  if (reader.ReadFile(file.path.c_str()) != IFSelect_RetDone) return noResult(context, file, failures::kStepUnreadable);
  keepInstanceNames(reader.ChangeReader().StepModel());
  context.report.stage(stageWith(phrase(WW_TEXT("Core", "building the shapes of the STEP file")), file.doubt));
  Handle(ProgressForwarder) progress =
      new ProgressForwarder(context.report, 0.25, 0.5, phrase(WW_TEXT("Core", "building shapes")));
  if (reader.Transfer(document, progress->Start())) return okStatus();
  Status none = noResult(context, file, failures::kStepNoShape);
  if (none.failure->row != &failures::kStepNoShape) return none;
  Status unknown = nothingKnown(context, reader);
  return isEmpty(unknown) ? none : unknown;
}

// A file that was unpacked for this import alone is known by its name.
StepOrigin originOf(const ReadContext& context, const std::string& sha256) {
  const bool unpacked = context.path.string().starts_with(context.scratch.string());
  return {context.path.stem().string(), unpacked ? context.path.filename().string() : context.path.string(), sha256,
          context.options.fine ? "fine" : "coarse"};
}

Status readStepFile(ReadContext& context, Scene& scene, Status& doubt) {
  silence();
  WW_ASSIGN(const Prepared file, prepare(context));
  doubt = file.doubt;
  Handle(TDocStd_Document) document = newDocument();
  STEPCAFControl_Reader reader;
  Status built = transfer(context, file, reader, document);
  if (isEmpty(built)) return emptyLink(context, nothingKnown(context, reader), scene);
  WW_TRY(built);
  if (file.sound) tellUntaken(context, reader.ChangeReader().StepModel());
  scene.unit = fileUnit(reader);
  if (!file.encoding.empty()) scene.encoding = file.encoding;
  noteOwnUnit(context, scene.unit);
  return readCadDocument(context, document, file.sha256, scene, [&] { return nothingKnown(context, reader); });
}

}  // namespace

Status readCadDocument(ReadContext& context, const Handle(TDocStd_Document) & document, const std::string& sha256,
                       Scene& scene, const std::function<Status()>& nothing) {
  StepTree tree(context, document, scene.exact);
  WW_TRY(tree.run());
  scene.solids = tree.solids();
  scene.file_bounds = tree.bounds();
  if (tree.facesFailed() > 0) {
    context.report.warn("faces-lost", tree.facesFailed() == 1 ? fail(failures::kStepFaceLost)
                                                              : fail(failures::kStepFacesLost,
                                                                     {{"count", arg::Count{tree.facesFailed()}}}));
  }
  scene.models = stepModels(tree, context.options.parts, originOf(context, sha256));
  if (scene.models.empty()) return emptyLink(context, nothing ? nothing() : nothingToShow(context), scene);
  if (context.options.up_axis == "y") standUp(scene);
  if (tree.solids() == 0) context.report.warn("no-solids", fail(failures::kStepNoSolid));
  noteStep(tree, document, context.options.chord_m > 0.0, context.report);
  return okStatus();
}

Status readStep(ReadContext& context, Scene& scene) {
  Status doubt = okStatus();
  try {
    return readStepFile(context, scene, doubt);
  } catch (const Standard_Failure& failure) {
    if (!doubt.ok()) return fail(failures::kStepFailsBy, {}, doubt);
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
