// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/gltf_accessor.h"

#include <algorithm>
#include <cstring>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

std::size_t sizeOf(GltfType type) {
  switch (type) {
    case GltfType::kByte:
    case GltfType::kUnsignedByte: return 1;
    case GltfType::kShort:
    case GltfType::kUnsignedShort: return 2;
    case GltfType::kUnsignedInt:
    case GltfType::kFloat: return 4;
  }
  return 0;
}

GltfType typeOf(const Json& json) {
  const std::uint64_t number = gltfNumber(json, "componentType").value_or(0);
  return number < 0x10000 ? static_cast<GltfType>(number) : GltfType{};
}

template <typename T>
double load(const char* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return static_cast<double>(out);
}

double stored(const char* at, GltfType type) {
  switch (type) {
    case GltfType::kByte: return load<std::int8_t>(at);
    case GltfType::kUnsignedByte: return load<std::uint8_t>(at);
    case GltfType::kShort: return load<std::int16_t>(at);
    case GltfType::kUnsignedShort: return load<std::uint16_t>(at);
    case GltfType::kUnsignedInt: return load<std::uint32_t>(at);
    case GltfType::kFloat: return load<float>(at);
  }
  return 0.0;
}

// `count` elements in a view, from `json`'s byte offset on: the data is there, whatever the numbers say.
struct Elements {
  const char* first = nullptr;
  std::size_t stride = 0;
  const char* at(std::uint64_t i) const { return first + i * stride; }
};

Result<Elements> elements(GltfDocument& document, const Json& json, std::uint64_t count, std::size_t size,
                          std::uint64_t accessor) {
  const auto index = gltfNumber(json, "bufferView");
  if (!index) return damagedGltf(failures::kGltfAccessorNoView, accessor);
  WW_ASSIGN(const GltfDocument::View view, document.view(*index));
  Elements out;
  out.stride = view.stride == 0 ? size : view.stride;
  if (out.stride < size) return damagedGltf(failures::kGltfStride, *index);
  const Json& given = gltfMember(json, "byteOffset");
  const std::uint64_t offset = gltfNumber(json, "byteOffset").value_or(0);
  const std::uint64_t bytes = view.bytes.size();
  const bool sound = given.is_null() || given.is_number_unsigned();
  // Divided rather than multiplied: the numbers may be any.
  if (!sound || offset > bytes || size > bytes - offset || (bytes - offset - size) / out.stride + 1 < count) {
    return damagedGltf(failures::kGltfAccessorOutside, accessor);
  }
  out.first = view.bytes.data() + offset;
  return out;
}

Status putSparse(GltfDocument& document, const Json& sparse, const GltfAccessor& a, std::uint64_t accessor,
                 std::vector<float>& out) {
  const auto unsound = [&] { return damagedGltf(failures::kGltfSparse, accessor); };
  const auto count = gltfNumber(sparse, "count");
  const Json &indices = gltfMember(sparse, "indices"), &values = gltfMember(sparse, "values");
  const auto type = typeOf(indices);
  const bool whole =
      type == GltfType::kUnsignedByte || type == GltfType::kUnsignedShort || type == GltfType::kUnsignedInt;
  if (!count || *count > a.count || !whole) return unsound();
  if (*count == 0) return okStatus();
  WW_ASSIGN(const Elements where, elements(document, indices, *count, sizeOf(type), accessor));
  WW_ASSIGN(const Elements what, elements(document, values, *count, a.components * sizeOf(a.type), accessor));
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto to = static_cast<std::uint64_t>(stored(where.at(i), type));
    if (to >= a.count) return unsound();
    for (std::size_t k = 0; k < a.components; ++k) {
      out[static_cast<std::size_t>(to) * a.components + k] =
          gltfValue(stored(what.at(i) + k * sizeOf(a.type), a.type), a.type, a.normalized);
    }
  }
  return okStatus();
}

}  // namespace

Result<GltfAccessor> gltfAccessor(const Json& json, std::uint64_t index) {
  const Json& all = gltfMember(json, "accessors");
  if (!all.is_array() || index >= all.size()) return damagedGltf(failures::kGltfNoAccessor, index);
  const Json& in = all[static_cast<std::size_t>(index)];
  GltfAccessor out;
  out.type = typeOf(in);
  out.count = gltfNumber(in, "count").value_or(0);
  const Json& type = gltfMember(in, "type");
  constexpr std::string_view kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
  const auto known =
      type.is_string() ? std::ranges::find(kTypes, type.get_ref<const std::string&>()) : std::end(kTypes);
  const Json& normalized = gltfMember(in, "normalized");
  const auto wrong = [&](const char* member, const char* wanted) {
    const Json& found = gltfMember(in, member);
    if (found.is_null()) return damagedGltf(failures::kGltfAccessorKind, index);
    return fail(failures::kGltfMemberWrong, {{"index", arg::Count{index}},
                                             {"member", arg::Words{member}},
                                             {"found", arg::Words{cleanUtf8(found.dump(), 40)}},
                                             {"wanted", arg::Words{wanted}}});
  };
  if (sizeOf(out.type) == 0) return wrong("componentType", "5120, 5121, 5122, 5123, 5125 or 5126");
  if (known == std::end(kTypes)) return wrong("type", "\"SCALAR\", \"VEC2\", \"VEC3\" or \"VEC4\"");
  if (out.count == 0) return wrong("count", "1, 2, 3 ...");
  if (!normalized.is_null() && !normalized.is_boolean()) return wrong("normalized", "true or false");
  out.components = static_cast<std::size_t>(known - std::begin(kTypes)) + 1;
  out.normalized = normalized.is_boolean() && normalized.get<bool>();
  return out;
}

float gltfValue(double value, GltfType type, bool normalized) {
  const auto v = static_cast<float>(value);
  if (!normalized) return v;
  switch (type) {
    case GltfType::kByte: return std::max(v / 127.0f, -1.0f);
    case GltfType::kUnsignedByte: return v / 255.0f;
    case GltfType::kShort: return std::max(v / 32767.0f, -1.0f);
    case GltfType::kUnsignedShort: return v / 65535.0f;
    case GltfType::kUnsignedInt:
    case GltfType::kFloat: break;
  }
  return v;
}

Result<std::vector<float>> gltfFloats(GltfDocument& document, std::uint64_t index, std::uint64_t max_count) {
  WW_ASSIGN(const GltfAccessor a, gltfAccessor(document.json, index));
  const Json& in = document.json["accessors"][static_cast<std::size_t>(index)];
  const Json& sparse = gltfMember(in, "sparse");
  const std::size_t size = sizeOf(a.type);
  const bool has_base = !sparse.is_object() || in.contains("bufferView");  // without, all not named are 0
  Elements from;
  if (has_base) {
    WW_ASSIGN(from, elements(document, in, a.count, a.components * size, index));
  }
  if (a.count > max_count) {
    return fail(failures::kGltfTooManyElements,
                {{"index", arg::Count{index}}, {"count", arg::Count{a.count}}, {"most", arg::Count{max_count}}});
  }
  std::vector<float> out(static_cast<std::size_t>(a.count) * a.components, 0.0f);
  for (std::uint64_t i = 0; has_base && i < a.count; ++i) {
    for (std::size_t k = 0; k < a.components; ++k) {
      out[static_cast<std::size_t>(i) * a.components + k] =
          gltfValue(stored(from.at(i) + k * size, a.type), a.type, a.normalized);
    }
  }
  if (sparse.is_object()) WW_TRY(putSparse(document, sparse, a, index, out));
  return out;
}

}  // namespace ww::io::worker
