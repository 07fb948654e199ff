// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json.h"

#include <capnp/compat/json.h>

#include "core/interop/isaac/capnp_access.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json_check.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

Status noSuchType(std::uint64_t id) { return fail(failures::kUnknownType, {{"name", arg::Name{typeName(id)}}}); }

}  // namespace

Result<std::string> jsonOf(const Message& message, bool on_lines) {
  const auto schema = structSchema(message.type_id);
  if (!schema) return noSuchType(message.type_id);
  std::string out;
  const auto encode = [&](bool pretty) {
    Reading reading(message);
    capnp::JsonCodec codec;
    codec.setPrettyPrint(pretty);
    codec.setHasMode(capnp::HasMode::NON_NULL);
    out = codec.encode(capnp::DynamicValue::Reader(reading.root(*schema)), capnp::Type(*schema)).cStr();
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
