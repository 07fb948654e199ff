// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json.h"

#include <capnp/compat/json.h>

#include <vector>

#include "core/interop/isaac/capnp_access.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json_check.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

using capnp::DynamicValue;
using capnp::JsonValue;

Status noSuchType(std::uint64_t id) { return fail(failures::kUnknownType, {{"name", arg::Name{typeName(id)}}}); }

// As the library does it, which cannot be stopped: structs and lists here, what is in them there.
class JsonWalk {
 public:
  JsonWalk(const capnp::JsonCodec& codec, const std::stop_token& stop) : codec_(codec), stop_(stop) {}

  void put(const DynamicValue::Reader& value, capnp::Type type, JsonValue::Builder out) const {
    if (stop_.stop_requested()) return;
    if (type.isStruct()) return putFields(value.as<capnp::DynamicStruct>(), out);
    if (!type.isList()) return codec_.encode(value, type, out);
    const auto list = value.as<capnp::DynamicList>();
    auto array = out.initArray(list.size());
    for (unsigned i = 0; i < list.size(); ++i) put(list[i], type.asList().getElementType(), array[i]);
  }

 private:
  void putFields(const capnp::DynamicStruct::Reader& value, JsonValue::Builder out) const {
    std::vector<capnp::StructSchema::Field> there;
    for (const auto field : value.getSchema().getFields())
      if (value.has(field, capnp::HasMode::NON_NULL)) there.push_back(field);
    auto fields = out.initObject(static_cast<unsigned>(there.size()));
    for (unsigned i = 0; i < there.size(); ++i) {
      fields[i].setName(there[i].getProto().getName());
      put(value.get(there[i]), there[i].getType(), fields[i].initValue());
    }
  }

  const capnp::JsonCodec& codec_;
  const std::stop_token& stop_;
};

}  // namespace

Result<std::string> jsonOf(const Message& message, bool on_lines, const std::stop_token& stop) {
  const auto schema = structSchema(message.type_id);
  if (!schema) return noSuchType(message.type_id);
  std::string out;
  const auto encode = [&](bool pretty) {
    Reading reading(message);
    capnp::JsonCodec codec;
    codec.setPrettyPrint(pretty);
    capnp::MallocMessageBuilder builder;
    auto json = builder.initRoot<JsonValue>();
    JsonWalk(codec, stop).put(reading.root(*schema), capnp::Type(*schema), json);
    out = stop.stop_requested() ? std::string() : std::string(codec.encodeRaw(json).cStr());
  };
  const auto wrong = caughtKj([&] {
    encode(on_lines);
    // Texts of a message may be any bytes; what cleans them knows no lines.
    if (io::isUtf8(out)) return;
    encode(false);
    out = io::cleanUtf8(out, out.size());
  });
  if (wrong)
    return fail(failures::kBadMessage,
                {{"type", arg::Words{typeName(message.type_id)}}, {"reason", arg::Words{*wrong}}});
  return out;
}

namespace {

Status badJson(std::uint64_t type_id, Phrase reason) {
  return fail(failures::kBadJson, {{"type", arg::Words{typeName(type_id)}}, {"reason", std::move(reason)}});
}

}  // namespace

// What the library says of its insides helps nobody.
Status parseJson(std::uint64_t type_id, std::string_view json, capnp::JsonValue::Builder out) {
  const auto broken = caughtKj([&] { capnp::JsonCodec().decodeRaw(kj::arrayPtr(json.data(), json.size()), out); });
  if (!broken) return okStatus();
  return badJson(type_id, phrase(WW_TEXT("Core", "a bracket, a quote or a comma is missing, or one is too many")));
}

Result<Segments> segmentsOfValue(std::uint64_t type_id, capnp::JsonValue::Reader json) {
  const auto schema = structSchema(type_id);
  if (!schema) return noSuchType(type_id);
  WW_TRY(checkFits(json, *schema));
  Segments out;
  const auto wrong = caughtKj([&] {
    capnp::MallocMessageBuilder builder(static_cast<unsigned>(json.totalSize().wordCount + 1024));
    capnp::JsonCodec().decode(json, builder.initRoot<capnp::DynamicStruct>(*schema));
    out = segmentsOf(builder);
  });
  if (wrong) return badJson(type_id, phrase(WW_TEXT("Core", "a number or a text does not fit into its field")));
  return out;
}

Result<Segments> segmentsOfJson(std::uint64_t type_id, std::string_view json) {
  if (!structSchema(type_id)) return noSuchType(type_id);
  capnp::MallocMessageBuilder raw;
  auto value = raw.initRoot<capnp::JsonValue>();
  WW_TRY(parseJson(type_id, json, value));
  return segmentsOfValue(type_id, value.asReader());
}

std::string jsonField(std::string_view json, std::string_view field) {
  std::string out;
  (void)caughtKj([&] {
    capnp::MallocMessageBuilder builder;
    auto value = builder.initRoot<capnp::JsonValue>();
    capnp::JsonCodec().decodeRaw(kj::arrayPtr(json.data(), json.size()), value);
    if (!value.isObject()) return;
    for (auto one : value.getObject())
      if (std::string_view(one.getName().cStr()) == field && one.getValue().isString())
        out = one.getValue().getString().cStr();
  });
  return out;
}

std::string quotedJson(std::string_view text) {
  std::string out = "\"";
  for (const char c : io::cleanUtf8(text, 4096)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace ww::isaac
