// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TDocStd_Document.hxx>

#include "core/io/worker/context.h"
#include "core/io/worker/occt/step_tree.h"

namespace ww::io::worker {

// Tells of parts that the file hides, of its layers, whether the volumes that it states are those that were read, and,
// unless a chord was asked for, of parts that are so large that theirs is more than usual.
void noteStep(const StepTree& tree, const Handle(TDocStd_Document) & document, bool is_chord_asked, Reporter& report);

}  // namespace ww::io::worker
