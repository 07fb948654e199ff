// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_meshopt.h"

#include <meshoptimizer.h>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

std::string_view wordOf(const Json& json, const char* key) {
  const Json& value = gltfMember(json, key);
  return value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view();
}

struct Packed {
  std::size_t count = 0, stride = 0;
  const unsigned char* bytes = nullptr;
  std::size_t size = 0;
};

// 0 where all is well.
int unpack(std::string_view mode, const Packed& in, char* out) {
  const bool vertices = in.stride % 4 == 0 && in.stride <= 256, indices = in.stride == 2 || in.stride == 4;
  if (mode == "ATTRIBUTES" && vertices) return meshopt_decodeVertexBuffer(out, in.count, in.stride, in.bytes, in.size);
  if (mode == "TRIANGLES" && indices && in.count % 3 == 0)
    return meshopt_decodeIndexBuffer(out, in.count, in.stride, in.bytes, in.size);
  if (mode == "INDICES" && indices) return meshopt_decodeIndexSequence(out, in.count, in.stride, in.bytes, in.size);
  return -1;
}

bool filter(std::string_view name, const Packed& in, char* out) {
  if (name.empty() || name == "NONE") return true;
  if (name == "OCTAHEDRAL" && (in.stride == 4 || in.stride == 8)) meshopt_decodeFilterOct(out, in.count, in.stride);
  else if (name == "QUATERNION" && in.stride == 8) meshopt_decodeFilterQuat(out, in.count, in.stride);
  else if (name == "EXPONENTIAL" && in.stride % 4 == 0) meshopt_decodeFilterExp(out, in.count, in.stride);
  else return false;
  return true;
}

}  // namespace

const Json& meshoptOf(const Json& view) { return gltfMember(gltfMember(view, "extensions"), kMeshopt); }

Result<std::string> decodeMeshopt(const Json& extension, std::string_view bytes, std::uint64_t view) {
  const auto count = gltfNumber(extension, "count"), stride = gltfNumber(extension, "byteStride");
  const auto length = gltfNumber(extension, "byteLength");
  const std::uint64_t offset = gltfNumber(extension, "byteOffset").value_or(0);
  if (!count || !stride || !length || *stride == 0) return damagedGltf(failures::kGltfMeshopt, view);
  if (offset > bytes.size() || *length > bytes.size() - offset) return damagedGltf(failures::kGltfViewOutside, view);
  if (*count > kMaxGltfBytes / *stride) return fail(failures::kGltfTooLarge, {{"most", arg::Bytes{kMaxGltfBytes}}});
  const std::string_view packed = bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(*length));
  const Packed in{static_cast<std::size_t>(*count), static_cast<std::size_t>(*stride),
                  reinterpret_cast<const unsigned char*>(packed.data()), packed.size()};
  std::string out(in.count * in.stride, '\0');
  const bool sound = unpack(wordOf(extension, "mode"), in, out.data()) == 0;
  if (!sound || !filter(wordOf(extension, "filter"), in, out.data())) return damagedGltf(failures::kGltfMeshopt, view);
  return out;
}

}  // namespace ww::io::worker
