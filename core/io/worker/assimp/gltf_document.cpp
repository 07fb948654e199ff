// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/assimp/gltf_document.h"

#include <algorithm>
#include <cstring>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/assimp/gltf_meshopt.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  if (at + 4 <= bytes.size()) std::memcpy(&out, bytes.data() + at, 4);
  return out;
}

void putWord(std::string& out, std::size_t value) {
  const auto v = static_cast<std::uint32_t>(value);
  out.append(reinterpret_cast<const char*>(&v), sizeof v);
}

int base64Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

std::optional<std::string> decodeBase64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const int digit = base64Digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if ((held += 6) < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xff);
  }
  return out;
}

}  // namespace

Status damagedGltf(const FailureRow& row, std::uint64_t index) { return fail(row, {{"index", arg::Count{index}}}); }

Status checkBase64(std::string_view uri, std::uint64_t buffer) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) return okStatus();
  std::string_view code = uri.substr(comma + 1);
  while (code.ends_with('=')) code.remove_suffix(1);
  const auto wrong = std::ranges::find_if(code, [](char c) { return base64Digit(c) < 0 || c == '-' || c == '_'; });
  if (wrong == code.end()) return okStatus();
  const auto at = static_cast<std::size_t>(wrong - code.begin());
  return fail(failures::kGltfNotBase64, {{"index", arg::Count{buffer}},
                                         {"text", arg::Name{cleanUtf8(code.substr(at, 8), 20)}},
                                         {"position", arg::Count{at + 1}}});
}

const Json& gltfMember(const Json& json, const char* key) {
  static const Json none;
  if (!json.is_object()) return none;
  const auto at = json.find(key);
  return at == json.end() ? none : *at;
}

std::optional<std::uint64_t> gltfNumber(const Json& json, const char* key) {
  const Json& value = gltfMember(json, key);
  return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

// What other programs write for a number that is none, around the place where reading ended.
std::string_view noNumberAt(std::string_view text, std::size_t at) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  at = std::min(at, text.size());
  const std::size_t before = text.substr(0, at).find_last_not_of(kLetters);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view word = text.substr(begin, text.find_first_not_of(kLetters, begin) - begin);
  for (const std::string_view known : {"NaN", "nan", "NAN", "Infinity", "inf", "Inf", "INF"})
    if (word == known) return word;
  return {};
}

Result<Json> parseGltf(std::string_view text, const std::string& file) {
  text = withoutBom(text);
  try {
    Json json = Json::parse(text);
    if (!json.is_object()) return fail(failures::kGltfNoJson);
    return json;
  } catch (const Json::parse_error& e) {
    const std::string_view before = text.substr(0, e.byte == 0 ? 0 : e.byte - 1);
    const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const int column = static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1;  // npos + 1 is 0
    if (const std::string_view word = noNumberAt(text, before.size()); !word.empty())
      return fail(failures::kGltfNoNumber,
                  {{"place", arg::Place{file, line, column}}, {"word", arg::Words{std::string(word)}}});
    const bool cut = trim(text.substr(std::min(e.byte, text.size()))).empty() && !trim(text).ends_with('}');
    return fail(cut ? failures::kGltfJsonCut : failures::kGltfJsonBroken, {{"place", arg::Place{file, line, column}}});
  }
}

Result<GlbChunks> splitGlb(std::string_view bytes) {
  constexpr std::uint32_t kJson = 0x4E4F534A, kBinary = 0x004E4942;
  if (bytes.size() >= 20 && !bytes.starts_with("glTF")) return fail(failures::kGlbMagic);
  // The version says how the rest of the header is to be read, and stands before it.
  const bool binary = bytes.size() >= 8 && bytes.starts_with("glTF");
  constexpr std::uint32_t kMost = 99;  // beyond, it is none
  if (binary && word(bytes, 4) != 2 && word(bytes, 4) <= kMost)
    return fail(failures::kGlbVersion, {{"version", arg::Count{word(bytes, 4)}}});
  if (bytes.size() < 20) return fail(failures::kGlbHeader);
  if (word(bytes, 8) > bytes.size()) return fail(failures::kGlbCut);
  const std::size_t length = word(bytes, 12);
  if (word(bytes, 16) != kJson || length > bytes.size() - 20) return fail(failures::kGlbFirstChunk);
  GlbChunks out;
  out.json = bytes.substr(20, length);
  // Padding belongs into the length; some writers do not count it, others leave it out.
  const auto is_chunk = [&](std::size_t at) { return at + 8 <= bytes.size() && word(bytes.substr(at), 4) == kBinary; };
  const std::size_t end = 20 + length, padded = 20 + (length + 3) / 4 * 4;
  out.unpadded = end != padded && is_chunk(end) && !is_chunk(padded);
  out.rest = bytes.substr(std::min(out.unpadded ? end : padded, bytes.size()));
  if (out.rest.size() < 8) return out;
  if (word(out.rest, 0) > out.rest.size() - 8) return fail(failures::kGlbSecondChunk);
  if (word(out.rest, 4) == kBinary) out.binary = out.rest.substr(8, word(out.rest, 0));
  return out;
}

