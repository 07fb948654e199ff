// SPDX-License-Identifier: Apache-2.0
// Messages of requests and edits, read from files; what is wrong with one is told in our own words.
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "app/cli/message_words.h"
#include "core/world/updates/texts.h"

namespace ww::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::Message;

// Of a request or of edits; more is a mistake, or an attack on the memory.
constexpr std::size_t kMaxMessageBytes = std::size_t{256} << 20;
// As deep as binary messages may be.
constexpr int kMaxDepth = 100;

// The first error of the parser, which speaks of lines and columns.
class TextErrors : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (!first.empty()) return;
    first = message;
    place_line = line + 1;
    place_column = column + 1;
  }
  std::string first;
  int place_line = 0, place_column = 0;
};

bool isBinary(const std::string& ending) { return ending == ".binpb" || ending == ".pb"; }
bool isText(const std::string& ending) { return ending == ".textproto" || ending == ".txtpb"; }
std::string endingOf(const std::string& path) { return std::filesystem::path(path).extension().string(); }

std::string shortName(const std::string& type) { return type.substr(type.rfind('.') + 1); }
std::string nameOf(const Message& message) { return std::string(message.GetDescriptor()->full_name()); }

// The messages that the verbs read.
struct Known {
  const char* type;
  const char* verb;
};
constexpr Known kKnown[] = {{"worldwright.v1.Edits", "apply"},
                            {"intrinsic_proto.world.ObjectWorldUpdates", "apply"},
                            {"intrinsic_proto.motion_planning.v1.FkRequest", "fk"},
                            {"intrinsic_proto.motion_planning.v1.IkRequest", "ik"},
                            {"intrinsic_proto.motion_planning.v1.MotionPlanningRequest", "plan"},
                            {"intrinsic_proto.motion_planning.v1.CheckCollisionsRequest", "path-check"},
                            {"intrinsic_proto.motion_planning.v1.TrajectoryPlanningResponse", "validate"}};

const Descriptor* typeNamed(const std::string& name) {
  return google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(name);
}

bool parses(const std::string& text, Message& message, bool json) {
  if (json) return google::protobuf::util::JsonStringToMessage(text, &message).ok();
  TextErrors errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kMaxDepth);
  return parser.ParseFromString(text, &message);
}

// Which of the messages that the other verbs read the text is; null when it is none of them.
const Known* heldInstead(const std::string& text, const Message& wanted, bool json) {
  for (const Known& known : kKnown) {
    const Descriptor* type = typeNamed(known.type);
    if (!type || type == wanted.GetDescriptor()) continue;
    const std::unique_ptr<Message> other(
        google::protobuf::MessageFactory::generated_factory()->GetPrototype(type)->New());
    if (parses(text, *other, json)) return &known;
  }
  return nullptr;
}

Status otherMessage(const std::string& path, const Known& held, const std::string& type) {
  return ww::fail(failures::kOtherMessage, {{"file", arg::Name{path}},
                                            {"held", arg::Words{shortName(held.type)}},
                                            {"type", arg::Words{shortName(type)}},
                                            {"verb", arg::Words{held.verb}}});
}

// Whether the reader wanted the name of a field behind the comma of "0,5".
bool isDecimalComma(const std::string& text, const arg::Place& at, const std::string& said) {
  if (!said.starts_with("Expected identifier, got: ")) return false;
  std::size_t line = 0;
  for (int i = 1; i < at.line; ++i) line = text.find('\n', line) + 1;
  const std::size_t here = line + static_cast<std::size_t>(std::max(at.column, 1)) - 1;
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return here >= 2 && here < text.size() && isDigit(text[here]) && text[here - 1] == ',' && isDigit(text[here - 2]);
}

// As the file writes them: JSON has them as "deleteObject", too.
std::vector<std::string> fieldsOf(const Descriptor& type, std::string_view wanted) {
  const bool camel = std::any_of(wanted.begin(), wanted.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(type.field_count()));
  for (int i = 0; i < type.field_count(); ++i)
    names.emplace_back(camel ? type.field(i)->json_name() : type.field(i)->name());
  return names;
}

Status noSuchField(const arg::Place& at, const std::string& type, const std::string& field) {
  const Descriptor* known = typeNamed(type);
  const std::vector<std::string> fields = known ? fieldsOf(*known, field) : std::vector<std::string>();
  return withNearest(ww::fail(failures::kNoSuchField, {{"file", at},
                                                       {"type", arg::Words{shortName(type)}},
                                                       {"field", arg::Name{field}},
                                                       {"fields", arg::Names{fields}}}),
                     field, fields);
}

// The values of a field of that name, of `type` or of what it holds.
std::vector<std::string> valuesOf(const Descriptor& type, const std::string& name, std::set<const Descriptor*>& seen) {
  if (!seen.insert(&type).second) return {};
  for (int i = 0; i < type.field_count(); ++i) {
    const auto* field = type.field(i);
    std::vector<std::string> values;
    if (field->name() == name && field->enum_type()) {
      for (int k = 0; k < field->enum_type()->value_count(); ++k)
        values.emplace_back(field->enum_type()->value(k)->name());
    }
    if (values.empty() && field->message_type()) values = valuesOf(*field->message_type(), name, seen);
    if (!values.empty()) return values;
  }
  return {};
}

