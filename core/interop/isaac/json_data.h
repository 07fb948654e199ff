// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// What stands for raw data of more than some thousand elements, which nobody edits.
enum class LargeData { kKept, kBase64 };

// The message as JSON with its raw data as a further field, "buffers": a list of numbers where a tensor or a picture
// says what they are (whole numbers of 64 bits and what is not finite as texts), else base64; large ones as
// {"kept": number of the buffer}, or base64, too. The same errors as of jsonOf(). After a stop it may be empty.
Result<std::string> jsonWithData(const Message& message, LargeData large = LargeData::kKept,
                                 const std::stop_token& stop = {});

// A message of that type from such JSON; `kept` is what its large data is taken from. The errors of segmentsOfJson();
// INVALID_ARGUMENT (kBadJson, kJsonKind, kJsonRange) for data that cannot be; DATA_LOSS (kNoBuffer, kBufferSize) and
// INVALID_ARGUMENT (kComposite) where data, sizes and quantities do not fit each other.
Result<Message> messageOfJson(std::uint64_t type_id, std::string_view json, const std::vector<Buffer>& kept = {});

}  // namespace ww::isaac
