// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <map>

#include "core/base/failure.h"
#include "core/difference/failures.h"
#include "core/difference/pieces.h"
#include "core/difference/text_form.h"
#include "core/difference/text_lines.h"
#include "core/difference/text_place.h"
#include "core/world/failures/failures.h"
#include "core/world/records/load.h"
#include "core/world/updates/texts.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::difference {
namespace {

using worldwright::v1::PatchWorld;

constexpr int kDeepestText = 100;

// The first error of protobuf's reader, which counts lines and columns from 0.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (first.empty()) place = {{}, line + 1, column + 1};
    if (first.empty()) first = message;
  }
  std::string first;
  arg::Place place;
};

Status textFault(int line, Phrase what) {
  return fail(
      failures::kTextFault,
      {{"place", phrase(WW_TEXT("Core", "line {line}"), {{"line", arg::Count{static_cast<std::uint64_t>(line)}}})},
       {"what", std::move(what)}});
}

// The word that protobuf's reader says is no field; empty where it says something else.
std::string noField(const std::string& said) {
  constexpr std::string_view kNoField = "has no field named \"";
  const std::size_t at = said.find(kNoField);
  if (at == std::string::npos) return {};
  std::string name = said.substr(at + kNoField.size());
  name.erase(std::min(name.find('"'), name.size()));
  return name;
}

// That reader gives the line of the word behind the one that is no field.
int lineOfFault(std::string_view text, const std::string& said, int line) {
  const std::string name = noField(said);
  std::size_t end = 0;
  for (int i = 0; i < line && end < text.size(); ++i) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  const std::size_t at = name.empty() ? std::string_view::npos : text.substr(0, end).rfind(name);
  if (at == std::string_view::npos) return line;
  return 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
}

// What protobuf's reader says, in our words: which word is no field, or what it met where something else has to be.
Phrase faultWords(const std::string& said) {
  const std::string name = noField(said);
  if (!name.empty()) return phrase(WW_TEXT("Core", "no field is called {name}"), {{"name", arg::Name{name}}});
  constexpr std::string_view kExpected = "Expected ", kGot = ", got: ";
  constexpr std::size_t kShown = 60;
  const std::size_t got = said.find(kGot);
  if (!said.starts_with(kExpected) || got == std::string::npos)
    return phrase(WW_TEXT("Core", "what stands there cannot be read"));
  const std::string found = said.substr(got + kGot.size(), kShown);
  if (found.empty()) return phrase(WW_TEXT("Core", "it breaks off there"));
  if (said.compare(kExpected.size(), 10, "identifier") == 0)
    return phrase(WW_TEXT("Core", "{found} stands where the name of a field has to be"), {{"found", arg::Name{found}}});
  return phrase(WW_TEXT("Core", "{found} stands where another value or sign has to be"), {{"found", arg::Name{found}}});
}

bool lacksGeometry(const Status& status) {
  if (!status.failure) return false;
  return status.failure->row == &world::failures::kNoSuchGeometry ||
         std::ranges::any_of(status.failure->causes, lacksGeometry);
}

template <typename Record>
world::RecordPtrs<Record> shared(google::protobuf::RepeatedPtrField<Record>& from) {
  world::RecordPtrs<Record> out;
  for (Record& record : from) {
    auto own = std::make_shared<Record>();
    own->Swap(&record);
    out.push_back(std::move(own));
  }
  return out;
}

class TextReader {
 public:
  TextReader(std::string_view text, geometry::GeometryStore& store) : text_(text), store_(store) {}

  Result<world::World> run() {
    WW_TRY(readHead());
    while (nextLine()) WW_TRY(readLine());
    WW_TRY(endGeometry());
    WW_TRY(parseWords());
    WW_TRY(putExact());
    auto world = world::fromRecords(patch_.world(), shared(*patch_.mutable_objects()),
                                    shared(*patch_.mutable_entities()), shared(*patch_.mutable_frames()), store_);
    if (world.ok()) return world;
    if (is_without_geometry_ && lacksGeometry(world.status())) return fail(failures::kTextLacksGeometry);
    return noWorld(world.status());
  }

 private:
  // A record of a field, by its number among them, as it is byte by byte.
  struct Exact {
    std::string field;
    int index = 0;
    std::string bytes;
    int line = 0;
  };

