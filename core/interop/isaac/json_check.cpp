// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/failure.h"
#include "core/interop/isaac/failures.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

using capnp::JsonValue;

constexpr std::size_t kMostText = 120;

std::string pathBelow(const std::string& path, const std::string& field) {
  return path.empty() ? field : path + "." + field;
}

arg::Name nameOf(const std::string& text) { return {io::cleanUtf8(text, kMostText)}; }

Status wrongKind(const std::string& path, Phrase wanted) {
  return fail(failures::kJsonKind, {{"field", nameOf(path)}, {"wanted", std::move(wanted)}});
}

Status checkEnum(JsonValue::Reader json, capnp::EnumSchema schema, const std::string& path) {
  std::vector<std::string> known;
  for (const auto one : schema.getEnumerants()) known.emplace_back(one.getProto().getName().cStr());
  const std::string given = json.isString() ? json.getString().cStr() : std::string();
  if (json.isString() && std::ranges::find(known, given) != known.end()) return okStatus();
  const std::string number = json.isNumber() ? plainVoice().number(json.getNumber()) : given;
  return withNearest(
      fail(failures::kJsonNoValue, {{"field", nameOf(path)}, {"text", nameOf(number)}, {"values", arg::Names{known}}}),
      given, known);
}

// What a whole number may be; nothing of a field of another kind.
struct WholeRange {
  double low = 0.0, high = 0.0;
  const char *low_text = "", *high_text = "";
};
std::optional<WholeRange> wholeRange(capnp::Type type) {
  switch (type.which()) {
    case capnp::schema::Type::INT8: return WholeRange{-128.0, 127.0, "-128", "127"};
    case capnp::schema::Type::INT16: return WholeRange{-32768.0, 32767.0, "-32768", "32767"};
    case capnp::schema::Type::INT32: return WholeRange{-2147483648.0, 2147483647.0, "-2147483648", "2147483647"};
    case capnp::schema::Type::INT64:
      return WholeRange{-9223372036854775808.0, 9223372036854775807.0, "-9223372036854775808", "9223372036854775807"};
    case capnp::schema::Type::UINT8: return WholeRange{0.0, 255.0, "0", "255"};
    case capnp::schema::Type::UINT16: return WholeRange{0.0, 65535.0, "0", "65535"};
    case capnp::schema::Type::UINT32: return WholeRange{0.0, 4294967295.0, "0", "4294967295"};
    case capnp::schema::Type::UINT64: return WholeRange{0.0, 18446744073709551615.0, "0", "18446744073709551615"};
    default: return std::nullopt;
  }
}

// Texts of numbers are left to who reads them.
Status checkWhole(JsonValue::Reader json, const WholeRange& range, const std::string& path) {
  if (!json.isNumber()) return okStatus();
  const double value = json.getNumber();
  if (value >= range.low && value <= range.high && value == std::floor(value)) return okStatus();
  return fail(failures::kJsonRange, {{"field", nameOf(path)},
                                     {"text", nameOf(fmt::format("{}", value))},
                                     {"low", arg::Words{range.low_text}},
                                     {"high", arg::Words{range.high_text}}});
}

Status checkValue(JsonValue::Reader json, capnp::Type type, const std::string& path) {
  if (type.isStruct()) return checkFits(json, type.asStruct(), path);
  if (type.isEnum()) return checkEnum(json, type.asEnum(), path);
  if (type.isText()) return json.isString() ? okStatus() : wrongKind(path, phrase(WW_TEXT("Core", "a text")));
  if (type.isBool()) return json.isBoolean() ? okStatus() : wrongKind(path, phrase(WW_TEXT("Core", "true or false")));
  if (type.isList()) {
    if (!json.isArray()) return wrongKind(path, phrase(WW_TEXT("Core", "a list")));
    std::size_t i = 0;
    for (const auto item : json.getArray())
      WW_TRY(checkValue(item, type.asList().getElementType(), path + "[" + std::to_string(i++) + "]"));
    return okStatus();
  }
  if (const auto range = wholeRange(type)) WW_TRY(checkWhole(json, *range, path));
  // Whole numbers of 64 bits, infinities and bytes stand as texts, too.
  if (json.isObject() || json.isBoolean()) return wrongKind(path, phrase(WW_TEXT("Core", "a number")));
  return okStatus();
}

}  // namespace

Status checkFits(JsonValue::Reader json, capnp::StructSchema schema, const std::string& path) {
  if (!json.isObject())
    return wrongKind(path.empty() ? schema.getShortDisplayName().cStr() : path,
                     phrase(WW_TEXT("Core", "an object with fields")));
  for (const auto field : json.getObject()) {
    const std::string name = field.getName().cStr();
    KJ_IF_MAYBE (known, schema.findFieldByName(name.c_str())) {
      WW_TRY(checkValue(field.getValue(), known->getType(), pathBelow(path, name)));
      continue;
    }
    std::vector<std::string> names;
    for (const auto one : schema.getFields()) names.emplace_back(one.getProto().getName().cStr());
    return withNearest(fail(failures::kJsonNoField, {{"type", arg::Words{schema.getShortDisplayName().cStr()}},
                                                     {"field", nameOf(pathBelow(path, name))},
                                                     {"fields", arg::Names{names}}}),
                       name, names);
  }
  return okStatus();
}

}  // namespace ww::isaac