Result<GltfDocument> GltfDocument::read(ReadContext& context, const std::filesystem::path& path, bool binary) {
  GltfDocument out(context, path.parent_path());
  WW_ASSIGN(std::string bytes, readWhole(path, kMaxGltfBytes));
  out.bytes_ = std::make_unique<const std::string>(std::move(bytes));
  out.binary_ = binary;
  out.chunks_.json = *out.bytes_;
  if (binary) {
    WW_ASSIGN(out.chunks_, splitGlb(*out.bytes_));
  }
  WW_ASSIGN(out.json, parseGltf(out.chunks_.json, path.filename().string()));
  return out;
}

Result<std::string_view> GltfDocument::buffer(std::uint64_t index) {
  if (const auto known = buffers_.find(index); known != buffers_.end()) return std::string_view(known->second);
  const Json& all = gltfMember(json, "buffers");
  if (!all.is_array() || index >= all.size()) return damagedGltf(failures::kGltfNoBuffer, index);
  const Json& uri = gltfMember(all[static_cast<std::size_t>(index)], "uri");
  if (!uri.is_string()) {
    if (binary_ && index == 0) return chunks_.binary;
    return damagedGltf(failures::kGltfEmptyBuffer, index);
  }
  const std::string_view text = uri.get_ref<const std::string&>();
  if (!text.starts_with("data:")) {
    WW_ASSIGN(const std::filesystem::path path, context_->files.resolve(text, folder_));
    WW_ASSIGN(buffers_[index], readWhole(path, kMaxGltfBytes));
    return std::string_view(buffers_[index]);
  }
  WW_TRY(checkBase64(text, index));
  const std::size_t comma = text.find(',');
  std::optional<std::string> decoded;
  if (comma != std::string_view::npos && text.substr(0, comma).ends_with(";base64"))
    decoded = decodeBase64(text.substr(comma + 1));
  if (!decoded) return damagedGltf(failures::kGltfBufferCode, index);
  return std::string_view(buffers_[index] = std::move(*decoded));
}

Result<GltfDocument::View> GltfDocument::unpacked(const Json& packed, std::uint64_t index) {
  auto known = unpacked_.find(index);
  if (known == unpacked_.end()) {
    const auto number = gltfNumber(packed, "buffer");
    if (!number) return damagedGltf(failures::kGltfViewNoBuffer, index);
    WW_ASSIGN(const std::string_view bytes, buffer(*number));
    WW_ASSIGN(std::string plain, decodeMeshopt(packed, bytes, index));
    known = unpacked_.emplace(index, std::move(plain)).first;
  }
  return View{known->second, static_cast<std::size_t>(gltfNumber(packed, "byteStride").value_or(0))};
}

Result<GltfDocument::View> GltfDocument::view(std::uint64_t index) {
  const Json& all = gltfMember(json, "bufferViews");
  if (!all.is_array() || index >= all.size()) return damagedGltf(failures::kGltfNoView, index);
  const Json& in = all[static_cast<std::size_t>(index)];
  const auto number = gltfNumber(in, "buffer"), length = gltfNumber(in, "byteLength");
  const std::uint64_t offset = gltfNumber(in, "byteOffset").value_or(0);
  if (!number) return damagedGltf(failures::kGltfViewNoBuffer, index);
  if (const Json& packed = meshoptOf(in); packed.is_object()) return unpacked(packed, index);
  WW_ASSIGN(const std::string_view bytes, buffer(*number));
  if (!length || offset > bytes.size() || *length > bytes.size() - offset) {
    return damagedGltf(failures::kGltfViewOutside, index);
  }
  View out;
  out.bytes = bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(*length));
  if (const Json& stride = gltfMember(in, "byteStride"); !stride.is_null()) {
    constexpr std::uint64_t kMaxStride = 252;  // of the format
    const auto value = gltfNumber(in, "byteStride");
    if (!value || *value == 0 || *value > kMaxStride) return damagedGltf(failures::kGltfStride, index);
    out.stride = static_cast<std::size_t>(*value);
  }
  return out;
}

Result<std::string> GltfDocument::write() const {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!binary_) return text;
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t size = 20 + text.size() + chunks_.rest.size();
  if (size > kMaxGltfBytes) return fail(failures::kGltfTooLarge, {{"most", arg::Bytes{kMaxGltfBytes}}});
  std::string out = "glTF";
  out.reserve(size);
  putWord(out, 2);
  putWord(out, size);
  putWord(out, text.size());
  out += "JSON";
  out += text;
  out += chunks_.rest;
  return out;
}

std::string GltfDocument::freeName() const {
  std::string name = "worldwright_floats.bin";
  while (chunks_.json.find(name) != std::string_view::npos) name.insert(name.begin(), '_');
  return name;
}

}  // namespace ww::io::worker
