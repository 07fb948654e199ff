// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/import_report.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/serving_mark.h"
#include "app/cli/ticker.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/session/session.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/revision/revision.h"
#include "core/world/views/references.h"

namespace ww::cli {
namespace {

struct ReimportOptions {
  std::string file, object, source, out;
  std::vector<std::string> refuse, accept, search;
  bool dry_run = false;
};

using usecase::Revision;
using usecase::RevisionItem;

Json revisionItemJson(const RevisionItem& item, bool accepted) {
  Json json = {{"id", item.id},
               {"kind", std::string(usecase::kindName(item.kind))},
               {"part", item.part},
               {"text", plain(usecase::itemText(item))},
               {"accepted", accepted},
               {"edited_here", item.edited},
               {"refused_before", item.refused_before},
               {"collision_anew", item.collision_anew}};
  if (item.entity) json["entity"] = world::toWire(item.entity);
  if (item.kind == RevisionItem::Kind::kMoved || item.kind == RevisionItem::Kind::kPlaced ||
      item.kind == RevisionItem::Kind::kFollows) {
    json["moved_m"] = item.moved_m;
    json["turned_rad"] = item.turned_rad;
  }
  if (!item.shape.empty()) json["shape"] = item.shape;
  if (!item.called.empty()) json["called"] = item.called;
  if (item.configuration) json["configuration"] = *item.configuration;
  if (item.from) json[item.slides ? "from_m" : "from_rad"] = *item.from;
  if (item.to) json[item.slides ? "to_m" : "to_rad"] = *item.to;
  if (!item.hangs_on.empty()) json["hangs_on"] = item.hangs_on;
  if (!item.lost.empty()) json["lost"] = item.lost;
  if (item.remade_as) json["collision_remade_as"] = std::string(geometry::collisionKindRow(item.remade_as->kind).id);
  if (!item.setting.empty()) json["setting"] = item.setting;
  if (item.rules > 0) json["rules"] = item.rules;
  if (item.size_before.maxCoeff() > 0) json["size_before_m"] = vecJson(item.size_before);
  if (item.size_after.maxCoeff() > 0) json["size_after_m"] = vecJson(item.size_after);
  return json;
}

// And what is lost with it.
void accept(const Revision& revision, const std::string& id, std::set<std::string>& refused) {
  refused.erase(id);
  const auto item = std::ranges::find(revision.items, id, &RevisionItem::id);
  if (item == revision.items.end()) return;
  for (const RevisionItem& lost : revision.items)
    if (lost.kind == RevisionItem::Kind::kLost && lost.part == item->part) refused.erase(lost.id);
}

// Those of people stay unless they are asked for.
Result<std::set<std::string>> refusals(const Revision& revision, const ReimportOptions& o) {
  std::vector<std::string> known;
  for (const RevisionItem& item : revision.items) known.push_back(item.id);
  for (const auto* list : {&o.refuse, &o.accept})
    for (const std::string& id : *list)
      if (id != "all" && known.empty()) return ww::fail(failures::kNoChangeAtAll, {{"item", arg::Name{id}}});
      else if (id != "all" && std::ranges::find(known, id) == known.end())
        return withNearest(ww::fail(failures::kNoSuchChange, {{"item", arg::Name{id}}, {"items", arg::Names{known}}}),
                           id, known);
  std::set<std::string> refused = revision.usually_refused;
  if (std::ranges::find(o.accept, "all") != o.accept.end()) refused.clear();
  if (std::ranges::find(o.refuse, "all") != o.refuse.end()) refused.insert(known.begin(), known.end());
  for (const std::string& id : o.accept) accept(revision, id, refused);
  for (const std::string& id : o.refuse)
    if (id != "all") refused.insert(id);
  return usecase::soundRefusals(revision, std::move(refused));
}

Result<Revision> compareWithFile(const Run& run, const world::World& w, ObjectId object, const ReimportOptions& o) {
  WW_ASSIGN(usecase::SourceNote note, usecase::rereading(w, object, o.source));
  for (const std::string& dir : o.search) note.options.search_dirs.emplace_back(dir);
  const auto read_hash = usecase::fileHash(note.file, run.stop);
  std::error_code unknown;
  if (!read_hash.ok() && !std::filesystem::exists(note.file, unknown)) {
    if (!o.source.empty()) return missingFile(o.source);
    return ww::fail(failures::kSourceGone, {{"file", arg::Name{note.file}},
                                            {"object", arg::Name{o.object}},
                                            {"world", arg::Name{o.file}},
                                            {"named", arg::Name{o.object}}});
  }
  if (!read_hash.ok()) return read_hash.status();
  const std::string& hash = *read_hash;
  const Ticker ticker(run, note.file);
  io::ImportOptions options = note.options;
  options.wall_limit_s = run.timeout_s;
  Diagnostics before;
  const auto read = io::importFile(note.file, options, *run.store, run.stop, ticker.progress(), &before);
  if (!read.ok()) {
    if (!run.stop.stop_requested()) tellImport(run, note.file, before, {}, options.unit_scale.has_value());
    return read.status();
  }
  return usecase::revise(w, object, *read, note, hash);
}

std::string revisionText(const Revision& revision, const std::set<std::string>& refused, bool dry_run) {
  if (revision.items.empty())
    return fmt::format("{}: {}\n", revision.source.file,
                       revision.same_bytes ? "the file did not change" : "nothing in it changed");
  std::string text = fmt::format("{}: {}{}\n", revision.source.file, counted(revision.items.size(), "change"),
                                 dry_run ? " (dry run, nothing saved)" : "");
  for (const RevisionItem& item : revision.items) {
    const bool no = refused.contains(item.id);
    text += fmt::format("  {} {}: {}{}\n", no ? "-" : "+", item.id, plain(usecase::itemText(item)),
                        item.edited && no           ? " (stays: it was changed here)"
                        : item.refused_before && no ? " (left out, as before)"
                        : no                        ? " (refused)"
                                                    : "");
  }
  return text;
}

int reimport(Run& run, const ReimportOptions& o) {
  const auto turn = Turn::take(run, o.out.empty() ? o.file : o.out);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  auto loaded = load(run, o.file, exit);
  if (!loaded) return exit;
  const auto node = world::resolveText(loaded->world, o.object);
  if (!node.ok()) return fail(run, node.status());
  if (!std::holds_alternative<ObjectId>(*node)) return fail(run, notAnObject(loaded->world, *node));
  const ObjectId object = std::get<ObjectId>(*node);
  session::WorldSession session(std::move(loaded->world), run.store);
  const world::WorldPtr was = session.snapshot().world;
  const auto revision = compareWithFile(run, *was, object, o);
  if (!revision.ok()) return fail(run, revision.status());
  const auto refused = refusals(*revision, o);
  if (!refused.ok()) return failUsage(run, refused.status());
  const auto edits = usecase::revised(*was, *run.store, *revision, *refused, run.stop);
  if (!edits.ok()) return fail(run, edits.status());
  session::CommitRequest commit;
  commit.label = "Import " + o.object + " again";
  commit.edits = *edits;
  if (const auto done = session.commit(commit); !done.ok()) return fail(run, done.status());
  const world::WorldPtr after = session.snapshot().world;
  const bool changed = world::contentHash(*after) != world::contentHash(*was);
  if (!o.dry_run) remediesName(o.out);
  Diagnostics odd = usecase::editNotes(*was, *after);
  if (!o.dry_run && (changed || !o.out.empty() || o.file == "-")) {
    exit = save(run, o.out.empty() ? o.file : o.out, *after);
    if (exit != kDone) return exit;
    const Diagnostics served = servedNote(o.out.empty() ? o.file : o.out);
    odd.insert(odd.end(), served.begin(), served.end());
  }
  // What the reader found comes first: a file that is cut off is not what its program wrote.
  odd.insert(odd.begin(), revision->found.begin(), revision->found.end());
  warnOf(run, odd);
  Json items = Json::array();
  for (const RevisionItem& item : revision->items) items.push_back(revisionItemJson(item, !refused->contains(item.id)));
  Json json{{"object", o.object},
            {"source", revision->source.file},
            {"same_file", revision->same_bytes},
            {"items", items},
            {"changed", changed},
            {"content_hash", world::contentHash(*after)},
            {"dry_run", o.dry_run}};
  addNotes(run, json, odd);
  print(run, json, revisionText(*revision, *refused, o.dry_run));
  return kDone;
}

}  // namespace

void addReimport(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<ReimportOptions>(
      app, run, "reimport", "read the file of an imported object again, and take over what changed", reimport);
  sub->add_option("FILE", o->file, "world file")->required();
  sub->add_option("OBJECT", o->object, "the object")->required();
  sub->add_option("SRC", o->source, "the file, where it is another than the one that was imported");
  sub->add_option("--refuse", o->refuse, "changes that are not taken over, by their ids, or all")
      ->allow_extra_args(false)
      ->delimiter(',');
  sub->add_option("--accept", o->accept, "changes that are taken over though the part was changed here, or all")
      ->allow_extra_args(false)
      ->delimiter(',');
  sub->add_option("--search", o->search, "folders with meshes, models, packages")->check(checkFolder);
  sub->add_option("--out", o->out, "save here and leave FILE alone");
  sub->add_flag("--dry-run", o->dry_run, "tell the changes only");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