Status noSuchValue(const arg::Place& at, const std::string& field, const std::string& value,
                   const std::vector<std::string>& values) {
  return withNearest(
      ww::fail(
          failures::kNoSuchEnumValue,
          {{"file", at}, {"field", arg::Name{field}}, {"value", arg::Name{value}}, {"values", arg::Names{values}}}),
      value, values);
}

Status textFailure(const std::string& path, const std::string& text, const Message& message, const TextErrors& errors) {
  static const std::regex kField("Message type \"([^\"]*)\" has no field named \"([^\"]*)\".*");
  static const std::regex kEnum("Unknown enumeration value of \"([^\"]*)\" for field \"([^\"]*)\".*");
  const arg::Place at{path, errors.place_line, errors.place_column};
  const std::string type = nameOf(message), said = shortened(errors.first);
  std::smatch found;
  if (const Known* held = heldInstead(text, message, false)) return otherMessage(path, *held, type);
  if (isDecimalComma(text, at, said)) return ww::fail(failures::kDecimalComma, {{"file", at}});
  if (std::regex_match(said, found, kField)) return noSuchField(at, found[1], found[2]);
  if (std::regex_match(said, found, kEnum)) {
    std::set<const Descriptor*> seen;
    const auto values = valuesOf(*message.GetDescriptor(), found[2], seen);
    return noSuchValue(at, found[2], found[1], values);
  }
  if (said.ends_with("got: ")) return ww::fail(failures::kMessageCut, {{"file", at}});
  if (Status known = textFault(at, said); !known.ok()) return known;
  return ww::fail(failures::kBadMessageText,
                  {{"file", at}, {"type", arg::Words{shortName(type)}}, {"reason", arg::Words{said}}});
}

Status notUtf8(const arg::Place& at, const world::BadText& bad) {
  return ww::fail(failures::kTextNotUtf8, {{"file", at}, {"field", arg::Name{bad.field}}});
}

Status parseText(const std::string& path, const std::string& text, Message& message) {
  TextErrors errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kMaxDepth);
  if (!parser.ParseFromString(text, &message)) return textFailure(path, text, message, errors);
  // Escapes can make what the letters of the file are not.
  if (!world::badText(message)) return okStatus();
  const auto bad = world::badTextIn(message, text);
  return bad ? notUtf8(arg::Place{path, bad->line, bad->column}, *bad) : okStatus();
}

// The type of message at a place as JSON's errors tell it ("updates[0].update_object_joint"); null when it is unknown.
const Descriptor* typeAt(const Descriptor* type, std::string_view where) {
  while (type && !where.empty()) {
    const std::string_view step = where.substr(0, where.find('.'));
    where.remove_prefix(std::min(where.size(), step.size() + 1));
    const std::string name(step.substr(0, step.find('[')));
    const auto* field = type->FindFieldByName(name);
    if (!field) field = type->FindFieldByCamelcaseName(name);
    type = field ? field->message_type() : nullptr;
  }
  return type;
}

arg::Place placeOfByte(const std::string& path, const std::string& text, std::size_t byte) {
  const std::string before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start = before.rfind('\n');
  const auto column = before.size() - (line_start == std::string::npos ? 0 : line_start + 1);
  return {path, 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
          std::max(1, static_cast<int>(column))};
}

// What stands up to that byte, counted from 1: the word or sign that the reader stumbled over.
std::string wordAt(const std::string& text, std::size_t byte) {
  constexpr std::size_t kMost = 40;
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::size_t from = std::min(byte, text.size());
  if (from > 0) --from;
  std::size_t to = from + 1;
  if (from < text.size() && isWord(text[from])) {
    while (from > 0 && isWord(text[from - 1])) --from;
    while (to < text.size() && isWord(text[to])) ++to;
  }
  return text.substr(from, std::min(to - from, kMost));
}

Status noSuchJsonField(const arg::Place& at, const std::string& where, const std::string& type,
                       const std::string& field, const std::vector<std::string>& known) {
  std::string remedy = "take a field that it has, or leave this one out";
  if (!known.empty()) remedy = fmt::format("its fields are '{}'", fmt::join(known, "', '"));
  return withNearest(ww::fail(failures::kNoSuchJsonField, {{"file", at},
                                                           {"where", arg::Words{where.empty() ? "the top" : where}},
                                                           {"type", arg::Words{shortName(type)}},
                                                           {"field", arg::Name{field}},
                                                           {"remedy", arg::Words{remedy}}}),
                     field, known);
}

