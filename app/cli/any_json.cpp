// SPDX-License-Identifier: Apache-2.0
#include "app/cli/any_json.h"

#include <fmt/format.h>
#include <google/protobuf/any.pb.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/wrappers.pb.h>

#include <memory>
#include <nlohmann/json.hpp>

namespace ww::cli {
namespace {

using google::protobuf::Any;

// Twelve bytes, so that base64 of mark and content is base64 of each, one after the other.
std::string mark(std::size_t index) { return fmt::format("ww-any{:06}", index); }

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])); };
    const unsigned three = at(0) << 16 | at(1) << 8 | at(2);
    for (int shift = 18; shift >= 0; shift -= 6) text += kDigits[three >> shift & 63];
  }
  return text;
}

// True when proto JSON can write it.
bool isKnown(const Any& any) {
  const std::string& url = any.type_url();
  const std::size_t slash = url.rfind('/');
  if (slash == std::string::npos || url.substr(0, slash) != "type.googleapis.com") return false;
  const auto* type = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(url.substr(slash + 1));
  if (!type) return false;
  const auto* prototype = google::protobuf::MessageFactory::generated_factory()->GetPrototype(type);
  const std::unique_ptr<google::protobuf::Message> content(prototype->New());
  return content->ParseFromString(any.value());
}

void hide(Any& any, std::vector<std::string>& types) {
  if (any.type_url().empty() || isKnown(any)) return;
  google::protobuf::BytesValue bytes;
  bytes.set_value(mark(types.size()) + any.value());
  types.push_back(any.type_url());
  any.PackFrom(bytes);
}

void walk(google::protobuf::Message& message, std::vector<std::string>& types) {
  if (auto* any = dynamic_cast<Any*>(&message)) return hide(*any, types);
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      walk(*reflection->MutableMessage(&message, field), types);
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i)
      walk(*reflection->MutableRepeatedMessage(&message, field, i), types);
  }
}

}  // namespace

std::vector<std::string> hideUnknownAnys(google::protobuf::Message& message) {
  std::vector<std::string> types;
  walk(message, types);
  return types;
}

void showUnknownAnys(Json& json, const std::vector<std::string>& types) {
  if (json.is_array() || json.is_object()) {
    for (Json& item : json) showUnknownAnys(item, types);
  }
  if (!json.is_object() || !json.contains("@type") || !json.contains("value") || !json["value"].is_string()) return;
  const std::string value = json["value"].get<std::string>();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string prefix = base64(mark(i));
    if (!value.starts_with(prefix)) continue;
    json["@type"] = types[i];
    json["value"] = value.substr(prefix.size());
    return;
  }
}

}  // namespace ww::cli
