// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/texts.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/wire_format_lite.h>

#include <limits>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/base/failure.h"
#include "core/world/failures/failures.h"

namespace ww::world {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

constexpr int kMaxDepth = 100;  // as deep as messages may be

// By the measure of whoever reads the message again.
bool isText(std::string_view s) {
  return s.size() <= std::numeric_limits<int>::max() &&
         google::protobuf::internal::IsStructurallyValidUTF8(s.data(), static_cast<int>(s.size()));
}

std::string stepTo(const FieldDescriptor& field, int index) {
  return field.is_repeated() ? field.name() + "[" + std::to_string(index) + "]" : field.name();
}

BadText below(std::string step, BadText bad) {
  bad.field = std::move(step) + "." + bad.field;
  return bad;
}

bool bearsText(const Descriptor& type, std::set<const Descriptor*>& seen) {
  if (!seen.insert(&type).second) return false;  // it is being looked at
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.type() == FieldDescriptor::TYPE_STRING) return true;
    if (field.message_type() && bearsText(*field.message_type(), seen)) return true;
  }
  return false;
}

// The fields that are or hold texts, remembered: edits in streams have hardly any.
const std::vector<const FieldDescriptor*>& textFieldsOf(const Descriptor& type) {
  thread_local std::unordered_map<const Descriptor*, std::vector<const FieldDescriptor*>> known;
  if (const auto found = known.find(&type); found != known.end()) return found->second;
  std::vector<const FieldDescriptor*> fields;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    std::set<const Descriptor*> seen;
    const bool holds = field->message_type() && bearsText(*field->message_type(), seen);
    if (holds || field->type() == FieldDescriptor::TYPE_STRING) fields.push_back(field);
  }
  return known.emplace(&type, std::move(fields)).first->second;
}

// Null for `tree`: places are not known.
std::optional<BadText> look(const Message& message, TextFormat::ParseInfoTree* tree) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  for (const FieldDescriptor* field : textFieldsOf(*message.GetDescriptor())) {
    const bool repeated = field->is_repeated(), is_message = field->message_type() != nullptr;
    const int count = repeated ? reflection.FieldSize(message, field) : reflection.HasField(message, field) ? 1 : 0;
    for (int i = 0; i < count; ++i) {
      const int at = repeated ? i : -1;
      if (is_message) {
        const Message& part =
            repeated ? reflection.GetRepeatedMessage(message, field, i) : reflection.GetMessage(message, field);
        if (auto bad = look(part, tree ? tree->GetTreeForNested(field, at) : nullptr))
          return below(stepTo(*field, i), *std::move(bad));
        continue;
      }
      std::string scratch;
      const std::string& text = repeated ? reflection.GetRepeatedStringReference(message, field, i, &scratch)
                                         : reflection.GetStringReference(message, field, &scratch);
      if (isText(text)) continue;
      const TextFormat::ParseLocation place = tree ? tree->GetLocation(field, at) : TextFormat::ParseLocation();
      return BadText{stepTo(*field, i), place.line + 1, place.column + 1};
    }
  }
  return std::nullopt;
}

class Silent : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber, const std::string&) override {}
};

std::optional<BadText> lookInBytes(const Descriptor& type, std::string_view bytes, int depth) {
  using google::protobuf::internal::WireFormatLite;
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  std::map<const FieldDescriptor*, int> seen;
  while (const std::uint32_t tag = in.ReadTag()) {
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!WireFormatLite::SkipField(&in, tag)) return std::nullopt;
      continue;
    }
    std::uint32_t size = 0;
    if (!in.ReadVarint32(&size)) return std::nullopt;
    const int from = in.CurrentPosition();
    if (size > bytes.size() - static_cast<std::size_t>(from) || !in.Skip(static_cast<int>(size))) return std::nullopt;
    const std::string_view part = bytes.substr(static_cast<std::size_t>(from), size);
    const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
    if (!field) continue;
    const std::string step = stepTo(*field, seen[field]++);
    if (field->type() == FieldDescriptor::TYPE_STRING && !isText(part)) return BadText{step};
    if (field->type() != FieldDescriptor::TYPE_MESSAGE || depth >= kMaxDepth) continue;
    if (auto bad = lookInBytes(*field->message_type(), part, depth + 1)) return below(step, *std::move(bad));
  }
  return std::nullopt;
}

}  // namespace

std::optional<BadText> badText(const Message& message) { return look(message, nullptr); }

std::optional<BadText> badTextIn(const Message& type, const std::string& text) {
  const std::unique_ptr<Message> again(type.New());
  TextFormat::ParseInfoTree tree;
  Silent silent;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&silent);
  parser.WriteLocationsTo(&tree);
  parser.SetRecursionLimit(kMaxDepth);
  if (!parser.ParseFromString(text, again.get())) return std::nullopt;
  return look(*again, &tree);
}

std::optional<BadText> badTextIn(const Descriptor& type, std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<int>::max()) return std::nullopt;
  return lookInBytes(type, bytes, 0);
}

Status checkTexts(const Message& edit) {
  const auto bad = badText(edit);
  return bad ? fail(failures::kTextNotUtf8, {{"field", arg::Name{bad->field}}}) : okStatus();
}

}  // namespace ww::world
