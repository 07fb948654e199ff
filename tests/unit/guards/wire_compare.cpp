// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/wire_compare.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <regex>

namespace ww::guards {
namespace {

namespace pb = google::protobuf;

std::string baseType(const pb::FieldDescriptor& field) {
  if (const pb::Descriptor* message = field.message_type()) return message->full_name();
  if (const pb::EnumDescriptor* values = field.enum_type()) return values->full_name();
  return field.type_name();
}

std::string typeOf(const pb::FieldDescriptor& field) {
  if (field.is_map()) {
    return "map<" + baseType(*field.message_type()->map_key()) + ", " + baseType(*field.message_type()->map_value()) +
           ">";
  }
  if (field.is_repeated()) return "repeated " + baseType(field);
  if (field.has_optional_keyword()) return "optional " + baseType(field);
  return baseType(field);
}

WireField wireField(const pb::FieldDescriptor& field) {
  const pb::OneofDescriptor* oneof = field.real_containing_oneof();
  return {field.name(), typeOf(field), oneof != nullptr ? oneof->name() : std::string()};
}

// The tables abbreviate some names of types to their last part.
std::string shortened(const std::string& type) {
  static const std::regex kQualified(R"(\b(?:\w+\.)+(\w+))");
  return std::regex_replace(type, kQualified, "$1");
}

bool sameField(const WireField& want, const WireField& got) {
  return want.name == got.name && want.oneof == got.oneof && shortened(want.type) == shortened(got.type);
}

std::string text(const WireField& field) {
  return field.name + " " + field.type + (field.oneof.empty() ? std::string() : " in oneof " + field.oneof);
}

void compareMessage(const std::string& name, const std::map<int, WireField>& fields, const pb::DescriptorPool& pool,
                    std::vector<std::string>& differences) {
  const pb::Descriptor* message = pool.FindMessageTypeByName(name);
  if (message == nullptr) {
    differences.push_back("no message " + name);
    return;
  }
  for (const auto& [number, want] : fields) {
    const pb::FieldDescriptor* got = message->FindFieldByNumber(number);
    if (got != nullptr && sameField(want, wireField(*got))) continue;
    differences.push_back(name + " #" + std::to_string(number) + ": want " + text(want) + ", have " +
                          (got != nullptr ? text(wireField(*got)) : "none"));
  }
  for (int i = 0; i < message->field_count(); ++i) {
    if (fields.contains(message->field(i)->number())) continue;
    differences.push_back(name + " #" + std::to_string(message->field(i)->number()) + ": not in the tables");
  }
}

void compareEnum(const std::string& name, const std::map<std::string, int>& values, const pb::DescriptorPool& pool,
                 std::vector<std::string>& differences) {
  const pb::EnumDescriptor* found = pool.FindEnumTypeByName(name);
  if (found == nullptr) {
    differences.push_back("no enum " + name);
    return;
  }
  for (const auto& [value, number] : values) {
    const pb::EnumValueDescriptor* got = found->FindValueByName(value);
    if (got == nullptr || got->number() != number)
      differences.push_back(name + ": " + value + " is not " + std::to_string(number));
  }
}

void compareService(const std::string& name, const std::vector<WireMethod>& methods, const pb::DescriptorPool& pool,
                    std::vector<std::string>& differences) {
  const pb::ServiceDescriptor* service = pool.FindServiceByName(name);
  if (service == nullptr) {
    differences.push_back("no service " + name);
    return;
  }
  std::vector<WireMethod> have;
  for (int i = 0; i < service->method_count(); ++i) {
    const pb::MethodDescriptor& method = *service->method(i);
    have.push_back({method.name(), method.input_type()->full_name(), method.output_type()->full_name()});
    if (method.client_streaming() || method.server_streaming()) differences.push_back(method.full_name() + " streams");
  }
  for (std::size_t i = 0; i < std::max(methods.size(), have.size()); ++i) {
    if (i < methods.size() && i < have.size() && methods[i] == have[i]) continue;
    differences.push_back(name + " method " + std::to_string(i + 1) + ": want " +
                          (i < methods.size() ? methods[i].name : "none") + ", have " +
                          (i < have.size() ? have[i].name : "none"));
  }
}

}  // namespace

std::vector<std::string> compareWire(const WireTables& tables, const pb::DescriptorPool& pool) {
  std::vector<std::string> differences;
  for (const auto& [name, fields] : tables.messages) compareMessage(name, fields, pool, differences);
  for (const auto& [name, values] : tables.enums) compareEnum(name, values, pool, differences);
  for (const auto& [name, methods] : tables.services) compareService(name, methods, pool, differences);
  return differences;
}

bool fillPool(const pb::FileDescriptorSet& set, pb::DescriptorPool& pool) {
  for (const pb::FileDescriptorProto& file : set.file()) {
    if (pool.BuildFile(file) == nullptr) return false;
  }
  return true;
}

}  // namespace ww::guards
