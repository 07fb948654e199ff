// SPDX-License-Identifier: Apache-2.0
#include "core/world/ignored.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world {
namespace {

using google::protobuf::Descriptor;
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

// The types below an update in which an ignored field may stand: the others, that is nearly all, need no look.
std::set<const Descriptor*> holders() {
  std::map<const Descriptor*, std::vector<const Descriptor*>> owners;  // of each type, those with a field of it
  std::vector<const Descriptor*> all{intrinsic_proto::world::ObjectWorldUpdate::descriptor()};
  std::vector<const Descriptor*> found;
  owners[all.front()];
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Descriptor* type = all[i];
    bool holds = false;
    for (int k = 0; k < type->field_count(); ++k) {
      holds = holds || reasonFor(*type->field(k));
      const Descriptor* part = type->field(k)->message_type();
      if (!part) continue;
      const auto [it, fresh] = owners.try_emplace(part);
      it->second.push_back(type);
      if (fresh) all.push_back(part);
    }
    if (holds) found.push_back(type);
  }
  std::set<const Descriptor*> out;
  while (!found.empty()) {
    const Descriptor* type = found.back();
    found.pop_back();
    if (!out.insert(type).second) continue;
    for (const Descriptor* owner : owners[type]) found.push_back(owner);
  }
  return out;
}

void collect(const Message& message, const std::string& place, std::vector<std::string>& out) {
  static const std::set<const Descriptor*> kHolders = holders();
  if (!kHolders.contains(message.GetDescriptor())) return;
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

std::vector<std::string> ignoredFields(const intrinsic_proto::world::ObjectWorldUpdate& update) {
  std::vector<std::string> out;
  collect(update, {}, out);
  return out;
}

}  // namespace ww::world
