// SPDX-License-Identifier: Apache-2.0
#include "core/io/failure_wire.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/geometry/failures.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/scene/failures.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io {
namespace {

namespace pb = worldwright::v1;
using Severity = Diagnostic::Severity;

constexpr int kMostArgs = 12, kMostNames = 24, kMostNear = 3, kMostContexts = 8, kMostDetails = 30, kMostCauses = 2,
              kDeepest = 4;
constexpr std::size_t kText = 400, kTitle = 500, kKey = 40, kMessage = 4000, kHint = 500, kSubject = 1000;

struct KnownRow {
  const FailureRow* row;
  std::set<std::string> fields;  // of all its texts
};

void addFields(std::string_view text, std::set<std::string>& out) {
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos) return;
    const std::string_view field = text.substr(at + 1, end - at - 1);
    out.emplace(field.substr(0, field.find('|')));  // a count may only choose a word: {count|is|are}
  }
}

// The rows that a reader may send.
const KnownRow* knownRow(const std::string& code) {
  static const auto* const kRows = [] {
    auto* rows = new std::map<std::string, KnownRow, std::less<>>;
    for (const FailureTable table : {failures::all(), geometry::failures::all(), scene::failures::all()}) {
      for (const FailureRow* row : table) {
        KnownRow& known = (*rows)[std::string(row->code)];
        known.row = row;
        for (const char* text : {row->title, row->hint, row->at_command, row->in_window}) addFields(text, known.fields);
      }
    }
    return rows;
  }();
  const auto found = kRows->find(code);
  return found == kRows->end() ? nullptr : &found->second;
}

void putPhrase(const Phrase& phrase, int depth, pb::WorkerPhrase& out);

struct Written {
  pb::WorkerArg& out;
  int depth = 0;
  void operator()(const arg::Name& v) const { out.set_name(cleanUtf8(v.text, kText)); }
  // A worker knows no nodes of the world.
  void operator()(const arg::Node& v) const { out.set_name(cleanUtf8(v.display, kText)); }
  void operator()(const arg::Words& v) const { out.set_words(cleanUtf8(v.text, kText)); }
  void operator()(const arg::Length& v) const { out.set_length_m(v.m); }
  void operator()(const arg::Angle& v) const { out.set_angle_rad(v.rad); }
  void operator()(const arg::Seconds& v) const { out.set_seconds(v.s); }
  void operator()(const arg::Bytes& v) const { out.set_bytes(v.count); }
  void operator()(const arg::Number& v) const { out.set_number(v.value); }
  void operator()(const arg::Count& v) const { out.set_count(v.count); }
  void operator()(const arg::Names& v) const {
    auto& names = *out.mutable_names();
    for (std::size_t i = 0; i < std::min<std::size_t>(v.texts.size(), kMostNames); ++i)
      names.add_texts(cleanUtf8(v.texts[i], kText));
  }
  void operator()(const arg::Place& v) const {
    out.mutable_place()->set_file(cleanUtf8(v.file, kText));
    out.mutable_place()->set_line(v.line);
    out.mutable_place()->set_column(v.column);
  }
  void operator()(const arg::Told& v) const { out.set_words(cleanUtf8(titleText(*v.failure, plainVoice()), kText)); }
  void operator()(const Phrase& v) const { putPhrase(v, depth + 1, *out.mutable_phrase()); }
};

void putPhrase(const Phrase& phrase, int depth, pb::WorkerPhrase& out) {
  out.set_text(cleanUtf8(phrase.text, kText));
  out.set_is_ours(phrase.is_ours);
  for (const FailureArg& a : phrase.args) {
    if (out.args_size() == kMostArgs || depth == kDeepest) break;
    pb::WorkerArg& to = *out.add_args();
    to.set_key(a.key);
    std::visit(Written{to, depth}, a.value);
  }
}

Phrase phraseOf(const pb::WorkerPhrase& wire, int depth);

FailureValue valueOf(const pb::WorkerArg& wire, int depth) {
  switch (wire.value_case()) {
    case pb::WorkerArg::kName: return arg::Name{cleanUtf8(wire.name(), kText)};
    case pb::WorkerArg::kWords: return arg::Words{cleanUtf8(wire.words(), kText)};
    case pb::WorkerArg::kLengthM: return arg::Length{wire.length_m()};
    case pb::WorkerArg::kAngleRad: return arg::Angle{wire.angle_rad()};
    case pb::WorkerArg::kSeconds: return arg::Seconds{wire.seconds()};
    case pb::WorkerArg::kBytes: return arg::Bytes{wire.bytes()};
    case pb::WorkerArg::kNumber: return arg::Number{wire.number()};
    case pb::WorkerArg::kCount: return arg::Count{wire.count()};
    case pb::WorkerArg::kNames: {
      arg::Names names;
      for (int i = 0; i < std::min(wire.names().texts_size(), kMostNames); ++i)
        names.texts.push_back(cleanUtf8(wire.names().texts(i), kText));
      return names;
    }
    case pb::WorkerArg::kPlace:
      return arg::Place{cleanUtf8(wire.place().file(), kText), std::max(0, wire.place().line()),
                        std::max(0, wire.place().column())};
    case pb::WorkerArg::kPhrase: return phraseOf(wire.phrase(), depth + 1);
    case pb::WorkerArg::VALUE_NOT_SET: break;
  }
  return arg::Words{};
}

Phrase phraseOf(const pb::WorkerPhrase& wire, int depth) {
  Phrase out;
  out.text = cleanUtf8(wire.text(), kText);
  out.is_ours = wire.is_ours();
  for (int i = 0; i < std::min(wire.args_size(), kMostArgs) && depth < kDeepest; ++i)
    out.args.push_back({cleanUtf8(wire.args(i).key(), kKey), valueOf(wire.args(i), depth)});
  return out;
}

