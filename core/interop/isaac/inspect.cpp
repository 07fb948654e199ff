// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/inspect.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/interop/isaac/capnp_access.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

using capnp::DynamicValue;

constexpr std::size_t kMostShown = 4000;

std::string typeWords(const capnp::Type& type) {
  static constexpr const char* kPlain[] = {"Void",   "Bool",   "Int8",   "Int16",   "Int32",   "Int64", "UInt8",
                                           "UInt16", "UInt32", "UInt64", "Float32", "Float64", "Text",  "Data"};
  if (type.isList()) return "List(" + typeWords(type.asList().getElementType()) + ")";
  if (type.isStruct()) return typeName(type.asStruct().getProto().getId());
  if (type.isEnum()) return typeName(type.asEnum().getProto().getId());
  const auto which = static_cast<std::size_t>(type.which());
  return which < std::size(kPlain) ? kPlain[which] : "AnyPointer";
}

std::string enumWords(const capnp::DynamicEnum& value) {
  KJ_IF_MAYBE (known, value.getEnumerant()) {
    return known->getProto().getName().cStr();
  }
  return fmt::format("{}", value.getRaw());
}

// Walks down a message, and stops where the tree has become large enough.
class TreeWalk {
 public:
  explicit TreeWalk(const InspectLimits& limits) : limits_(limits) {}

  void structFields(const capnp::DynamicStruct::Reader& value, Field& into) {
    for (const auto field : value.getSchema().getFields()) {
      if (!room(into)) continue;
      Field& row = into.children.emplace_back();
      row.name = field.getProto().getName().cStr();
      row.type = typeWords(field.getType());
      // A struct that is not there is shown as such: its fields would only be defaults.
      if (field.getType().isStruct() && !value.has(field)) continue;
      fill(value.get(field), row);
    }
  }

 private:
  bool room(Field& parent) {
    if (used_ >= limits_.fields) return ++parent.left_out, false;
    return ++used_, true;
  }

  void listFields(const capnp::DynamicList::Reader& list, Field& into) {
    into.value = fmt::format("{}", list.size());
    const std::size_t shown = std::min<std::size_t>(list.size(), limits_.list);
    into.left_out = list.size() - shown;
    const std::string type = typeWords(list.getSchema().getElementType());
    for (std::size_t i = 0; i < shown; ++i) {
      if (!room(into)) continue;
      Field& row = into.children.emplace_back();
      row.name = fmt::format("[{}]", i);
      row.type = type;
      fill(list[static_cast<unsigned>(i)], row);
    }
  }

  void fill(const DynamicValue::Reader& value, Field& row) {
    switch (value.getType()) {
      case DynamicValue::BOOL: row.value = value.as<bool>() ? "true" : "false"; return;
      case DynamicValue::INT: row.value = fmt::format("{}", value.as<std::int64_t>()); return;
      case DynamicValue::UINT: row.value = fmt::format("{}", value.as<std::uint64_t>()); return;
      case DynamicValue::FLOAT: row.value = fmt::format("{}", value.as<double>()); return;
      case DynamicValue::TEXT: {
        const auto text = value.as<capnp::Text>();
        row.value = io::cleanUtf8({text.begin(), text.size()}, kMostShown);
        return;
      }
      case DynamicValue::DATA: row.value = fmt::format("{}", value.as<capnp::Data>().size()); return;
      case DynamicValue::ENUM: row.value = enumWords(value.as<capnp::DynamicEnum>()); return;
      case DynamicValue::LIST: return listFields(value.as<capnp::DynamicList>(), row);
      case DynamicValue::STRUCT: return structFields(value.as<capnp::DynamicStruct>(), row);
      default: return;
    }
  }

  InspectLimits limits_;
  std::size_t used_ = 0;
};

std::string hexOf(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x} ", static_cast<unsigned char>(c));
  if (!out.empty()) out.pop_back();
  return out;
}

void addBuffers(const Message& message, Field& into) {
  constexpr std::size_t kShownBytes = 32;
  for (std::size_t i = 0; i < message.buffers.size(); ++i) {
    const std::string& bytes = *message.buffers[i];
    into.children.push_back({fmt::format("buffer {}", i),
                             fmt::format("{} bytes", bytes.size()),
                             hexOf(std::string_view(bytes).substr(0, kShownBytes)),
                             {},
                             bytes.size() - std::min(bytes.size(), kShownBytes)});
  }
}

}  // namespace

Field rawFields(const Message& message, const InspectLimits& limits) {
  Field out{"", typeName(message.type_id), "", {}, 0};
  for (std::size_t s = 0; s < message.segments.size(); ++s) {
    const auto& words = message.segments[s];
    Field& segment = out.children.emplace_back();
    segment.name = fmt::format("segment {}", s);
    segment.type = fmt::format("{} words", words.size());
    const std::size_t shown = std::min(words.size(), limits.list);
    segment.left_out = words.size() - shown;
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string_view bytes(reinterpret_cast<const char*>(&words[i]), sizeof(Word));
      segment.children.push_back({fmt::format("[{}]", i), "", hexOf(bytes), {}, 0});
    }
  }
  addBuffers(message, out);
  return out;
}

Result<Field> inspect(const Message& message, const InspectLimits& limits) {
  const auto schema = structSchema(message.type_id);
  if (!schema) return rawFields(message, limits);
  Field out{"", typeName(message.type_id), "", {}, 0};
  const auto wrong = caughtKj([&] {
    Reading reading(message);
    TreeWalk(limits).structFields(reading.root(*schema), out);
  });
  if (wrong)
    return fail(failures::kBadMessage,
                {{"type", arg::Words{typeName(message.type_id)}}, {"reason", arg::Words{*wrong}}});
  addBuffers(message, out);
  return out;
}

}  // namespace ww::isaac
