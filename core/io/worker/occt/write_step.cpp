// SPDX-License-Identifier: Apache-2.0
#include <IFSelect_ReturnStatus.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <Quantity_ColorRGBA.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <Standard_Failure.hxx>
#include <TCollection_ExtendedString.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopLoc_Location.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <memory>
#include <vector>

#include "core/geometry/store.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/build_shape.h"
#include "core/io/worker/occt/exact_shape.h"
#include "core/io/worker/occt/progress.h"
#include "core/io/worker/writers.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io::worker {
namespace {

namespace own = worldwright::v1;

constexpr double kBuilt = 0.1, kTransferred = 0.75;  // of the work

Quantity_ColorRGBA rgba(const geometry::Color& c) {
  return {
      Quantity_Color(static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b), Quantity_TOC_sRGB),
      c.a};
}

// The assembly as a document of the CAD kernel.
class AssemblyDocument {
 public:
  AssemblyDocument(const own::StepAssembly& assembly, Reporter& report) : assembly_(assembly), report_(report) {
    XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document_);
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
    colors_ = XCAFDoc_DocumentTool::ColorTool(document_->Main());
  }

  Status build() {
    const int count = assembly_.parts_size();
    for (int i = 0; i < count; ++i) {
      WW_TRY(addPart(assembly_.parts(i)));
      report_.progress(kBuilt * (i + 1) / count, phrase(WW_TEXT("Core", "building shapes")));
    }
    root_ = shapes_->NewShape();
    name(root_, assembly_.name());
    return addNodes();
  }

  bool write(const std::filesystem::path& out) {
    shapes_->UpdateAssemblies();
    Interface_Static::SetCVal("write.step.schema", "AP214IS");
    Interface_Static::SetCVal("write.step.unit", "MM");
    // Never taken apart: that takes as long as writing, and the process ends with its files.
    static auto& kept = *new std::vector<std::unique_ptr<STEPCAFControl_Writer>>;
    STEPCAFControl_Writer& writer = *kept.emplace_back(std::make_unique<STEPCAFControl_Writer>());
    // Curves in the plane of a face say no more than the lines in space, and are half of the time and of the file.
    Interface_Static::SetIVal("write.surfacecurve.mode", is_flat_ ? 0 : 1);
    writer.SetColorMode(Standard_True);
    writer.SetNameMode(Standard_True);
    const Phrase what = phrase(WW_TEXT("Core", "writing the STEP file"));
    Handle(ProgressForwarder) progress = new ProgressForwarder(report_, kBuilt, kTransferred, what);
    if (!writer.Transfer(document_, STEPControl_AsIs, nullptr, progress->Start())) return false;
    report_.progress(kTransferred, what);
    return writer.Write(out.c_str()) == IFSelect_RetDone;
  }

 private:
  static void name(const TDF_Label& label, const std::string& text) {
    TDataStd_Name::Set(label, TCollection_ExtendedString(text.c_str(), Standard_True));
  }

  Status addPart(const own::StepPart& part) {
    const bool exact = !part.geometry().extras().exact().brep().empty();
    if (const ReadShape read = exact ? readExact(part.geometry().extras().exact()) : ReadShape(); !read.shape.IsNull())
      return addExact(part, read);
    WW_ASSIGN(const geometry::Shape shape, geometry::toShape(part.geometry()));
    is_flat_ = is_flat_ && shape.mesh;
    const TopoDS_Shape built = buildShape(shape);
    if (built.IsNull()) {
      labels_.emplace_back();
      return okStatus();
    }
    addShape(part, built);
    return okStatus();
  }

  // As it was imported.
  Status addExact(const own::StepPart& part, const ReadShape& read) {
    is_flat_ = false;
    const TDF_Label label = addShape(part, read.shape);
    if (part.color_size() == 4) return okStatus();
    for (const auto& [face, color] : read.colors) {
      const TDF_Label sub = shapes_->AddSubShape(label, face);
      if (!sub.IsNull()) colors_->SetColor(sub, rgba(color), XCAFDoc_ColorSurf);
    }
    return okStatus();
  }

  TDF_Label addShape(const own::StepPart& part, const TopoDS_Shape& shape) {
    const TDF_Label label = shapes_->AddShape(shape, Standard_False);
    name(label, part.name());
    geometry::Color color;
    if (part.color_size() == 4) color = {part.color(0), part.color(1), part.color(2), part.color(3)};
    colors_->SetColor(label, rgba(color), XCAFDoc_ColorSurf);
    labels_.push_back(label);
    return label;
  }

  static Result<Pose> poseOf(const own::StepNode& node) {
    const auto& v = node.parent_t_this();
    if (v.size() != 7) return Pose::identity();
    return checkedPose({Vec3(v[0], v[1], v[2]), Quat(v[3], v[4], v[5], v[6])});
  }

  // Assemblies from the last to the first, so that each is whole before it is put into its own.
  Status addNodes() {
    const auto& nodes = assembly_.nodes();
    const int count = nodes.size();
    std::vector<TDF_Label> made(static_cast<std::size_t>(count));
    std::vector<std::vector<int>> children(static_cast<std::size_t>(count) + 1);
    for (int i = 0; i < count; ++i) {
      if (nodes[i].parent() < -1 || nodes[i].parent() >= i || nodes[i].part() >= static_cast<int>(labels_.size()))
        return fail(failures::kStepNotWritten, {{"reason", phrase(WW_TEXT("Core", "a node without a parent"))}});
      children[static_cast<std::size_t>(nodes[i].parent() + 1)].push_back(i);
    }
    for (int i = count; i-- > -1;) {
      const std::size_t slot = static_cast<std::size_t>(i + 1);
      const bool is_part = i >= 0 && nodes[i].part() >= 0;
      TDF_Label label = i < 0 ? root_ : is_part ? labels_[static_cast<std::size_t>(nodes[i].part())] : TDF_Label();
      if (i >= 0 && !is_part && !children[slot].empty()) {
        label = shapes_->NewShape();
        name(label, nodes[i].name());
      }
      if (!is_part && !label.IsNull()) WW_TRY(addComponents(label, children[slot], made));
      if (i >= 0) made[static_cast<std::size_t>(i)] = label;
    }
    return okStatus();
  }

  Status addComponents(const TDF_Label& assembly, const std::vector<int>& children,
                       const std::vector<TDF_Label>& made) {
    for (const int child : children) {
      const TDF_Label& label = made[static_cast<std::size_t>(child)];
      if (label.IsNull()) continue;  // nothing with a surface
      WW_ASSIGN(const Pose pose, poseOf(assembly_.nodes(child)));
      name(shapes_->AddComponent(assembly, label, TopLoc_Location(toTrsf(pose))), assembly_.nodes(child).name());
    }
    return okStatus();
  }

  const own::StepAssembly& assembly_;
  Reporter& report_;
  Handle(TDocStd_Document) document_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colors_;
  TDF_Label root_;
  std::vector<TDF_Label> labels_;  // of the parts; null: without a surface
  bool is_flat_ = true;            // all faces are planes between straight edges
};

}  // namespace

Status writeStepFile(const own::StepAssembly& assembly, const std::filesystem::path& out, Reporter& report) {
  try {
    Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_PrinterOStream));
    report.stage(phrase(WW_TEXT("Core", "writing the STEP file")));
    AssemblyDocument document(assembly, report);
    WW_TRY(document.build());
    if (document.write(out)) return okStatus();
    return fail(failures::kStepNotWritten, {{"reason", phrase(WW_TEXT("Core", "it does not say why"))}});
  } catch (const Standard_Failure& failure) {
    const char* text = failure.GetMessageString();
    const char* reason = text != nullptr && *text != '\0' ? text : failure.DynamicType()->Name();
    return fail(failures::kStepNotWritten, {{"reason", arg::Words{cleanUtf8(reason, 300)}}});
  }
}

}  // namespace ww::io::worker
