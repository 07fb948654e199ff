// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_labels.h"

#include <Quantity_ColorRGBA.hxx>
#include <StepRepr_NextAssemblyUsageOccurrence.hxx>
#include <TDataStd_Name.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_GraphNode.hxx>
#include <XCAFDoc_LayerTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <algorithm>
#include <cctype>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

// The label of what an assembly says of an occurrence some levels below; null when it says nothing.
TDF_Label usageLabel(const TDF_LabelSequence& components) {
  Handle(XCAFDoc_GraphNode) usage;
  if (components.Length() < 2 || !XCAFDoc_ShapeTool::FindSHUO(components, usage) || usage.IsNull()) return {};
  return usage->Label();
}

// Of no name, as it begins with a word joiner, and ends with a sign that the kernel takes for one that is seen.
constexpr std::string_view kSeen = "\u2060.";

bool isSeen(const Handle(TCollection_HAsciiString) & text) { return !text.IsNull() && text->UsefullLength() > 0; }

bool isBlank(const Handle(TCollection_HAsciiString) & text) { return text.IsNull() || trim(text->ToCString()).empty(); }

bool isDigitSign(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string labelName(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  const TCollection_ExtendedString& text = name->Get();
  std::string out(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
  Standard_PCharacter at = out.data();
  text.ToUTF8CString(at);
  out.resize(std::char_traits<char>::length(out.c_str()));
  if (out.ends_with(kSeen)) out.resize(out.size() - kSeen.size());
  out = cleanUtf8(trim(out), 200);
  return out.starts_with("=>[") ? std::string() : out;
}

void keepInstanceNames(const Handle(StepData_StepModel) & model) {
  for (Standard_Integer i = 1; !model.IsNull() && i <= model->NbEntities(); ++i) {
    const auto use = Handle(StepRepr_NextAssemblyUsageOccurrence)::DownCast(model->Value(i));
    if (use.IsNull()) continue;
    const Handle(TCollection_HAsciiString) text = isBlank(use->Name()) ? use->Id() : use->Name();
    if (isSeen(text) || isBlank(text)) continue;
    use->SetName(new TCollection_HAsciiString((text->ToCString() + std::string(kSeen)).c_str()));
  }
}

bool isTellingName(const std::string& name) {
  static constexpr std::string_view kCounted[] = {
      "nauo", "next_assembly_usage_occurrence", "next assembly usage", "#", "component_", "id", ""};
  std::string_view stem = name;
  while (!stem.empty() && (isDigitSign(stem.back()) || stem.back() == '.' || stem.back() == '-')) stem.remove_suffix(1);
  const std::string plain = toLowerAscii(trim(stem));
  return std::ranges::find(kCounted, std::string_view(plain)) == std::end(kCounted);
}

std::string instanceName(const TDF_Label& component, const TDF_Label& part) {
  const std::string own = component == part ? std::string() : labelName(component), of_part = labelName(part);
  if (isTellingName(own)) return own;
  if (!of_part.empty()) return of_part;
  return own.empty() ? "part" : own;
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

std::optional<geometry::Color> usageColor(const TDF_LabelSequence& components) {
  const TDF_Label label = usageLabel(components);
  return label.IsNull() ? std::nullopt : labelColor(label);
}

bool isHidden(const TDF_Label& label) {
  if (!XCAFDoc_DocumentTool::ColorTool(label)->IsVisible(label)) return true;
  const Handle(XCAFDoc_LayerTool) layers = XCAFDoc_DocumentTool::LayerTool(label);
  TDF_LabelSequence own;
  layers->GetLayers(label, own);
  // What lies on several layers is seen as long as one of them is.
  for (int i = 1; i <= own.Length(); ++i) {
    if (layers->IsVisible(own.Value(i))) return false;
  }
  return !own.IsEmpty();
}

bool isUsageHidden(const TDF_LabelSequence& components) {
  const TDF_Label label = usageLabel(components);
  return !label.IsNull() && !XCAFDoc_DocumentTool::ColorTool(label)->IsVisible(label);
}

}  // namespace ww::io::worker
