// SPDX-License-Identifier: Apache-2.0
#include "core/project/schema.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <map>
#include <vector>

#include "core/project/chunks.h"
#include "core/project/format.h"
#include "worldwright/v1/file.pb.h"
#include "worldwright/v1/geometry.pb.h"
#include "worldwright/v1/view.pb.h"

namespace ww::project {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

std::string quotedText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Members of an object or a list, one a line.
std::string lines(const std::vector<std::string>& all, int indent, char open, char close) {
  if (all.empty()) return std::string(1, open) + close;
  const std::string blank(static_cast<std::size_t>(indent), ' ');
  return fmt::format("{}\n{}  {}\n{}{}", open, blank, fmt::join(all, ",\n" + blank + "  "), blank, close);
}

// The messages that are reached from the parts of a file, by name.
class Messages {
 public:
  void add(const Descriptor* type) {
    if (!messages_.emplace(type->full_name(), type).second) return;
    for (int i = 0; i < type->field_count(); ++i) {
      const FieldDescriptor* field = type->field(i);
      if (field->message_type()) add(field->message_type());
      if (field->enum_type()) enums_.emplace(field->enum_type()->full_name(), field->enum_type());
    }
  }

  std::string messages() const {
    std::vector<std::string> out;
    for (const auto& [name, type] : messages_) out.push_back(quotedText(name) + ": " + fieldsOf(*type));
    return lines(out, 2, '{', '}');
  }

  std::string enums() const {
    std::vector<std::string> out;
    for (const auto& [name, type] : enums_) {
      std::vector<std::string> values;
      for (int i = 0; i < type->value_count(); ++i)
        values.push_back(fmt::format("{}: {}", quotedText(type->value(i)->name()), type->value(i)->number()));
      out.push_back(quotedText(name) + ": " + lines(values, 4, '{', '}'));
    }
    return lines(out, 2, '{', '}');
  }

 private:
  static std::string typeOf(const FieldDescriptor& field) {
    if (field.message_type()) return std::string(field.message_type()->full_name());
    if (field.enum_type()) return std::string(field.enum_type()->full_name());
    return field.type_name();
  }

  // By their numbers.
  static std::string fieldsOf(const Descriptor& type) {
    std::map<int, std::string> fields;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      std::string text = fmt::format("{{\"number\": {}, \"name\": {}, \"type\": {}", field.number(),
                                     quotedText(field.name()), quotedText(typeOf(field)));
      if (field.is_repeated()) text += ", \"repeated\": true";
      if (field.has_presence() && !field.message_type()) text += ", \"optional\": true";
      if (const auto* one_of = field.real_containing_oneof()) text += ", \"oneof\": " + quotedText(one_of->name());
      fields[field.number()] = text + "}";
    }
    std::vector<std::string> out;
    for (auto& [number, text] : fields) out.push_back(std::move(text));
    return lines(out, 4, '[', ']');
  }

  std::map<std::string, const Descriptor*> messages_;
  std::map<std::string, const EnumDescriptor*> enums_;
};

std::string tablesText() {
  std::vector<std::string> out;
  for (const Table& table : kTables)
    out.push_back(fmt::format("{{\"name\": {}, \"sql\": {}}}", quotedText(table.name), quotedText(table.sql)));
  return lines(out, 2, '[', ']');
}

struct PartRowOf {
  std::int64_t kind;
  const char* name;
  const char* id;
  const Descriptor* message;  // null: none, as world_file.md says
};

std::string partsText(Messages& messages) {
  using namespace worldwright::v1;
  const PartRowOf rows[] = {{kWorldPart, "world", "0", WorldRecord::descriptor()},
                            {kObjectPart, "object", "of the object", ObjectRecord::descriptor()},
                            {kEntityPart, "entity", "of the entity", EntityRecord::descriptor()},
                            {kFramePart, "frame", "of the frame", FrameRecord::descriptor()},
                            {kViewPart, "view", "-1", ViewRecord::descriptor()},
                            {kHistoryPart, "history", "-2: the head; -16 and below: a state each", nullptr}};
  std::vector<std::string> out;
  for (const PartRowOf& row : rows) {
    if (row.message) messages.add(row.message);
    const std::string message = row.message ? quotedText(row.message->full_name()) : std::string("null");
    out.push_back(fmt::format("{{\"kind\": {}, \"name\": {}, \"id\": {}, \"message\": {}}}", row.kind,
                              quotedText(row.name), quotedText(row.id), message));
  }
  return lines(out, 2, '[', ']');
}

std::string metaText() {
  const std::pair<std::string_view, const char*> rows[] = {
      {meta::kFormat, "user_version, in decimal"},
      {meta::kName, "name of the world"},
      {meta::kRevision, "saves so far, in decimal"},
      {meta::kContentHash, "hash of the content of the world"},
      {meta::kHashedBy, "user_version of the program that worked out content_hash"},
      {meta::kImprint,
       "counts of changes and of those of the tables, user_version, version of SQLite, 1 where unused bytes are zero"},
      {meta::kRows, "SHA-256 over the sorted sha256 of all other rows, in hexadecimal"}};
  std::vector<std::string> out;
  for (const auto& [key, what] : rows)
    out.push_back(fmt::format("{{\"key\": {}, \"value\": {}}}", quotedText(key), quotedText(what)));
  return lines(out, 2, '[', ']');
}

}  // namespace

std::string schemaText() {
  Messages messages;
  const std::string parts = partsText(messages);
  messages.add(worldwright::v1::GeometryBlob::descriptor());
  const std::vector<std::string> geometry = {
      "\"message\": " + quotedText(worldwright::v1::GeometryBlob::descriptor()->full_name()),
      fmt::format("\"slice_bytes\": {}", kSliceBytes),
      fmt::format("\"codecs\": {{\"raw\": {}, \"zstd\": {}}}", static_cast<std::int64_t>(kRaw),
                  static_cast<std::int64_t>(kZstd))};
  return lines(
             {"\"name\": \"wright\"", fmt::format("\"application_id\": {}", kApplicationId),
              fmt::format("\"major\": {}", kMajor), fmt::format("\"minor\": {}", kMinor), "\"tables\": " + tablesText(),
              "\"meta\": " + metaText(), "\"parts\": " + parts, "\"geometry\": " + lines(geometry, 2, '{', '}'),
              "\"enums\": " + messages.enums(), "\"messages\": " + messages.messages()},
             0, '{', '}') +
         "\n";
}

}  // namespace ww::project
