// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/ignored.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>

#include "core/world/updates/registry.h"

namespace ww::world {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const char* reasonFor(const FieldDescriptor& field, const std::vector<IgnoredField>& ignored) {
  for (const IgnoredField& row : ignored) {
    if (field.name() == row.field && field.containing_type()->full_name() == row.type) return row.why;
  }
  return nullptr;
}

void collect(const Message& message, const std::string& place, const std::vector<IgnoredField>& ignored,
             std::vector<std::string>& out) {
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string name = place + "." + field->name();
    if (const char* why = reasonFor(*field, ignored)) {
      // Once for a repeated part.
      std::string text = fmt::format("{} is ignored: {}", name, why);
      if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
      continue;
    }
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE || field->is_map()) continue;
    if (!field->is_repeated()) collect(reflection->GetMessage(message, field), name, ignored, out);
    for (int i = 0; field->is_repeated() && i < reflection->FieldSize(message, field); ++i) {
      collect(reflection->GetRepeatedMessage(message, field, i), name, ignored, out);
    }
  }
}

}  // namespace

std::vector<std::string> ignoredFields(const worldwright::v1::Edit& edit) {
  std::vector<std::string> out;
  const auto [kind, request] = knownEdit(edit);
  if (kind && !kind->ignored.empty()) collect(*request, kind->field->name(), kind->ignored, out);
  return out;
}

}  // namespace ww::world
