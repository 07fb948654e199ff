// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/edits_file.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/serve_options.h"
#include "app/cli/serving_mark.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/project/file_hold.h"
#include "core/session/session.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/rules/toggle_notes.h"
#include "core/world/updates/edits_label.h"
#include "core/world/updates/ignored.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

struct Options {
  std::string file, edits, out;
  bool dry_run = false;
};

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

// Where an editor that has the file open, and shares it, takes edits; empty: nowhere.
std::string sharedAt(const Options& options) {
  if (!options.out.empty() || options.dry_run || options.file == "-") return {};
  const auto holder = project::holderOf(options.file);
  return holder ? holder->service : std::string();
}

// Fields that edits have and that change nothing.
Diagnostics ignoredNotes(const worldwright::v1::Edits& edits) {
  constexpr std::size_t kMost = 5;
  Diagnostics out;
  for (int i = 0; i < edits.edits_size(); ++i) {
    for (const std::string& told : world::ignoredFields(edits.edits(i))) {
      if (out.size() == kMost) return out;
      out.push_back(
          findingOf(ww::fail(failures::kEditIgnored,
                             {{"index", arg::Count{static_cast<std::uint64_t>(i) + 1}}, {"told", arg::Words{told}}})));
    }
  }
  return out;
}

int apply(Run& run, const Options& options) {
  if (isWorldFile(options.edits))
    return failInput(
        run, ww::fail(failures::kIsWorld, {{"file", arg::Name{options.edits}}, {"world", arg::Name{options.file}}}));
  if (const Status s = keepsInputs(options.out.empty() ? options.file : options.out, {options.edits}); !s.ok())
    return failUsage(run, s);
  if (const std::string address = sharedAt(options); !address.empty())
    return startServing(run, {"--through", address, "--edits", options.edits});
  // With --out the input stays as it is, and a dry run writes nothing: nobody has to wait for it.
  const auto turn = Turn::take(run, options.dry_run ? "-" : options.out.empty() ? options.file : options.out);
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
  commit.edits = std::move(edits).value();
  commit.label = run.label = world::labelOf(*was, *commit.edits);
  const int count = commit.edits->edits_size();
  const auto revision = session.commit(commit);
  if (!revision.ok()) return fail(run, revision.status());
  const world::WorldPtr after = session.snapshot().world;
  if (!options.dry_run) remediesName(options.out);
  Diagnostics odd = usecase::editNotes(*was, *after);
  for (Diagnostic& note : usecase::toggleNotes(*after, *commit.edits)) odd.push_back(std::move(note));
  for (Diagnostic& note : ignoredNotes(*commit.edits)) odd.push_back(std::move(note));
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
