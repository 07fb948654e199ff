// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/serving_mark.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/session/session.h"
#include "core/usecase/edit_notes.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

struct Options {
  std::string file, edits, out;
  bool dry_run = false;
};

// Fields that this program does not know, in the message and all in it.
std::size_t unknownFields(const google::protobuf::Message& message) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::size_t count = static_cast<std::size_t>(reflection.GetUnknownFields(message).field_count());
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) count += unknownFields(reflection.GetMessage(message, field));
    for (int i = 0; field->is_repeated() && i < reflection.FieldSize(message, field); ++i) {
      count += unknownFields(reflection.GetRepeatedMessage(message, field, i));
    }
  }
  return count;
}

using EditsPtr = std::shared_ptr<worldwright::v1::Edits>;

EditsPtr fromUpdates(const intrinsic_proto::world::ObjectWorldUpdates& updates) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  for (const auto& update : updates.updates()) *edits->add_edits()->mutable_world_update() = update;
  return edits;
}

bool isSet(const intrinsic_proto::world::ObjectWorldUpdate& update) {
  return update.update_case() != intrinsic_proto::world::ObjectWorldUpdate::UPDATE_NOT_SET;
}

bool allSet(const intrinsic_proto::world::ObjectWorldUpdates& updates) {
  return std::all_of(updates.updates().begin(), updates.updates().end(), isSet);
}

bool allSet(const worldwright::v1::Edits& edits) {
  return std::all_of(edits.edits().begin(), edits.edits().end(), [](const worldwright::v1::Edit& edit) {
    return edit.has_world_update() ? isSet(edit.world_update())
                                   : edit.kind_case() != worldwright::v1::Edit::KIND_NOT_SET;
  });
}

// Whether it is what `export --format json` or textproto writes.
bool isExport(const std::string& bytes) {
  constexpr std::size_t kLooked = 300;
  const std::string first = bytes.substr(0, kLooked);
  const std::size_t world = first.find("world_metadata"), objects = first.find("objects");
  return world != std::string::npos && objects != std::string::npos && first.find("edits") == std::string::npos &&
         first.find("updates") == std::string::npos;
}

// Our own edits, else a client's updates: whichever the message is.
Result<EditsPtr> readEdits(const std::string& path) {
  WW_ASSIGN(const std::string bytes, readMessageBytes(path));
  auto edits = std::make_shared<worldwright::v1::Edits>();
  intrinsic_proto::world::ObjectWorldUpdates updates;
  const Status as_ours = parseMessage(path, bytes, *edits);
  const Status as_updates = parseMessage(path, bytes, updates);
  if (isBinaryMessage(path)) {
    // Both have one repeated field 1, so bytes may fit both: the true one has all its cases set, and leaves
    // less that is unknown.
    if (!as_ours.ok() && !as_updates.ok()) return as_ours;
    const bool ours_set = as_ours.ok() && allSet(*edits), updates_set = as_updates.ok() && allSet(updates);
    if (ours_set != updates_set) return ours_set ? edits : fromUpdates(updates);
    const bool ours = as_ours.ok() && (!as_updates.ok() || unknownFields(*edits) <= unknownFields(updates));
    return ours ? edits : fromUpdates(updates);
  }
  if (as_ours.ok()) return edits;
  if (as_updates.ok()) return fromUpdates(updates);
  if (isExport(bytes)) return ww::fail(failures::kIsExport, {{"file", arg::Name{path}}});
  // The message of the reader that knows the list's name is of more use.
  return bytes.find("updates") != std::string::npos && bytes.find("edits") == std::string::npos ? as_updates : as_ours;
}

// Requests of clients carry a world id; here it must be empty or the first world's.
Status checkWorldIds(const worldwright::v1::Edits& edits) {
  for (const auto& edit : edits.edits()) {
    const google::protobuf::Message* request = nullptr;
    if (edit.has_create_object()) request = &edit.create_object();
    if (edit.has_world_update()) {
      const auto& update = edit.world_update();
      const auto* field = update.GetDescriptor()->FindFieldByNumber(update.update_case());
      if (field) request = &update.GetReflection()->GetMessage(update, field);
    }
    const auto* id_field = request ? request->GetDescriptor()->FindFieldByName("world_id") : nullptr;
    const std::string id = id_field ? request->GetReflection()->GetString(*request, id_field) : std::string();
    if (!id.empty() && id != "init_world") return ww::fail(failures::kNoWorldHere, {{"id", arg::Name{id}}});
  }
  return okStatus();
}

int apply(Run& run, const Options& options) {
  if (const Status s = keepsInputs(options.out.empty() ? options.file : options.out, {options.edits}); !s.ok())
    return failUsage(run, s);
  // With --out the input stays as it is: nobody has to wait for it.
  const auto turn = Turn::take(run, options.out.empty() ? options.file : options.out);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  auto edits = readEdits(options.edits);
  if (!edits.ok()) return failInput(run, edits.status());
  if (const Status s = checkWorldIds(*edits.value()); !s.ok()) return fail(run, s);
  const std::uint64_t first_new = loaded->world.nextId();
  const std::string before = world::contentHash(loaded->world);
  session::WorldSession session(std::move(loaded->world), run.store);
  const world::WorldPtr was = session.snapshot().world;
  session::CommitRequest commit;
  commit.label = "Apply " + options.edits;
  commit.edits = std::move(edits).value();
  const int count = commit.edits->edits_size();
  const auto revision = session.commit(commit);
  if (!revision.ok()) return fail(run, revision.status());
  const world::WorldPtr after = session.snapshot().world;
  Diagnostics odd = usecase::editNotes(*was, *after);
  const std::string hash = world::contentHash(*after);
  Json created = Json::array();
  after->forEachObject([&](const world::Object& o) {
    if (o.id.value >= first_new) created.push_back({{"id", world::toWire(o.id)}, {"name", o.name}});
  });
  if (!options.dry_run && (hash != before || !options.out.empty() || options.file == "-")) {
    exit = save(run, options.out.empty() ? options.file : options.out, *after);
    if (exit != kDone) return exit;
    const Diagnostics served = servedNote(options.out.empty() ? options.file : options.out);
    odd.insert(odd.end(), served.begin(), served.end());
  }
  warnOf(run, odd);
  Json json{{"applied", count},
            {"changed", hash != before},
            {"created", created},
            {"content_hash", hash},
            {"dry_run", options.dry_run}};
  addNotes(run, json, odd);
  print(run, json,
        fmt::format("{} applied{}{}\n", counted(count, "edit"), hash == before ? ", nothing changed" : "",
                    options.dry_run ? " (dry run, nothing saved)" : ""));
  return kDone;
}

}  // namespace

void addApply(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<Options>(app, run, "apply", "apply edits to a world, all or none", apply);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("EDITS", options->edits,
                  "worldwright.v1.Edits or intrinsic_proto.world.ObjectWorldUpdates (.textproto, .json, .binpb)")
      ->required();
  sub->add_option("--out", options->out, "save here and leave FILE alone");
  sub->add_flag("--dry-run", options->dry_run, "check only");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
