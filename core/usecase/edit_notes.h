// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "core/usecase/import_place.h"

namespace ww::usecase {

// What is odd about an edit and most likely a mistake, from the worlds before and after it: told, and never a reason to
// refuse. `look` false leaves out what costs more than the edit: where bases of robots stand.
Diagnostics editNotes(const world::World& before, const world::World& after, bool look = true);

// The same of an import: objects that are called otherwise than they were to be, and sizes that do not fit the world.
// `wished` as for `named`.
Diagnostics importNotes(const world::World& before, const NamedImport& import, const std::string& wished = {});

}  // namespace ww::usecase
