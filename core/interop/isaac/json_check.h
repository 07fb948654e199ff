// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <capnp/compat/json.h>
#include <capnp/schema.h>

#include <string>
#include <string_view>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// Whether a text in JSON fits a struct: the first field that there is not, the first value of another kind, the first
// number that a whole one there cannot be, and the first word that is none of an enumeration, each with its path.
// `path` is that of the text, empty for a message. INVALID_ARGUMENT (isaac.json-no-field, isaac.json-kind,
// isaac.json-range, isaac.json-no-value).
Status checkFits(capnp::JsonValue::Reader json, capnp::StructSchema schema, const std::string& path = {});

// The text, taken apart. INVALID_ARGUMENT (isaac.bad-json), which names the type.
Status parseJson(std::uint64_t type_id, std::string_view json, capnp::JsonValue::Builder out);
// The segments of a message of that type. The errors of segmentsOfJson().
Result<Segments> segmentsOfValue(std::uint64_t type_id, capnp::JsonValue::Reader json);

}  // namespace ww::isaac