std::vector<Phrase> phrasesOf(const google::protobuf::RepeatedPtrField<pb::WorkerPhrase>& wire, int most) {
  std::vector<Phrase> out;
  for (int i = 0; i < std::min(wire.size(), most); ++i) out.push_back(phraseOf(wire[i], 0));
  return out;
}

void putStatus(const Status& status, int depth, pb::WorkerFailure& out);

void putRow(const Failure& failure, int depth, pb::WorkerRow& out) {
  out.set_code(std::string(failure.row->code));
  for (const FailureArg& a : failure.args) {
    if (out.args_size() == kMostArgs) break;
    pb::WorkerArg& to = *out.add_args();
    to.set_key(a.key);
    std::visit(Written{to, 0}, a.value);
  }
  for (const std::string& name : failure.near) out.add_near(cleanUtf8(name, kText));
  for (const Phrase& context : failure.contexts) putPhrase(context, 0, *out.add_contexts());
  for (const Phrase& line : failure.details) putPhrase(line, 0, *out.add_details());
  for (const Status& cause : failure.causes) {
    if (depth < kDeepest) putStatus(cause, depth + 1, *out.add_causes());
  }
}

void putStatus(const Status& status, int depth, pb::WorkerFailure& out) {
  out.set_code(static_cast<std::uint32_t>(status.code));
  out.set_title(cleanUtf8(status.title, kTitle));
  out.set_message(cleanUtf8(status.message, kMessage));
  out.set_hint(cleanUtf8(status.hint, kHint));
  out.set_subject(cleanUtf8(status.subject, kSubject));
  if (status.failure) putRow(*status.failure, depth, *out.mutable_row());
}

Status statusOf(const pb::WorkerFailure& wire, int depth);

std::vector<std::string> textsOf(const google::protobuf::RepeatedPtrField<std::string>& wire, int most) {
  std::vector<std::string> out;
  for (int i = 0; i < std::min(wire.size(), most); ++i) out.push_back(cleanUtf8(wire[i], kText));
  return out;
}

// Null when there is no such row.
std::shared_ptr<const Failure> failureOf(const pb::WorkerRow& wire, int depth) {
  const KnownRow* known = knownRow(wire.code());
  if (!known) return nullptr;
  Failure out;
  out.row = known->row;
  out.near = textsOf(wire.near(), kMostNear);
  out.contexts = phrasesOf(wire.contexts(), kMostContexts);
  out.details = phrasesOf(wire.details(), kMostDetails);
  for (const pb::WorkerArg& a : wire.args()) {
    const auto key = known->fields.find(a.key());
    if (key == known->fields.end() || out.find(*key)) continue;
    out.args.push_back({*key, valueOf(a, 0)});
  }
  for (int i = 0; i < std::min(wire.causes_size(), kMostCauses) && depth < kDeepest; ++i)
    out.causes.push_back(statusOf(wire.causes(i), depth + 1));
  return std::make_shared<const Failure>(std::move(out));
}

Status statusOf(const pb::WorkerFailure& wire, int depth) {
  Status out{static_cast<Code>(wire.code() >= 1 && wire.code() <= 16 ? wire.code() : 2),
             cleanUtf8(wire.title(), kTitle), cleanUtf8(wire.message(), kMessage), cleanUtf8(wire.hint(), kHint),
             cleanUtf8(wire.subject(), kSubject)};
  out.failure = wire.has_row() ? failureOf(wire.row(), depth) : nullptr;
  if (!out.failure) return out;
  out.code = out.failure->row->canonical;
  out.title = titleText(*out.failure, plainVoice());
  out.hint = hintText(*out.failure, plainVoice());
  return out;
}

}  // namespace

void toWire(const Status& status, pb::WorkerFailure& out) { putStatus(status, 0, out); }

void toWire(const Diagnostic& d, pb::WorkerDiagnostic& out) {
  out.set_severity(d.severity == Severity::kInfo ? 0 : d.severity == Severity::kError ? 2 : 1);
  out.set_code(cleanUtf8(d.code, 60));
  out.set_message(cleanUtf8(d.message, 1000));
  out.set_hint(cleanUtf8(d.hint, kHint));
  out.set_file(cleanUtf8(d.file, 1000));
  out.set_line(d.line);
  out.set_path(cleanUtf8(d.path, 1000));
  if (d.failure) putRow(*d.failure, 0, *out.mutable_row());
}

void toWire(const Phrase& phrase, pb::WorkerPhrase& out) { putPhrase(phrase, 0, out); }

Phrase fromWire(const pb::WorkerPhrase& wire) { return phraseOf(wire, 0); }

Status fromWire(const pb::WorkerFailure& wire) { return statusOf(wire, 0); }

Diagnostic fromWire(const pb::WorkerDiagnostic& wire) {
  Diagnostic out;
  out.severity = wire.severity() == 0 ? Severity::kInfo : wire.severity() == 2 ? Severity::kError : Severity::kWarning;
  out.code = cleanUtf8(wire.code(), 60);
  out.message = cleanUtf8(wire.message(), 1000);
  out.hint = cleanUtf8(wire.hint(), kHint);
  out.file = cleanUtf8(wire.file(), 1000);
  out.line = std::max(0, wire.line());
  out.path = cleanUtf8(wire.path(), 1000);
  out.failure = wire.has_row() ? failureOf(wire.row(), 0) : nullptr;
  if (!out.failure) return out;
  out.message = titleText(*out.failure, plainVoice());
  out.hint = hintText(*out.failure, plainVoice());
  return out;
}

}  // namespace ww::io
