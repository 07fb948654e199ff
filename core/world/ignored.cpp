// SPDX-License-Identifier: Apache-2.0
#include "core/world/ignored.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>

namespace ww::world {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

struct Ignored {
  const char* type;   // of the message in the field, or that holds it
  const char* field;  // empty: every field of the type
  const char* why;
};
constexpr Ignored kIgnored[] = {
    {"intrinsic_proto.world.CollisionCheckerConfig", "", "there is one collision checker, which is used always"},
    {"intrinsic_proto.JointLimitsUpdate", "max_effort", "limits of effort are not supported"},
    {"intrinsic_proto.JointLimitUpdate", "max_effort", "limits of effort are not supported"},
};

const char* reasonFor(const FieldDescriptor& field) {
  for (const Ignored& row : kIgnored) {
    const bool whole = *row.field == '\0' && field.message_type() && field.message_type()->full_name() == row.type;
    if (whole || (field.containing_type()->full_name() == row.type && field.name() == row.field)) return row.why;
  }
  return nullptr;
}

void collect(const Message& message, const std::string& place, std::vector<std::string>& out) {
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string name = place.empty() ? field->name() : place + "." + field->name();
    if (const char* why = reasonFor(*field)) {
      // Once for a repeated part.
      std::string text = fmt::format("{} is ignored: {}", name, why);
      if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
      continue;
    }
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field->is_map()) continue;
    if (!field->is_repeated()) collect(reflection->GetMessage(message, field), name, out);
    for (int i = 0; field->is_repeated() && i < reflection->FieldSize(message, field); ++i) {
      collect(reflection->GetRepeatedMessage(message, field, i), name, out);
    }
  }
}

}  // namespace

std::vector<std::string> ignoredFields(const Message& request) {
  std::vector<std::string> out;
  collect(request, {}, out);
  return out;
}

}  // namespace ww::world
