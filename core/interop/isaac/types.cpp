// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/types.h"

#include <capnp/schema.capnp.h>
#include <capnp/serialize.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/interop/isaac/capnp_access.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/schema_data.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

struct Catalogue {
  capnp::SchemaLoader loader;
  std::vector<TypeInfo> list;
  std::unordered_map<std::uint64_t, std::size_t> by_id;
};

// "math.capnp:Vector3dProto" is the display name of a node.
std::pair<std::string, std::string> nameParts(const std::string& display) {
  const std::size_t colon = display.find(':');
  return {display.substr(0, colon), colon == std::string::npos ? std::string() : display.substr(colon + 1)};
}

// What the compiler wrote when the program was built. It is our own, so no limits are asked of it.
void fillCatalogue(Catalogue& out) {
  const SchemaData data = schemaData();
  capnp::ReaderOptions options;
  options.traversalLimitInWords = 1ull << 30;
  capnp::FlatArrayMessageReader reader(
      kj::arrayPtr(reinterpret_cast<const capnp::word*>(data.bytes), data.size / sizeof(capnp::word)), options);
  for (const auto node : reader.getRoot<capnp::schema::CodeGeneratorRequest>().getNodes()) {
    out.loader.load(node);
    auto [file, name] = nameParts(node.getDisplayName().cStr());
    if (name.empty() || !(node.isStruct() || node.isEnum())) continue;
    TypeInfo info{std::move(name), std::move(file), node.getId(), node.isEnum()};
    if (node.isStruct()) {
      info.data_words = node.getStruct().getDataWordCount();
      info.pointers = node.getStruct().getPointerCount();
    }
    out.list.push_back(std::move(info));
  }
  std::ranges::sort(out.list, {}, &TypeInfo::name);
  for (std::size_t i = 0; i < out.list.size(); ++i) out.by_id[out.list[i].id] = i;
}

Catalogue& catalogue() {
  static Catalogue& kCatalogue = []() -> Catalogue& {
    auto* made = new Catalogue;
    fillCatalogue(*made);
    return *made;
  }();
  return kCatalogue;
}

}  // namespace

const std::vector<TypeInfo>& types() { return catalogue().list; }

const TypeInfo* findType(std::uint64_t id) {
  const auto at = catalogue().by_id.find(id);
  return at == catalogue().by_id.end() ? nullptr : &types()[at->second];
}

const TypeInfo* findType(std::string_view name) {
  const auto at =
      std::ranges::lower_bound(types(), name, {}, [](const TypeInfo& t) { return std::string_view(t.name); });
  return at != types().end() && at->name == name ? &*at : nullptr;
}

Result<std::uint64_t> typeIdOf(std::string_view name_or_id) {
  if (name_or_id.starts_with("0x")) {
    std::uint64_t id = 0;
    const char* end = name_or_id.data() + name_or_id.size();
    const auto read = std::from_chars(name_or_id.data() + 2, end, id, 16);
    if (read.ec == std::errc() && read.ptr == end) return id;
  }
  const TypeInfo* found = findType(name_or_id);
  if (found && !found->is_enum) return found->id;
  std::vector<std::string> names;
  for (const TypeInfo& type : types()) {
    if (!type.is_enum) names.push_back(type.name);
  }
  return withNearest(fail(failures::kUnknownType, {{"name", arg::Name{std::string(name_or_id)}}}), name_or_id, names);
}

std::string typeName(std::uint64_t id) {
  const TypeInfo* found = findType(id);
  return found ? found->name : fmt::format("0x{:016x}", id);
}

capnp::SchemaLoader& schemaLoader() { return catalogue().loader; }

std::optional<capnp::StructSchema> structSchema(std::uint64_t type_id) {
  const TypeInfo* found = findType(type_id);
  if (!found || found->is_enum) return std::nullopt;
  return catalogue().loader.get(type_id).asStruct();
}

std::string kjWords(const kj::Exception& e) {
  std::string words(e.getDescription().cStr());
  words = words.substr(0, words.find('\n'));
  // Conditions of the library help nobody; what it says of them may.
  if (words.starts_with("expected ")) {
    const std::size_t said = words.find("; ");
    words = said == std::string::npos ? "a part of it is none of its type" : words.substr(said + 2);
  }
  return io::cleanUtf8(words, 200);
}

capnp::ReaderOptions Reading::limitsOf(const Message& message) {
  std::uint64_t words = 0;
  for (const auto& segment : message.segments) words += segment.size();
  capnp::ReaderOptions options;
  // Each visit counts: a few walks over all of it, and none that makes much of little.
  options.traversalLimitInWords = 16 * words + 65'536;
  options.nestingLimit = 64;
  return options;
}

Reading::Reading(const Message& message)
    : parts_([&] {
        std::vector<kj::ArrayPtr<const capnp::word>> out;
        for (const auto& segment : message.segments)
          out.emplace_back(reinterpret_cast<const capnp::word*>(segment.data()), segment.size());
        return out;
      }()),
      reader_(kj::arrayPtr(parts_.data(), parts_.size()), limitsOf(message)) {}

Segments segmentsOf(capnp::MessageBuilder& builder) {
  Segments out;
  for (const auto segment : builder.getSegmentsForOutput()) {
    const auto* words = reinterpret_cast<const Word*>(segment.begin());
    out.emplace_back(words, words + segment.size());
  }
  return out;
}

}  // namespace ww::isaac
