// SPDX-License-Identifier: Apache-2.0
#include "core/journal/record.h"

#include <algorithm>

#include "core/io/failure_wire.h"
#include "core/journal/failures.h"
#include "core/journal/frame.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::journal {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr std::uint64_t kMostMilliseconds = 4'000'000'000'000;  // later times overflow the clock

std::uint64_t toNumber(system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
  return since < 0 ? 0 : static_cast<std::uint64_t>(since);
}

system_clock::time_point toTime(std::uint64_t number) {
  return system_clock::time_point(milliseconds(std::min(number, kMostMilliseconds)));
}

std::string labelBytes(const Phrase& label) {
  worldwright::v1::WorkerPhrase wire;
  io::toWire(label, wire);
  return wire.SerializeAsString();
}

Phrase labelOf(std::string_view bytes) {
  worldwright::v1::WorkerPhrase wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20)))) return {};
  return io::fromWire(wire);
}

void pack(Packer& out, const Note& note) {
  out.text(labelBytes(note.label)).text(note.author).number(toNumber(note.time)).number(note.entry).text(note.hash);
}

Note unpackNote(Unpacker& in) {
  Note note;
  note.label = labelOf(in.text());
  note.author = in.text();
  note.time = toTime(in.number());
  note.entry = in.number();
  note.hash = in.text();
  return note;
}

void pack(Packer& out, const About& about) {
  out.text(about.path).text(about.wish).text(about.saved_hash).text(about.picture);
}

About unpackAbout(Unpacker& in) {
  About about;
  about.path = in.text();
  about.wish = in.text();
  about.saved_hash = in.text();
  about.picture = in.text();
  return about;
}

// Last, where programs before it do not look; journals of those end there.
void packLost(Packer& out, const About& about) { out.number(about.is_lost ? 1 : 0); }
bool unpackLost(Unpacker& in) { return in.number() == 1; }

void pack(Packer& out, const std::vector<UnsavedName>& names) {
  out.number(names.size());
  for (const UnsavedName& name : names) out.text(name.hash).number(name.change);
}

// Programs before it wrote none.
std::vector<UnsavedName> unpackNames(Unpacker& in) {
  std::vector<UnsavedName> names;
  for (std::uint64_t left = in.number(); left > 0 && in.ok(); --left) {
    std::string hash(in.text());
    const std::uint64_t change = in.number();
    if (in.ok()) names.push_back({std::move(hash), change});
  }
  return names;
}

Status noRecord() { return fail(failures::kNoRecord); }

bool isEdit(Kind kind) { return kind == Kind::kEdit || kind == Kind::kUndo || kind == Kind::kRedo; }

}  // namespace

std::string payloadOf(const EditRecord& record) {
  Packer out;
  pack(out, record.note);
  out.text(record.edits);
  return out.take();
}

std::string payloadOf(const SavedRecord& record) {
  Packer out;
  pack(out, record.about);
  out.number(toNumber(record.time));
  packLost(out, record.about);
  out.number(record.names);
  return out.take();
}

std::string payloadOf(const NameRecord& record) {
  Packer out;
  out.number(record.after).text(record.hash).text(record.name).number(record.change).text(record.was);
  return out.take();
}

std::string payloadOf(const Head& head) {
  Packer out;
  pack(out, head.about);
  out.text(head.hash).number(toNumber(head.time)).number(head.parts).number(head.older).number(head.latest.size());
  for (const Note& note : head.latest) {
    out.number(note.sequence).number(static_cast<std::uint64_t>(note.kind));
    pack(out, note);
  }
  packLost(out, head.about);
  pack(out, head.names);
  return out.take();
}

std::string payloadOf(const project::PartRow& row) {
  Packer out;
  out.number(static_cast<std::uint64_t>(row.id)).number(static_cast<std::uint64_t>(row.kind)).text(row.bytes);
  return out.take();
}

std::string payloadOf(const project::HistoryRow& row) {
  Packer out;
  out.number(static_cast<std::uint64_t>(row.id)).text(row.bytes);
  return out.take();
}

std::string geometryPayload(std::string_view ref, std::string_view bytes) {
  Packer out;
  out.text(ref).text(bytes);
  return out.take();
}

Result<EditRecord> editOf(Kind kind, std::uint64_t sequence, std::string_view payload) {
  if (!isEdit(kind)) return noRecord();
  Unpacker in(payload);
  EditRecord record;
  record.note = unpackNote(in);
  record.note.kind = kind;
  record.note.sequence = sequence;
  record.edits = in.text();
  if (!in.ok()) return noRecord();
  return record;
}

Result<SavedRecord> savedOf(std::string_view payload) {
  Unpacker in(payload);
  SavedRecord record;
  record.about = unpackAbout(in);
  record.time = toTime(in.number());
  if (!in.ok()) return noRecord();
  record.about.is_lost = unpackLost(in);
  const std::uint64_t names = in.number();
  if (in.ok()) record.names = names;
  return record;
}

Result<NameRecord> nameOf(std::string_view payload) {
  Unpacker in(payload);
  NameRecord record;
  record.after = in.number();
  record.hash = in.text();
  record.name = in.text();
  if (!in.ok() || record.hash.empty()) return noRecord();
  // Programs before it wrote none.
  record.change = in.number();
  record.was = in.text();
  return record;
}

Result<Head> headOf(std::string_view payload) {
  Unpacker in(payload);
  Head head;
  head.about = unpackAbout(in);
  head.hash = in.text();
  head.time = toTime(in.number());
  head.parts = in.number();
  head.older = in.number();
  const std::uint64_t notes = in.number();
  if (notes > kMostNotes) return noRecord();
  for (std::uint64_t i = 0; i < notes && in.ok(); ++i) {
    const std::uint64_t sequence = in.number();
    const Kind kind = static_cast<Kind>(in.number());
    Note note = unpackNote(in);
    if (!isEdit(kind)) return noRecord();
    note.sequence = sequence;
    note.kind = kind;
    head.latest.push_back(std::move(note));
  }
  if (!in.ok()) return noRecord();
  head.about.is_lost = unpackLost(in);
  head.names = unpackNames(in);
  return head;
}

Result<project::PartRow> partOf(std::string_view payload) {
  Unpacker in(payload);
  project::PartRow row;
  row.id = static_cast<std::int64_t>(in.number());
  row.kind = static_cast<std::int64_t>(in.number());
  row.bytes = in.text();
  if (!in.ok()) return noRecord();
  row.hash = project::partHash(row.kind, row.id, row.bytes);
  return row;
}

Result<project::HistoryRow> pastRowOf(std::string_view payload) {
  Unpacker in(payload);
  project::HistoryRow row;
  row.id = static_cast<std::int64_t>(in.number());
  row.bytes = in.text();
  if (!in.ok()) return noRecord();
  return row;
}

Result<GeometryRecord> geometryOf(std::string_view payload) {
  Unpacker in(payload);
  GeometryRecord record;
  record.ref = in.text();
  record.bytes = in.text();
  if (!in.ok()) return noRecord();
  return record;
}

}  // namespace ww::journal
