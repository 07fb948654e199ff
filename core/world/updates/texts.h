// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace google::protobuf {
class Descriptor;
class Message;
}  // namespace google::protobuf

namespace ww::world {

// A text of a message that is no UTF-8: such a message can be written and never be read again.
struct BadText {
  std::string field;         // "edits[0].set_program.program.comment", indices from 0
  int line = 0, column = 0;  // from 1, in the text that the message was read from; 0: unknown
};

// The first in a message.
std::optional<BadText> badText(const google::protobuf::Message& message);
// The first in the text form of such a message, by its place; none where the text is no such message.
std::optional<BadText> badTextIn(const google::protobuf::Message& type, const std::string& text);
// The first in the bytes of such a message, which cannot be read just because of it; none where they are no message.
std::optional<BadText> badTextIn(const google::protobuf::Descriptor& type, std::string_view bytes);

// INVALID_ARGUMENT where a text of an edit is no UTF-8.
Status checkTexts(const google::protobuf::Message& edit);

}  // namespace ww::world
