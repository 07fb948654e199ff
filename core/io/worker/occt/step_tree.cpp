// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_tree.h"

#include <TopExp_Explorer.hxx>

#include <algorithm>
#include <set>

#include "core/io/failures.h"
#include "core/io/worker/occt/exact_bounds.h"
#include "core/io/worker/occt/exact_shape.h"
#include "core/io/worker/occt/progress.h"
#include "core/io/worker/occt/step_labels.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxAssemblyDepth = 100;
constexpr std::size_t kMostPath = 900;  // bytes

void bindFaces(const TopoDS_Shape& shape, int color, FaceColors& out) {
  for (TopExp_Explorer it(shape, TopAbs_FACE); it.More(); it.Next()) out.index.Bind(it.Current(), color);
}

// Faces without a colour of their own show the part's.
void fillGaps(geometry::Mesh& mesh, const geometry::Color& color) {
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

// One colour all over is the part's colour.
void singleColor(geometry::Mesh& mesh, CadPart& part) {
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

std::uint64_t solidsIn(const TopoDS_Shape& shape) {
  std::uint64_t out = 0;
  for (TopExp_Explorer it(shape, TopAbs_SOLID); it.More(); it.Next()) ++out;
  return out;
}

std::uint64_t freeCurvesIn(const TopoDS_Shape& shape) {
  std::uint64_t out = 0;
  for (TopExp_Explorer it(shape, TopAbs_EDGE, TopAbs_FACE); it.More(); it.Next()) ++out;
  return out;
}

// Names of what stands side by side, each once: "bolt", "bolt #2".
std::string siblingName(const std::string& name, std::set<std::string>& taken) {
  std::string out = name;
  for (int i = 2; !taken.insert(out).second; ++i) out = name + " #" + std::to_string(i);
  return out;
}

TDF_Label referred(const TDF_Label& label) {
  TDF_Label target = label;
  if (XCAFDoc_ShapeTool::IsReference(label)) XCAFDoc_ShapeTool::GetReferredShape(label, target);
  return target;
}

// The colour that comes from the farthest above: what a whole assembly is painted with covers what is in it.
std::optional<geometry::Color> colorFromAbove(const TDF_LabelSequence& components) {
  for (int first = 1; first < components.Length(); ++first) {
    TDF_LabelSequence path;
    for (int i = first; i <= components.Length(); ++i) path.Append(components.Value(i));
    if (const auto color = usageColor(path)) return color;
  }
  return std::nullopt;
}

bool isHiddenFromAbove(const TDF_LabelSequence& components) {
  for (int first = 1; first < components.Length(); ++first) {
    TDF_LabelSequence path;
    for (int i = first; i <= components.Length(); ++i) path.Append(components.Value(i));
    if (isUsageHidden(path)) return true;
  }
  return false;
}

}  // namespace

Status StepTree::run() {
  TDF_LabelSequence roots;
  shapes_->GetFreeShapes(roots);
  std::set<std::string> names;
  for (int i = 1; i <= roots.Length(); ++i) {
    const std::string name = instanceName(roots.Value(i), referred(roots.Value(i)));
    WW_TRY(visit(roots.Value(i), {}, name, siblingName(name, names)));
  }
  showAllIfNothing();
  WW_TRY(tessellateAll());
  std::vector<TopoDS_Shape> all;
  for (int i = 1; i <= roots.Length(); ++i) all.push_back(XCAFDoc_ShapeTool::GetShape(roots.Value(i)));
  bounds_ = exactBounds(all);
  return okStatus();
}

Status StepTree::visit(const TDF_Label& label, const Above& above, const std::string& name, const std::string& place) {
  if (above.components.Length() > kMaxAssemblyDepth)
    return fail(failures::kStepTooDeep, {{"most", arg::Count{std::uint64_t{kMaxAssemblyDepth}}}});
  const TDF_Label target = referred(label);
  Above here = above;
  here.path = (above.path.empty() ? place : above.path + "/" + place).substr(0, kMostPath);
  here.hidden = here.hidden || isHidden(target);
  if (target != label) {
    here.components.Append(label);
    if (!here.color) here.color = colorFromAbove(here.components);
    if (!here.color) here.color = labelColor(label);
    here.hidden = here.hidden || isHidden(label) || isHiddenFromAbove(here.components);
  }
  CadUse use{above.use, CadUse::kNone, name, labelName(target), here.path, here.root_t_this, here.color, here.hidden};
  if (!XCAFDoc_ShapeTool::IsAssembly(target)) return addPart(target, std::move(use));
  if (!here.color) here.color = labelColor(target);
  here.use = static_cast<int>(uses_.size());
  uses_.push_back(std::move(use));
  return visitComponents(target, here);
}

Status StepTree::visitComponents(const TDF_Label& assembly, const Above& here) {
  TDF_LabelSequence components;
  XCAFDoc_ShapeTool::GetComponents(assembly, components);
  std::set<std::string> names;
  for (int i = 1; i <= components.Length(); ++i) {
    const TDF_Label& component = components.Value(i);
    Above below = here;
    below.root_t_this = here.root_t_this * XCAFDoc_ShapeTool::GetLocation(component).Transformation();
    const std::string name = instanceName(component, referred(component));
    WW_TRY(visit(component, below, name, siblingName(name, names)));
  }
  return okStatus();
}

Status StepTree::addPart(const TDF_Label& label, CadUse use) {
  const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
  if (shape.IsNull()) return okStatus();
  std::size_t index = parts_.size();
  if (const int* known = part_of_shape_.Seek(shape)) {
    index = static_cast<std::size_t>(*known);
  } else {
    part_of_shape_.Bind(shape, static_cast<int>(index));
    parts_.push_back({label, shape, solidsIn(shape), freeCurvesIn(shape), nullptr, std::nullopt});
  }
  solids_ += parts_[index].solids;
  use.part = static_cast<int>(index);
  uses_.push_back(std::move(use));
  if (++instances_ <= context_.options.max_instances) return okStatus();
  return fail(failures::kMorePartsThan, {{"most", arg::Count{context_.options.max_instances}}});
}

// A file that hides all that it holds is read as if it hid nothing.
void StepTree::showAllIfNothing() {
  const bool any = std::ranges::any_of(uses_, [](const CadUse& u) { return u.part >= 0 && !u.hidden; });
  if (any) return;
  for (CadUse& use : uses_) use.hidden = false;
}

// Colours of sub-shapes, the larger ones first, so that a face's own colour wins over its solid's.
FaceColors StepTree::faceColors(const CadPart& part) const {
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

Status StepTree::tessellateAll() {
  std::vector<bool> seen(parts_.size(), false);
  for (const CadUse& use : uses_) {
    if (use.part >= 0 && !use.hidden) seen[static_cast<std::size_t>(use.part)] = true;
  }
  const Fineness wish{context_.options.fine, context_.options.chord_m, context_.options.angle_rad};
  std::uint64_t triangles = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!seen[i]) continue;
    const double from = 0.5 + 0.4 * static_cast<double>(i) / static_cast<double>(parts_.size());
    CadPart& part = parts_[i];
    context_.report.stage(phrase(WW_TEXT("Core", "meshing {part}"), {{"part", arg::Words{labelName(part.label)}}}));
    Handle(ProgressForwarder) progress =
        new ProgressForwarder(context_.report, from, from + 0.4 / static_cast<double>(parts_.size()), "meshing");
    part.color = labelColor(part.label);
    const FaceColors colors = faceColors(part);
    TessellationResult made = tessellateShape(part.shape, wish, colors, progress->Start());
    faces_failed_ += made.faces_failed;
    part.chord_m = made.chord_m;
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
  return okStatus();
}

}  // namespace ww::io::worker
