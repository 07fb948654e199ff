// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_elements.h"

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

bool isWhole(GltfType type) {
  return type == GltfType::kUnsignedByte || type == GltfType::kUnsignedShort || type == GltfType::kUnsignedInt;
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

constexpr std::size_t kMatrixNumbers = 16;

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

}  // namespace

std::uint64_t gltfBytes(const GltfAccessor& accessor) { return accessor.components * sizeOf(accessor.type); }

Result<GltfAccessor> gltfAccessor(const Json& json, std::uint64_t index) {
  const Json& in = gltfEntry(json, "accessors", index);
  if (in.is_null()) return damagedGltf(failures::kGltfNoAccessor, index);
  GltfAccessor out;
  out.type = typeOf(in);
  out.count = gltfNumber(in, "count").value_or(0);
  const Json& type = gltfMember(in, "type");
  constexpr std::string_view kTypes[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
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
  out.components =
      known == std::end(kTypes) - 1 ? kMatrixNumbers : static_cast<std::size_t>(known - std::begin(kTypes)) + 1;
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

GltfElements::GltfElements(std::vector<float> values, std::size_t components) : own_(std::move(values)) {
  said_.components = components;
  said_.count = own_.size() / components;
}

Result<GltfElements> GltfElements::read(GltfDocument& document, std::uint64_t index, std::uint64_t max_count) {
  GltfElements out;
  WW_ASSIGN(out.said_, gltfAccessor(document.json, index));
  out.index_ = index;
  const Json& in = gltfEntry(document.json, "accessors", index);
  const Json& sparse = gltfMember(in, "sparse");
  // Without, all that are not named are 0.
  if (!sparse.is_object() || in.contains("bufferView")) {
    WW_ASSIGN(const Elements there,
              elements(document, in, out.said_.count, out.said_.components * sizeOf(out.said_.type), index));
    out.first_ = there.first;
    out.stride_ = there.stride;
  }
  if (out.said_.count > max_count)
    return fail(
        failures::kGltfTooManyElements,
        {{"index", arg::Count{index}}, {"count", arg::Count{out.said_.count}}, {"most", arg::Count{max_count}}});
  if (sparse.is_object()) WW_TRY(out.putSparse(document, sparse));
  return out;
}

Status GltfElements::putSparse(GltfDocument& document, const Json& sparse) {
  const auto unsound = [&] { return damagedGltf(failures::kGltfSparse, index_); };
  const auto count = gltfNumber(sparse, "count");
  const Json &indices = gltfMember(sparse, "indices"), &values = gltfMember(sparse, "values");
  const GltfType type = typeOf(indices);
  if (!count || *count > said_.count || !isWhole(type)) return unsound();
  std::vector<float> all(static_cast<std::size_t>(said_.count) * said_.components, 0.0f);
  for (std::uint64_t i = 0; first_ != nullptr && i < said_.count; ++i)
    floats(i, all.data() + static_cast<std::size_t>(i) * said_.components);
  if (*count > 0) {
    const std::size_t size = sizeOf(said_.type);
    WW_ASSIGN(const Elements where, elements(document, indices, *count, sizeOf(type), index_));
    WW_ASSIGN(const Elements what, elements(document, values, *count, said_.components * size, index_));
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto to = static_cast<std::uint64_t>(stored(where.at(i), type));
      if (to >= said_.count) return unsound();
      for (std::size_t k = 0; k < said_.components; ++k)
        all[static_cast<std::size_t>(to) * said_.components + k] =
            gltfValue(stored(what.at(i) + k * size, said_.type), said_.type, said_.normalized);
    }
  }
  own_ = std::move(all);
  first_ = nullptr;
  return okStatus();
}

void GltfElements::floats(std::uint64_t i, float* out) const {
  if (first_ == nullptr) {
    std::copy_n(own_.data() + static_cast<std::size_t>(i) * said_.components, said_.components, out);
    return;
  }
  const char* at = first_ + i * stride_;
  if (said_.type == GltfType::kFloat) {
    std::memcpy(out, at, said_.components * sizeof(float));
    return;
  }
  const std::size_t size = sizeOf(said_.type);
  for (std::size_t k = 0; k < said_.components; ++k)
    out[k] = gltfValue(stored(at + k * size, said_.type), said_.type, said_.normalized);
}

Result<std::vector<std::uint32_t>> GltfElements::wholes() const {
  constexpr float kExact = 1u << 24;  // beyond, floats leave numbers out
  if (!isWhole(said_.type)) return damagedGltf(failures::kGltfAccessorKind, index_);
  std::vector<std::uint32_t> out(static_cast<std::size_t>(said_.count));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (first_ == nullptr) {
      const float value = own_[i * said_.components];
      if (!(value < kExact)) return damagedGltf(failures::kGltfSparse, index_);
      out[i] = static_cast<std::uint32_t>(value);
      continue;
    }
    const char* at = first_ + i * stride_;
    if (said_.type == GltfType::kUnsignedInt) std::memcpy(&out[i], at, sizeof out[i]);
    else out[i] = static_cast<std::uint32_t>(stored(at, said_.type));
  }
  return out;
}

}  // namespace ww::io::worker
