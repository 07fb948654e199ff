// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>
#include <string_view>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// The message as JSON (whole numbers of 64 bits as texts, as `capnp convert` writes them); buffers are not in it.
// NOT_FOUND (kUnknownType); DATA_LOSS (kBadMessage) when it cannot be read. After a stop it may be empty.
Result<std::string> jsonOf(const Message& message, bool on_lines = true, const std::stop_token& stop = {});
// The segments of a message of that type. NOT_FOUND (kUnknownType); INVALID_ARGUMENT (kBadJson), fields that the type
// does not have included.
Result<Segments> segmentsOfJson(std::uint64_t type_id, std::string_view json);
// The text of that field of a JSON object; empty where there is none, or the text is no JSON.
std::string jsonField(std::string_view json, std::string_view field);
// A text as a value of JSON, in quotes.
std::string quotedJson(std::string_view text);

}  // namespace ww::isaac