  bool nextLine() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line_ = text_.substr(at_, end - at_);
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    at_ = end + 1;
    ++number_;
    return true;
  }

  Status readHead() {
    if (!nextLine() || !line_.starts_with(kTextHead)) return fail(failures::kNoTextForm);
    const std::string_view version = line_.substr(kTextHead.size());
    if (version != std::to_string(kTextVersion))
      return fail(failures::kNewerText, {{"format", arg::Words{std::string(version.substr(0, 20))}},
                                         {"own", arg::Words{std::to_string(kTextVersion)}}});
    words_ += "\n";
    return okStatus();
  }

  // Lines keep their numbers in what protobuf reads.
  Status readLine() {
    if (!line_.starts_with('#')) {
      for (const char* field : {"objects", "entities", "frames", "world"})
        if (line_.starts_with(std::string(field) + " {")) ++seen_[field];
      words_ += std::string(line_) + "\n";
      return okStatus();
    }
    words_ += "\n";
    if (line_ == kNoGeometryLine) is_without_geometry_ = true;
    else if (line_.starts_with(kExactLine)) return readExact(line_.substr(kExactLine.size()));
    else if (line_.starts_with(kGeometryLine)) return beginGeometry(line_.substr(kGeometryLine.size()));
    else if (line_.starts_with(kBytesLine)) return addBytes(line_.substr(kBytesLine.size()));
    return okStatus();
  }

  Status readExact(std::string_view rest) {
    const std::size_t space = std::min(rest.find(' '), rest.size());
    const std::string field(rest.substr(0, space));
    const auto bytes = fromBase64(rest.substr(std::min(space + 1, rest.size())));
    if (!bytes || !seen_.contains(field))
      return textFault(number_, phrase(WW_TEXT("Core", "these are no bytes of a record before them")));
    exact_.push_back({field, seen_[field] - 1, *bytes, number_});
    return okStatus();
  }

  Status beginGeometry(std::string_view rest) {
    WW_TRY(endGeometry());
    ref_ = std::string(rest.substr(0, rest.find(' ')));
    return okStatus();
  }

  Status addBytes(std::string_view text) {
    const auto bytes = fromBase64(text);
    if (!bytes || ref_.empty()) return textFault(number_, phrase(WW_TEXT("Core", "these are no bytes of a geometry")));
    geometry_ += *bytes;
    return okStatus();
  }

  Status endGeometry() {
    if (ref_.empty()) return okStatus();
    auto made = store_.internBytes(geometry_);
    if (!made.ok() || (*made)->ref != ref_) return fail(failures::kTextGeometry, {{"ref", arg::Name{ref_}}});
    kept_.push_back(*made);
    ref_.clear();
    geometry_.clear();
    return okStatus();
  }

  Status parseWords() {
    FirstError errors;
    google::protobuf::TextFormat::Parser parser;
    parser.RecordErrorsTo(&errors);
    parser.SetRecursionLimit(kDeepestText);
    if (!parser.ParseFromString(words_, &patch_))
      return textFault(lineOfFault(words_, errors.first, errors.place.line), faultWords(errors.first));
    if (!world::badText(patch_)) return okStatus();
    const auto bad = world::badTextIn(patch_, words_);
    if (!bad) return okStatus();
    return textFault(bad->line,
                     phrase(WW_TEXT("Core", "{field} is no text in UTF-8"), {{"field", arg::Name{bad->field}}}));
  }

  // With the place of what it is about.
  Status noWorld(const Status& damaged) const {
    const bool wrapped = damaged.failure && damaged.failure->row == &world::failures::kDamaged;
    const Status& why = wrapped && !damaged.failure->causes.empty() ? damaged.failure->causes.front() : damaged;
    const int line = lineOfRecord(words_, why);
    if (line == 0) return fail(failures::kTextParts, {}, why);
    return fail(failures::kTextRecord, {{"line", arg::Count{static_cast<std::uint64_t>(line)}}}, why);
  }

  Message* recordOf(const Exact& exact) {
    if (exact.field == "world") return patch_.mutable_world();
    if (exact.field == "objects" && exact.index < patch_.objects_size()) return patch_.mutable_objects(exact.index);
    if (exact.field == "entities" && exact.index < patch_.entities_size()) return patch_.mutable_entities(exact.index);
    if (exact.field == "frames" && exact.index < patch_.frames_size()) return patch_.mutable_frames(exact.index);
    return nullptr;
  }

  Status putExact() {
    for (const Exact& exact : exact_) {
      Message* record = recordOf(exact);
      if (!record || !record->ParseFromString(exact.bytes))
        return textFault(exact.line, phrase(WW_TEXT("Core", "these are no bytes of a record before them")));
    }
    return okStatus();
  }

  std::string_view text_, line_;
  geometry::GeometryStore& store_;
  std::size_t at_ = 0;
  int number_ = 0;
  bool is_without_geometry_ = false;
  std::string words_;
  std::map<std::string, int> seen_;
  std::vector<Exact> exact_;
  std::string ref_, geometry_;
  std::vector<geometry::GeometryPtr> kept_;
  PatchWorld patch_;
};

}  // namespace

Result<world::World> fromText(std::string_view text, geometry::GeometryStore& store) {
  return TextReader(text, store).run();
}

}  // namespace ww::difference
