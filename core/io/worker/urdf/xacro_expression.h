// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>

#include "core/base/failure.h"
#include "core/io/worker/urdf/xacro_value.h"

namespace ww::io::worker {

// What an expression may ask where it is.
struct XacroNames {
  // What a name stands for; nothing when there is no such name.
  std::function<Result<std::optional<XacroValue>>(const std::string& name)> property;
  // What a YAML file holds.
  std::function<Result<XacroValue>(const std::string& file)> yaml;
};

// Works out an expression of a template: numbers, texts, lists and tables, arithmetic, comparisons, and, or, not,
// if-else, entries, and the functions of Python's math. `place` and the expression are told by what fails.
// INVALID_ARGUMENT (not understood, a name that is not there, values that do not go together, too deep),
// UNIMPLEMENTED (a function that is not known here).
Result<XacroValue> evaluateXacro(std::string_view expression, const arg::Place& place, const XacroNames& names);

// A call of a function by its name; nothing when it is not known. Fails by `reason` alone.
struct XacroCall {
  std::optional<XacroValue> value;
  bool known = false;
};
XacroCall callXacro(std::string_view name, const XacroList& args);

}  // namespace ww::io::worker
