// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/json_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/json_check.h"
#include "core/interop/isaac/log_export.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

using capnp::JsonValue;

constexpr std::size_t kMostNumbers = 4096, kMostBytes = 4096;  // of a buffer that is written out

// fn(T()) for the type of an element; false where it is none that is known here.
template <typename Fn>
bool withElement(std::string_view type, const Fn& fn) {
  if (type == "uint8") return fn(std::uint8_t()), true;
  if (type == "uint16") return fn(std::uint16_t()), true;
  if (type == "uint32") return fn(std::uint32_t()), true;
  if (type == "uint64") return fn(std::uint64_t()), true;
  if (type == "int8") return fn(std::int8_t()), true;
  if (type == "int16") return fn(std::int16_t()), true;
  if (type == "int32") return fn(std::int32_t()), true;
  if (type == "int64") return fn(std::int64_t()), true;
  if (type == "float32") return fn(float()), true;
  if (type == "float64") return fn(double()), true;
  return false;
}

std::size_t bytesOf(std::string_view type) {
  std::size_t out = type == "float16" ? 2 : 0;
  withElement(type, [&](auto one) { out = sizeof(one); });
  return out;
}

// A tensor or a picture, and the buffer it lies in.
struct DataUse {
  TensorShape shape;
  bool has_gaps = false;  // lines of more bytes than their elements
};

std::string elementIn(const Reader& of) {
  KJ_IF_MAYBE (known, of.get("elementType").as<capnp::DynamicEnum>().getEnumerant()) {
    return known->getProto().getName().cStr();
  }
  return {};
}

DataUse useOf(const Reader& of) {
  DataUse out;
  out.shape.element_type = elementIn(of);
  out.shape.buffer = of.get("dataBufferIndex").as<unsigned>();
  if (of.getSchema().findFieldByName("rows") != nullptr) {
    for (const char* field : {"rows", "cols", "channels"}) out.shape.sizes.push_back(of.get(field).as<int>());
  } else {
    for (const auto size : of.get("sizes").as<capnp::DynamicList>()) out.shape.sizes.push_back(size.as<int>());
    out.has_gaps = of.get("scanlineStride").as<unsigned>() != 0;
  }
  return out;
}

void findUses(const capnp::DynamicValue::Reader& value, std::vector<DataUse>& out) {
  if (value.getType() == capnp::DynamicValue::LIST) {
    for (const auto item : value.as<capnp::DynamicList>()) findUses(item, out);
  } else if (value.getType() == capnp::DynamicValue::STRUCT) {
    const auto of = value.as<capnp::DynamicStruct>();
    if (of.getSchema().findFieldByName("dataBufferIndex") != nullptr) out.push_back(useOf(of));
    for (const auto field : of.getSchema().getFields())
      if ((field.getType().isStruct() || field.getType().isList()) && of.has(field)) findUses(of.get(field), out);
  }
}

// Of all that has elements. Errors: DATA_LOSS (kBadMessage).
Result<std::vector<DataUse>> usesOf(const Message& message) {
  std::vector<DataUse> out;
  const auto wrong = caughtKj([&] {
    Reading reading(message);
    findUses(reading.root(*structSchema(message.type_id)), out);
  });
  if (wrong)
    return fail(failures::kBadMessage,
                {{"type", arg::Words{typeName(message.type_id)}}, {"reason", arg::Words{*wrong}}});
  std::erase_if(out, [](const DataUse& use) { return use.shape.empty() || use.shape.count() == 0; });
  return out;
}

const DataUse* useOfBuffer(const std::vector<DataUse>& uses, std::size_t index) {
  const auto found = std::ranges::find(uses, index, [](const DataUse& use) { return use.shape.buffer; });
  return found == uses.end() ? nullptr : &*found;
}

template <typename T>
std::string numberText(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "\"NaN\"";
    if (std::isinf(value)) return value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    return fmt::format("{}", value);
  } else {
    return fmt::format(sizeof(T) == 8 ? "\"{}\"" : "{}", value);
  }
}

template <typename T>
std::string numbersText(const std::string& bytes) {
  std::string out = "[";
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    out += (at > 0 ? ", " : "") + numberText(value);
  }
  return out + "]";
}

std::string dataText(const std::string& bytes, std::size_t index, const DataUse* use, LargeData large) {
  const std::size_t size = use && !use->has_gaps ? bytesOf(use->shape.element_type) : 0;
  std::string out;
  if (size > 0 && bytes.size() % size == 0 && bytes.size() / size <= kMostNumbers)
    withElement(use->shape.element_type, [&](auto one) { out = numbersText<decltype(one)>(bytes); });
  if (!out.empty()) return out;
  if (bytes.size() > kMostBytes && large == LargeData::kKept) return fmt::format("{{\"kept\": {}}}", index);
  return '"' + base64(bytes) + '"';
}

