// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_document.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/gltf/gltf_meshopt.h"
#include "core/io/worker/scene_text.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  if (at + 4 <= bytes.size()) std::memcpy(&out, bytes.data() + at, 4);
  return out;
}

constexpr int kMaxJsonDepth = 64;

// The number that each character of Base64 stands for; -1 for others.
constexpr std::array<std::int8_t, 256> base64Digits() {
  std::array<std::int8_t, 256> out{};
  out.fill(-1);
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    out[static_cast<unsigned char>(kDigits[i])] = static_cast<std::int8_t>(i);
  return out;
}
constexpr std::array<std::int8_t, 256> kBase64 = base64Digits();

bool depthWithin(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      else if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return false;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return true;
}

arg::Place placeIn(std::string_view text, std::size_t at, const std::string& file) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
  return {file, line, static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1};  // npos + 1 is 0
}

// A number that no floating-point number is as large as: the words of the library end with it.
Status tooLargeNumber(std::string_view text, std::string_view said, const std::string& file) {
  const std::size_t open = said.find('\''), close = said.rfind('\'');
  const std::string_view word = open < close ? said.substr(open + 1, close - open - 1) : std::string_view();
  const std::size_t at = word.empty() ? std::string_view::npos : text.find(word);
  if (at == std::string_view::npos) return fail(failures::kGltfNoJson);
  return fail(failures::kGltfNoNumber, {{"place", placeIn(text, at, file)}, {"word", arg::Words{cleanUtf8(word, 40)}}});
}

}  // namespace

Status damagedGltf(const FailureRow& row, std::uint64_t index) { return fail(row, {{"index", arg::Count{index}}}); }

