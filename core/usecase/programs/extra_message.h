// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/programs/step_extras.h"

namespace google::protobuf {
class Message;
}
namespace worldwright::v1 {
class MoveStep;
}

// The rows of the table of extras against the messages of a world. For this folder's sources alone.
namespace ww::usecase {

ExtraValue readField(const world::World& world, const google::protobuf::Message& message, const ExtraField& field);
// Where the message has not yet had the part that the field is in, `siblings` keep what they are unset.
void writeField(google::protobuf::Message& message, const ExtraField& field, std::span<const ExtraField> siblings,
                const ExtraValue& value);

// The messages of a kind that the move has, in their order.
std::vector<google::protobuf::Message*> extraMessages(worldwright::v1::MoveStep& move, const ExtraKind& kind);
google::protobuf::Message& addExtraMessage(worldwright::v1::MoveStep& move, const ExtraKind& kind);
void removeExtraMessage(worldwright::v1::MoveStep& move, const ExtraKind& kind, std::size_t index);

}  // namespace ww::usecase