// What the text of a message says of its data.
class DataReader {
 public:
  DataReader(const Message& message, const std::vector<DataUse>& uses, const std::vector<Buffer>& kept)
      : message_(message), uses_(uses), kept_(kept) {}

  Result<Buffer> read(JsonValue::Reader json, std::size_t index) const {
    index_ = index;
    if (json.isString()) return ofText(json.getString().cStr());
    if (json.isObject()) return ofKept(json.getObject());
    if (!json.isArray())
      return fail(failures::kJsonKind,
                  {{"field", nameOfData()}, {"wanted", phrase(WW_TEXT("Core", "a list of numbers"))}});
    const DataUse* use = useOfBuffer(uses_, index);
    auto bytes = std::make_shared<std::string>();
    Status done;
    const bool known = use && withElement(use->shape.element_type,
                                          [&](auto one) { done = putNumbers<decltype(one)>(json.getArray(), *bytes); });
    if (!known)
      return bad(phrase(WW_TEXT("Core", "nothing in it says of what type the numbers of {data} are"),
                        {{"data", nameOfData()}}));
    WW_TRY(std::move(done));
    return Buffer(std::move(bytes));
  }

 private:
  arg::Name nameOfData(std::optional<std::size_t> element = {}) const {
    return {fmt::format("buffers[{}]", index_) + (element ? fmt::format("[{}]", *element) : "")};
  }
  Status bad(Phrase reason) const {
    return fail(failures::kBadJson, {{"type", arg::Words{typeName(message_.type_id)}}, {"reason", std::move(reason)}});
  }

  Result<Buffer> ofText(std::string_view text) const {
    auto bytes = fromBase64(text);
    if (!bytes) return bad(phrase(WW_TEXT("Core", "the text of {data} is no Base64"), {{"data", nameOfData()}}));
    return Buffer(std::make_shared<const std::string>(std::move(*bytes)));
  }

  Result<Buffer> ofKept(capnp::List<JsonValue::Field>::Reader fields) const {
    const bool one =
        fields.size() == 1 && std::string_view(fields[0].getName().cStr()) == "kept" && fields[0].getValue().isNumber();
    const double number = one ? fields[0].getValue().getNumber() : -1.0;
    if (number >= 0.0 && number < static_cast<double>(kept_.size()) && number == std::floor(number))
      return kept_[static_cast<std::size_t>(number)];
    return bad(phrase(WW_TEXT("Core", "{data} is none that the copied message has"), {{"data", nameOfData()}}));
  }

  template <typename T>
  Status putNumbers(capnp::List<JsonValue>::Reader list, std::string& bytes) const {
    bytes.reserve(list.size() * sizeof(T));
    for (unsigned i = 0; i < list.size(); ++i) {
      T value{};
      WW_TRY(readNumber(list[i], i, value));
      bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    return okStatus();
  }

  template <typename T>
  Status readNumber(JsonValue::Reader json, std::size_t element, T& out) const {
    if (json.isString()) return readText(std::string_view(json.getString().cStr()), element, out);
    if (!json.isNumber()) return noNumber(element);
    const double value = json.getNumber();
    if constexpr (std::is_integral_v<T>) {
      constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min()),
                       kBeyond = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
      if (!(value >= kLow && value < kBeyond && value == std::floor(value)))
        return outOfRange<T>(element, fmt::format("{}", value));
    }
    out = static_cast<T>(value);
    return okStatus();
  }

  template <typename T>
  Status readText(std::string_view text, std::size_t element, T& out) const {
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T kInfinity = std::numeric_limits<T>::infinity();
      if (text == "NaN") return out = std::numeric_limits<T>::quiet_NaN(), okStatus();
      if (text == "Infinity" || text == "-Infinity") return out = text[0] == '-' ? -kInfinity : kInfinity, okStatus();
    } else {
      const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
      if (read.ec == std::errc::result_out_of_range) return outOfRange<T>(element, std::string(text));
      if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return okStatus();
    }
    return noNumber(element);
  }

  Status noNumber(std::size_t element) const {
    return fail(failures::kJsonKind, {{"field", nameOfData(element)}, {"wanted", phrase(WW_TEXT("Core", "a number"))}});
  }
  template <typename T>
  Status outOfRange(std::size_t element, const std::string& text) const {
    return fail(failures::kJsonRange, {{"field", nameOfData(element)},
                                       {"text", arg::Name{text}},
                                       {"low", arg::Words{fmt::format("{}", std::numeric_limits<T>::min())}},
                                       {"high", arg::Words{fmt::format("{}", std::numeric_limits<T>::max())}}});
  }

  const Message& message_;
  const std::vector<DataUse>& uses_;
  const std::vector<Buffer>& kept_;
  mutable std::size_t index_ = 0;  // of what is read
};

