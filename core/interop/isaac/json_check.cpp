// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json_check.h"

#include <algorithm>
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