// Where the first byte stands that is in no text: it goes on in UTF-8 up to there, and has no zero byte.
Status checkLetters(const std::string& path, const std::string& text) {
  std::size_t at = text.find('\0');
  const std::string before = text.substr(0, at);
  const auto sound = static_cast<std::size_t>(google::protobuf::internal::UTF8SpnStructurallyValid(before));
  if (sound < before.size()) at = sound;
  if (at == std::string::npos) return okStatus();
  const std::string code = std::to_string(static_cast<unsigned char>(text[at]));
  return ww::fail(failures::kNoText, {{"file", placeOfByte(path, text, at + 1)}, {"code", arg::Words{code}}});
}

// Of a field that holds a message.
Status noObject(const arg::Place& at, const BadEnum& bad) {
  return ww::fail(failures::kJsonValue,
                  {{"file", at},
                   {"where", arg::Words{bad.where}},
                   {"value", arg::Name{bad.value}},
                   {"wanted", arg::Words{"an object"}},
                   {"remedy", arg::Words{"write its fields in braces, each as \"name\": value"}}});
}

Status jsonFailure(const std::string& path, const std::string& text, const Message& message, std::string reason) {
  static const std::regex kField("\\(([^)]*)\\) ([^:]*): Cannot find field.*|([^:]*): Cannot find field.*");
  const std::string type = nameOf(message);
  try {
    [[maybe_unused]] const Json parsed = Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    const bool ends = last == std::string::npos || error.byte > last + 1;
    const arg::Place place = placeOfByte(path, text, error.byte);
    if (ends) return ww::fail(failures::kJsonEnds, {{"file", place}});
    return ww::fail(failures::kNotJson, {{"file", place}, {"found", arg::Name{wordAt(text, error.byte)}}});
  }
  if (const Known* held = heldInstead(text, message, true)) return otherMessage(path, *held, type);
  std::smatch found;
  reason = shortened(reason.substr(0, reason.find('\n')));
  if (std::regex_match(reason, found, kField)) {
    const std::string where = found[1].str(), field = found[2].matched ? found[2].str() : found[3].str();
    const Descriptor* holder = typeAt(message.GetDescriptor(), where);
    const std::vector<std::string> known = holder ? fieldsOf(*holder, field) : std::vector<std::string>();
    return noSuchJsonField(arg::Place{path, 0, 0}, where, type, field, known);
  }
  const arg::Place at{path, 0, 0};
  if (const BadEnum bad = badEnumOf(reason); !bad.where.empty()) {
    const std::string field = bad.where.substr(bad.where.rfind('.') + 1);
    std::set<const Descriptor*> seen;
    const auto values = valuesOf(*message.GetDescriptor(), field.substr(0, field.find('[')), seen);
    if (values.empty()) return noObject(at, bad);
    return noSuchValue(at, bad.where, bad.value, values);
  }
  if (Status known = jsonFault(at, shortName(type), reason); !known.ok()) return known;
  return ww::fail(
      failures::kBadJsonValue,
      {{"file", arg::Place{path, 0, 0}}, {"type", arg::Words{shortName(type)}}, {"reason", arg::Words{reason}}});
}

Status parseJson(const std::string& path, const std::string& text, Message& message) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = false;
  const auto status = google::protobuf::util::JsonStringToMessage(text, &message, options);
  if (status.ok()) {
    const auto bad = world::badText(message);
    return bad ? notUtf8({path, 0, 0}, *bad) : okStatus();
  }
  return jsonFailure(path, text, message, std::string(status.message().data(), status.message().size()));
}

}  // namespace

Result<std::string> readMessageBytes(const std::string& path) {
  const std::string ending = endingOf(path);
  std::error_code error;
  const bool there = std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
  if (there && ending == ".wright") return ww::fail(failures::kWorldNoMessage, {{"file", arg::Name{path}}});
  if (there && path != "-" && ending != ".json" && !isBinary(ending) && !isText(ending))
    return ww::fail(failures::kNoMessageEnding, {{"file", arg::Name{path}}});
  return readInput(path, kMaxMessageBytes);
}

bool isBinaryMessage(const std::string& path) { return isBinary(endingOf(path)); }

Status parseMessage(const std::string& path, const std::string& given, Message& message) {
  const std::string ending = endingOf(path);
  // Editors of some systems begin a text with a mark that is no part of it.
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const bool marked = !isBinary(ending) && given.starts_with(kMark);
  const std::string cut = marked ? given.substr(kMark.size()) : std::string();
  const std::string& bytes = marked ? cut : given;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (isBinary(ending)) {
    if (message.ParseFromString(bytes)) return okStatus();
    if (const auto bad = world::badTextIn(*message.GetDescriptor(), bytes)) return notUtf8({path, 0, 0}, *bad);
    return ww::fail(failures::kNotBinary,
                    {{"file", arg::Name{path}}, {"type", arg::Words{shortName(nameOf(message))}}});
  }
  WW_TRY(checkLetters(path, bytes));
  if (ending == ".json" || (path == "-" && first != std::string::npos && bytes[first] == '{'))
    return parseJson(path, bytes, message);
  return parseText(path, bytes, message);
}

Status readMessage(const std::string& path, Message& message) {
  WW_ASSIGN(const std::string bytes, readMessageBytes(path));
  return parseMessage(path, bytes, message);
}

}  // namespace ww::cli