Result<std::string> decodeDataUri(std::string_view uri, std::uint64_t buffer) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64"))
    return damagedGltf(failures::kGltfBufferCode, buffer);
  std::string_view code = uri.substr(comma + 1);
  while (code.ends_with('=')) code.remove_suffix(1);
  std::string out;
  out.reserve(code.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char& c : code) {
    const int digit = kBase64[static_cast<unsigned char>(c)];
    if (digit < 0) {
      const auto at = static_cast<std::size_t>(&c - code.data());
      return fail(failures::kGltfNotBase64, {{"index", arg::Count{buffer}},
                                             {"text", arg::Name{cleanUtf8(code.substr(at, 8), 20)}},
                                             {"position", arg::Count{at + 1}}});
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if ((held += 6) < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xff);
  }
  if (code.size() % 4 == 1) return fail(failures::kGltfBase64Length);
  return out;
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

const Json& gltfEntry(const Json& json, const char* list, std::uint64_t index) {
  static const Json none;
  const Json& all = gltfMember(json, list);
  return all.is_array() && index < all.size() ? all[static_cast<std::size_t>(index)] : none;
}

std::string gltfName(const Json& part) {
  const Json& name = gltfMember(part, "name");
  return name.is_string() ? cleanUtf8(name.get_ref<const std::string&>(), 120) : std::string();
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
  if (!depthWithin(text))
    return fail(failures::kGltfListsTooDeep, {{"most", arg::Count{std::uint64_t{kMaxJsonDepth}}}});
  try {
    Json json = Json::parse(text);
    if (!json.is_object()) return fail(failures::kGltfNoJson);
    return json;
  } catch (const Json::parse_error& e) {
    const arg::Place place = placeIn(text, e.byte == 0 ? 0 : e.byte - 1, file);
    if (const std::string_view word = noNumberAt(text, e.byte == 0 ? 0 : e.byte - 1); !word.empty())
      return fail(failures::kGltfNoNumber, {{"place", place}, {"word", arg::Words{std::string(word)}}});
    const bool cut = trim(text.substr(std::min(e.byte, text.size()))).empty() && !trim(text).ends_with('}');
    return fail(cut ? failures::kGltfJsonCut : failures::kGltfJsonBroken, {{"place", place}});
  } catch (const Json::exception& e) {
    return tooLargeNumber(text, e.what(), file);
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
  const std::string_view rest = bytes.substr(std::min(out.unpadded ? end : padded, bytes.size()));
  if (rest.size() < 8) return out;
  if (word(rest, 0) > rest.size() - 8) return fail(failures::kGlbSecondChunk);
  if (word(rest, 4) == kBinary) out.binary = rest.substr(8, word(rest, 0));
  return out;
}

Result<GltfDocument> GltfDocument::read(ReadContext& context, const std::filesystem::path& path, bool binary) {
  WW_ASSIGN(std::string bytes, readWhole(path, kMaxGltfBytes));
  return of(context, path, std::move(bytes), binary);
}

Result<GltfDocument> GltfDocument::of(ReadContext& context, const std::filesystem::path& path, std::string bytes,
                                      bool binary) {
  GltfDocument out(context, path);
  out.bytes_ = std::make_unique<const std::string>(std::move(bytes));
  out.binary_ = binary;
  out.chunks_.json = *out.bytes_;
  if (binary) {
    WW_ASSIGN(out.chunks_, splitGlb(*out.bytes_));
  }
  if (auto mended = jsonInUtf8(context, out.chunks_.json)) {
    out.mended_ = std::make_unique<const std::string>(*std::move(mended));
    out.chunks_.json = *out.mended_;
  }
  WW_ASSIGN(out.json, parseGltf(out.chunks_.json, path.filename().string()));
  return out;
}

int GltfDocument::lineOf(std::string_view text) const {
  const std::size_t at = binary_ || text.empty() ? std::string_view::npos : chunks_.json.find(text);
  if (at == std::string_view::npos) return 0;
  return 1 + static_cast<int>(std::ranges::count(chunks_.json.substr(0, at), '\n'));
}

Result<std::string_view> GltfDocument::buffer(std::uint64_t index) {
  if (const auto known = buffers_.find(index); known != buffers_.end()) return std::string_view(known->second);
  const Json& entry = gltfEntry(json, "buffers", index);
  if (gltfMember(json, "buffers").empty()) return fail(failures::kGltfNoList, {{"list", arg::Words{"buffers"}}});
  if (entry.is_null()) return damagedGltf(failures::kGltfNoBuffer, index);
  const Json& uri = gltfMember(entry, "uri");
  if (!uri.is_string()) {
    if (binary_ && index == 0) return chunks_.binary;
    return fail(failures::kGltfNoUri);
  }
  const std::string_view text = uri.get_ref<const std::string&>();
  std::string bytes;
  if (text.starts_with("data:")) {
    WW_ASSIGN(bytes, decodeDataUri(text, index));
    if (bytes.empty()) return damagedGltf(failures::kGltfEmptyBuffer, index);
    const std::uint64_t said = gltfNumber(entry, "byteLength").value_or(0);
    const bool odd = (text.size() - text.find(',') - 1) % 4 != 0;
    if (said > bytes.size() && odd) return fail(failures::kGltfBase64Length);
    if (said > bytes.size())
      return fail(failures::kGltfBufferLength,
                  {{"said", arg::Words{std::to_string(said)}}, {"held", arg::Words{std::to_string(bytes.size())}}});
  } else {
    WW_ASSIGN(const std::filesystem::path path, context_->files.resolve(text, path_.parent_path()));
    WW_ASSIGN(bytes, readWhole(path, kMaxGltfBytes));
  }
  return std::string_view(buffers_[index] = std::move(bytes));
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
  const Json& in = gltfEntry(json, "bufferViews", index);
  if (in.is_null()) return damagedGltf(failures::kGltfNoView, index);
  const auto number = gltfNumber(in, "buffer"), length = gltfNumber(in, "byteLength");
  const std::uint64_t offset = gltfNumber(in, "byteOffset").value_or(0);
  if (!number) return damagedGltf(failures::kGltfViewNoBuffer, index);
  if (const Json& packed = meshoptOf(in); packed.is_object()) return unpacked(packed, index);
  WW_ASSIGN(const std::string_view bytes, buffer(*number));
  const Json& given = gltfMember(in, "byteOffset");
  if (!length || !(given.is_null() || given.is_number_unsigned()))
    return damagedGltf(failures::kGltfViewOutside, index);
  if (offset > bytes.size() || *length > bytes.size() - offset)
    return fail(failures::kGltfViewLong, {{"index", arg::Count{index}},
                                          {"needed", arg::Count{*length}},
                                          {"from", arg::Count{offset}},
                                          {"buffer", arg::Count{*number}},
                                          {"held", arg::Count{bytes.size()}}});
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

}  // namespace ww::io::worker
