// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <StepData_StepModel.hxx>
#include <TDF_Label.hxx>
#include <TDF_LabelSequence.hxx>
#include <optional>
#include <string>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

// What a label of a CAD document is called; empty when it has no name, or one that the kernel made up.
std::string labelName(const TDF_Label& label);

// To be called before the transfer. The kernel takes names of occurrences without any letter of ASCII at their end for
// blank, and gives their numbers instead.
void keepInstanceNames(const Handle(StepData_StepModel) & model);

// Whether a name says something to people: not one that programs count with, such as "NAUO12", "#17" or "3".
bool isTellingName(const std::string& name);

// What one occurrence of a part is called: its own name where that tells something, else the part's; "part" if neither.
std::string instanceName(const TDF_Label& component, const TDF_Label& part);

// The surface colour of a label, or its general one, sRGB.
std::optional<geometry::Color> labelColor(const TDF_Label& label);

// The colour that one occurrence was given from above: `components` lead from an assembly down to it.
std::optional<geometry::Color> usageColor(const TDF_LabelSequence& components);

// Whether the file hides it, by itself or by a layer.
bool isHidden(const TDF_Label& label);

// Whether an assembly hides that one occurrence; as for usageColor.
bool isUsageHidden(const TDF_LabelSequence& components);

}  // namespace ww::io::worker
