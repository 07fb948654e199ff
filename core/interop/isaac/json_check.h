// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <capnp/compat/json.h>
#include <capnp/schema.h>

#include <string>

#include "core/base/status.h"

namespace ww::isaac {

// Whether a text in JSON fits a struct: the first field that there is not, the first value of another kind, the first
// number that a whole one there cannot be, and the first word that is none of an enumeration, each with its path.
// `path` is that of the text, empty for a message. INVALID_ARGUMENT (isaac.json-no-field, isaac.json-kind,
// isaac.json-range, isaac.json-no-value).
Status checkFits(capnp::JsonValue::Reader json, capnp::StructSchema schema, const std::string& path = {});

}  // namespace ww::isaac