// A composite is told apart by its quantities: their values in a row.
Status checkComposite(const Message& message) {
  if (message.type_id != findType(std::string_view("CompositeProto"))->id) return okStatus();
  std::uint64_t quantities = 0, values = 0;
  TensorShape shape;
  WW_TRY(readAs("CompositeProto", message, [&](const Reader& in) {
    forEachIn(in, "quantities", [&](const Reader& item) {
      TensorShape one;
      const auto sizes = item.get("dimensions").as<capnp::DynamicStruct>().get("coefficients").as<capnp::DynamicList>();
      for (const auto size : sizes) one.sizes.push_back(size.as<int>());
      ++quantities;
      values += one.count();
    });
    shape = tensorIn(in, "values");
  }));
  const bool fits = shape.empty() ? values == 0 : static_cast<std::uint64_t>(shape.sizes.back()) == values;
  return fits ? okStatus() : fail(failures::kComposite, {{"count", arg::Count{quantities}}});
}

Status checkData(const Message& message, const std::vector<DataUse>& uses) {
  for (const DataUse& use : uses) {
    const std::size_t size = bytesOf(use.shape.element_type);
    const std::size_t there = use.shape.buffer < message.buffers.size() ? message.buffers[use.shape.buffer]->size() : 0;
    const std::uint64_t count = use.shape.count();
    constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();
    const bool told = size > 0 && !use.has_gaps;
    WW_TRY(checkBuffer(message, use.shape.buffer, !told ? there : count == kTooMany ? count : count * size));
  }
  return checkComposite(message);
}

// The field "buffers", and the rest of an object, into `rest`.
std::optional<JsonValue::Reader> partedFrom(JsonValue::Reader json, JsonValue::Builder rest) {
  std::optional<JsonValue::Reader> out;
  std::vector<JsonValue::Field::Reader> others;
  for (const auto field : json.getObject()) {
    if (std::string_view(field.getName().cStr()) == "buffers") out = field.getValue();
    else others.push_back(field);
  }
  auto fields = rest.initObject(static_cast<unsigned>(others.size()));
  for (unsigned i = 0; i < others.size(); ++i) fields.setWithCaveats(i, others[i]);
  return out;
}

}  // namespace

Result<std::string> jsonWithData(const Message& message, LargeData large, const std::stop_token& stop) {
  WW_ASSIGN(std::string out, jsonOf(message, true, stop));
  if (message.buffers.empty() || stop.stop_requested()) return out;
  WW_ASSIGN(const std::vector<DataUse> uses, usesOf(message));
  out.resize(out.find_last_not_of(" \n", out.rfind('}') - 1) + 1);
  out += out == "{" ? "\n  \"buffers\": [" : ",\n  \"buffers\": [";
  for (std::size_t i = 0; i < message.buffers.size() && !stop.stop_requested(); ++i)
    out += (i > 0 ? ",\n    " : "\n    ") + dataText(*message.buffers[i], i, useOfBuffer(uses, i), large);
  return out + "]\n}";
}

Result<Message> messageOfJson(std::uint64_t type_id, std::string_view json, const std::vector<Buffer>& kept) {
  Message out;
  out.type_id = type_id;
  capnp::MallocMessageBuilder whole, without;
  auto value = whole.initRoot<JsonValue>();
  auto rest = without.initRoot<JsonValue>();
  WW_TRY(parseJson(type_id, json, value));
  std::optional<JsonValue::Reader> data;
  if (value.isObject()) data = partedFrom(value.asReader(), rest);
  WW_ASSIGN(out.segments, segmentsOfValue(type_id, value.isObject() ? rest.asReader() : value.asReader()));
  WW_ASSIGN(const std::vector<DataUse> uses, usesOf(out));
  if (data && !data->isArray())
    return fail(failures::kJsonKind, {{"field", arg::Name{"buffers"}}, {"wanted", phrase(WW_TEXT("Core", "a list"))}});
  if (data) {
    const DataReader reader(out, uses, kept);
    std::vector<Buffer> buffers;
    for (const auto one : data->getArray()) {
      WW_ASSIGN(Buffer buffer, reader.read(one, buffers.size()));
      buffers.push_back(std::move(buffer));
    }
    out.buffers = std::move(buffers);
  }
  WW_TRY(checkData(out, uses));
  return out;
}

}  // namespace ww::isaac
