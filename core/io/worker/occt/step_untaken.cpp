// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_untaken.h"

#include <Interface_Check.hxx>
#include <TCollection_HAsciiString.hxx>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMostText = 2ull << 30;

// Whether a class of the library stands for what shapes are made of and put together by. Annotations, tolerances,
// colours and units of kinds that it has no class for are in many sound files.
bool isOfShapes(std::string_view kind) {
  constexpr std::string_view kAssembly[] = {"NextAssembly", "ItemDefinedTransformation",
                                            "RelationshipWithTransformation", "MappedItem", "RepresentationMap"};
  if (kind.find("Context") != std::string_view::npos || kind == "StepShape_ShapeRepresentation") return false;
  return kind.starts_with("StepShape_") || kind.starts_with("StepGeom_") ||
         kind.starts_with("StepBasic_ProductDefinition") || std::ranges::any_of(kAssembly, [&](std::string_view word) {
           return kind.find(word) != std::string_view::npos;
         });
}

// Names left out, seams that say so twice, and representations of kinds that it has no class for are in sound files.
bool isHarmless(std::string_view why) {
  constexpr std::string_view kHarmless[] = {"quoted String", "twice the same", "used_representation"};
  return std::ranges::any_of(kHarmless,
                             [&](std::string_view word) { return why.find(word) != std::string_view::npos; });
}

// The line of a record, of its label: "#413"; 0 where it is not found.
int lineOf(const std::string& text, const std::string& label) {
  for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t", at + label.size());
    if (next != std::string::npos && text[next] == '=')
      return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  return 0;
}

}  // namespace

void tellUntaken(ReadContext& context, const Handle(StepData_StepModel) & model) {
  if (model.IsNull()) return;
  std::uint64_t count = 0;
  std::string label, why;
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const Handle(Interface_Check) check = model->Check(i, Standard_True);
    if (check.IsNull() || !check->HasFailed() || !isOfShapes(model->Value(i)->DynamicType()->Name())) continue;
    if (isHarmless(check->CFail(1)) || count++ > 0) continue;
    label = model->StringLabel(model->Value(i))->ToCString();
    why = check->CFail(1);
  }
  const Handle(Interface_Check) whole = model->GlobalCheck(Standard_True);
  if (count == 0 && !whole.IsNull() && whole->HasFailed()) {
    count = static_cast<std::uint64_t>(whole->NbFails());
    why = whole->CFail(1);
  }
  if (count == 0) return;
  int line = 0;
  if (const auto text = readWhole(context.path, kMostText); text.ok() && !label.empty()) line = lineOf(*text, label);
  context.report.warn("step-entities",
                      fail(failures::kStepUntaken, {{"place", arg::Place{context.path.filename().string(), line, 0}},
                                                    {"why", arg::Words{cleanUtf8(why, 120)}},
                                                    {"count", arg::Count{count}}}));
}

}  // namespace ww::io::worker
