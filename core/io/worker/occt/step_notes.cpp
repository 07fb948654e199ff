// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_notes.h"

#include <fmt/format.h>
#include <BRepGProp.hxx>
#include <GProp_GProps.hxx>
#include <Standard_Failure.hxx>
#include <TDF_LabelSequence.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_LayerTool.hxx>
#include <XCAFDoc_Volume.hxx>

#include <cmath>

#include "core/io/failures.h"
#include "core/io/tessellation_bounds.h"
#include "core/io/text_scan.h"
#include "core/io/worker/occt/step_labels.h"

namespace ww::io::worker {
namespace {

constexpr double kVolumeShare = 0.01;     // what volumes may differ by
constexpr double kCubicCentimetre = 1e3;  // in mm^3
constexpr std::size_t kMostVolumesTold = 20;

void noteHidden(const StepTree& tree, Reporter& report) {
  arg::Names names;
  for (const CadUse& use : tree.uses()) {
    if (use.hidden && use.part >= 0) names.texts.push_back(use.path);
  }
  if (names.texts.empty()) return;
  const std::size_t count = names.texts.size();
  report.note("step-hidden", fail(failures::kStepHidden, {{"count", arg::Count{count}}, {"names", std::move(names)}}));
}

void noteLayers(const Handle(TDocStd_Document) & document, Reporter& report) {
  const Handle(XCAFDoc_LayerTool) tool = XCAFDoc_DocumentTool::LayerTool(document->Main());
  TDF_LabelSequence layers;
  tool->GetLayerLabels(layers);
  arg::Names names;
  for (int i = 1; i <= layers.Length(); ++i) {
    if (std::string name = labelName(layers.Value(i)); !name.empty()) names.texts.push_back(std::move(name));
  }
  if (names.texts.empty()) return;
  const std::size_t count = names.texts.size();
  report.note("step-layers", fail(failures::kStepLayers, {{"count", arg::Count{count}}, {"names", std::move(names)}}));
}

void noteCurves(const StepTree& tree, Reporter& report) {
  arg::Names names;
  std::uint64_t count = 0;
  for (const CadUse& use : tree.uses()) {
    if (use.part < 0 || use.hidden) continue;
    const std::uint64_t its = tree.parts()[static_cast<std::size_t>(use.part)].curves;
    if (its > 0) names.texts.push_back(use.path);
    count += its;
  }
  if (count == 0) return;
  report.note("step-curves", fail(failures::kStepCurves, {{"count", arg::Count{count}}, {"names", std::move(names)}}));
}

// In mm^3; nothing where the kernel gives up.
std::optional<double> volumeOf(const TopoDS_Shape& shape) {
  try {
    GProp_GProps mass;
    BRepGProp::VolumeProperties(shape, mass);
    if (std::isfinite(mass.Mass())) return std::abs(mass.Mass());
  } catch (const Standard_Failure&) {
    return std::nullopt;
  }
  return std::nullopt;
}

arg::Words cubicCentimetres(double mm3) { return arg::Words{fmt::format("{:.6g}", mm3 / kCubicCentimetre)}; }

void noteVolumes(const StepTree& tree, Reporter& report) {
  std::size_t sound = 0, off = 0;
  for (const CadPart& part : tree.parts()) {
    double stated = 0.0;
    if (part.solids == 0 || !XCAFDoc_Volume::Get(part.label, stated) || !(stated > 0.0)) continue;
    const auto read = volumeOf(part.shape);
    if (!read) continue;
    if (std::abs(*read - stated) <= kVolumeShare * stated) {
      ++sound;
    } else if (++off <= kMostVolumesTold) {
      const std::string name = labelName(part.label);
      report.warn("step-volume",
                  fail(failures::kStepVolumeOff, {{"part", arg::Name{name.empty() ? "part" : name}},
                                                  {"read", cubicCentimetres(*read)},
                                                  {"stated", cubicCentimetres(stated)}}),
                  name);
    }
  }
  if (sound > 0) report.note("step-volumes", fail(failures::kStepVolumesHold, {{"count", arg::Count{sound}}}));
}

// Of parts so large that their triangles are coarser than usual.
void noteChords(const StepTree& tree, Reporter& report) {
  const CadPart* worst = nullptr;
  for (const CadPart& part : tree.parts())
    if (part.mesh && part.chord_m > 1.001 * kCadChord && (!worst || part.chord_m > worst->chord_m)) worst = &part;
  if (!worst) return;
  const std::string name = labelName(worst->label);
  report.note("cad-coarse", fail(failures::kCadCoarse, {{"part", arg::Name{name.empty() ? "part" : name}},
                                                        {"chord", arg::Length{worst->chord_m}},
                                                        {"usual", arg::Length{kCadChord}}}));
}

}  // namespace

void noteStep(const StepTree& tree, const Handle(TDocStd_Document) & document, bool is_chord_asked, Reporter& report) {
  noteHidden(tree, report);
  noteCurves(tree, report);
  if (!is_chord_asked) noteChords(tree, report);
  noteLayers(document, report);
  noteVolumes(tree, report);
}

}  // namespace ww::io::worker
