// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/verb.h"
#include "core/session/session.h"
#include "core/world/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

struct Options {
  std::string file, edits, out;
  bool dry_run = false;
};

// Our own edits, else a client's updates: whichever the message is.
Result<std::shared_ptr<worldwright::v1::Edits>> readEdits(const std::string& path) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  const std::string ending = std::filesystem::path(path).extension().string();
  intrinsic_proto::world::ObjectWorldUpdates updates;
  if (ending == ".binpb" || ending == ".pb") {
    // Both are messages with one repeated field 1; ours has no case numbers beyond its own.
    WW_TRY(readMessage(path, *edits));
    const bool ours = !edits->edits().empty() && std::all_of(edits->edits().begin(), edits->edits().end(), [](const auto& e) {
      return e.kind_case() != worldwright::v1::Edit::KIND_NOT_SET && e.GetReflection()->GetUnknownFields(e).empty() &&
             (!e.has_world_update() || e.world_update().update_case() != intrinsic_proto::world::ObjectWorldUpdate::UPDATE_NOT_SET);
    });
    if (ours) return edits;
    WW_TRY(readMessage(path, updates));
  } else {
    // Standard input can be read once: it must be our own message.
    const Status as_ours = readMessage(path, *edits);
    if ((as_ours.ok() && !edits->edits().empty()) || path == "-") return as_ours.ok() ? Result<std::shared_ptr<worldwright::v1::Edits>>(edits) : as_ours;
    if (as_ours.code == Code::kNotFound) return as_ours;
    const Status as_updates = readMessage(path, updates);
    // The message of the reader that got further is of more use: an update list has the word "updates".
    if (!as_updates.ok()) return as_ours.ok() || as_ours.title.find("\"updates\"") != std::string::npos ? as_updates : as_ours;
    edits->Clear();
  }
  for (const auto& update : updates.updates()) *edits->add_edits()->mutable_world_update() = update;
  return edits;
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
    if (!id.empty() && id != "init_world") {
      return ww::fail(Code::kNotFound, fmt::format("there is no world '{}' here", id)).withHint("leave world_id empty").about(id);
    }
  }
  return okStatus();
}

int apply(Run& run, const Options& options) {
  int exit = kDone;
  auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  auto edits = readEdits(options.edits);
  if (!edits.ok()) return failInput(run, edits.status());
  if (const Status s = checkWorldIds(*edits.value()); !s.ok()) return fail(run, s);
  const std::uint64_t first_new = loaded->world.nextId();
  const std::string before = world::contentHash(loaded->world);
  session::WorldSession session(std::move(loaded->world), run.store);
  session::CommitRequest commit;
  commit.label = "Apply " + options.edits;
  commit.edits = std::move(edits).value();
  const int count = commit.edits->edits_size();
  const auto revision = session.commit(commit);
  if (!revision.ok()) return fail(run, revision.status());
  const world::WorldPtr after = session.snapshot().world;
  const std::string hash = world::contentHash(*after);
  Json created = Json::array();
  after->forEachObject([&](const world::Object& o) {
    if (o.id.value >= first_new) created.push_back({{"id", world::toWire(o.id)}, {"name", o.name}});
  });
  if (!options.dry_run && (hash != before || !options.out.empty())) {
    exit = save(run, options.out.empty() ? options.file : options.out, *after);
    if (exit != kDone) return exit;
  }
  print(run, Json{{"applied", count}, {"changed", hash != before}, {"created", created}, {"content_hash", hash}, {"dry_run", options.dry_run}},
        fmt::format("{} edits applied{}{}\n", count, hash == before ? ", nothing changed" : "", options.dry_run ? " (dry run, nothing saved)" : ""));
  return kDone;
}

}  // namespace

void addApply(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<Options>(app, run, "apply", "apply edits to a world, all or none", apply);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("EDITS", options->edits, "worldwright.v1.Edits or intrinsic_proto.world.ObjectWorldUpdates (.textproto, .json, .binpb)")->required();
  sub->add_option("--out", options->out, "save here and leave FILE alone");
  sub->add_flag("--dry-run", options->dry_run, "check only");
}

}  // namespace ww::cli
