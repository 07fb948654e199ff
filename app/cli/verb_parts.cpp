// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/serving_mark.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/session/session.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/parts/parts.h"
#include "core/world/views/references.h"

namespace ww::cli {
namespace {

struct PartsOptions {
  std::string file, as, out;
  std::vector<std::string> objects;
  bool dry_run = false;
};

constexpr std::pair<const char*, io::PartMode> kPartWords[] = {
    {"one", io::PartMode::kOne}, {"links", io::PartMode::kLinks}, {"objects", io::PartMode::kObjects}};

io::PartMode modeNamed(const std::string& word) {
  const auto found = std::ranges::find_if(kPartWords, [&](const auto& row) { return word == row.first; });
  return found == std::end(kPartWords) ? io::PartMode::kOne : found->second;
}

Result<std::vector<ObjectId>> objectsOf(const world::World& world, const std::vector<std::string>& names) {
  std::vector<ObjectId> out;
  for (const std::string& name : names) {
    WW_ASSIGN(const world::NodeRef node, world::resolveText(world, name));
    if (!std::holds_alternative<ObjectId>(node)) return notAnObject(world, node);
    out.push_back(std::get<ObjectId>(node));
  }
  return out;
}

Json partsJson(const world::World& world, const std::vector<ObjectId>& objects) {
  Json out = Json::array();
  for (const ObjectId id : objects) {
    const world::Object& object = *world.peek(id);
    const auto links = std::ranges::count(object.entities, world::EntityKind::kLink,
                                          [](const world::EntityPtr& e) { return e->kind; });
    out.push_back({{"id", world::toWire(id)}, {"name", world.display(world::NodeRef(id))}, {"links", links}});
  }
  return out;
}

std::string partsText(const Json& objects, bool dry_run) {
  std::string out =
      fmt::format("{}{}\n", counted(objects.size(), "object"), dry_run ? " (dry run, nothing saved)" : "");
  for (const Json& object : objects)
    out += fmt::format("  {}  [{}]  {}\n", object["name"].get<std::string>(), object["id"].get<std::string>(),
                       counted(object["links"].get<std::size_t>(), "link"));
  return out;
}

int parts(Run& run, const PartsOptions& o) {
  const std::string out = o.out.empty() ? o.file : o.out;
  const auto turn = Turn::take(run, out);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  auto loaded = load(run, o.file, exit);
  if (!loaded) return exit;
  session::WorldSession session(std::move(loaded->world), run.store);
  const world::WorldPtr was = session.snapshot().world;
  const auto objects = objectsOf(*was, o.objects);
  if (!objects.ok()) return fail(run, objects.status());
  const auto change = usecase::partsAs(*was, *run.store, *objects, modeNamed(o.as));
  if (!change.ok()) return fail(run, change.status());
  session::CommitRequest commit;
  commit.label = usecase::partsLabel(o.objects.front(), modeNamed(o.as));
  commit.edits = change->edits;
  if (const auto done = session.commit(commit); !done.ok()) return fail(run, done.status());
  const world::WorldPtr after = session.snapshot().world;
  if (!o.dry_run) remediesName(o.out);
  Diagnostics odd = change->notes;
  // What becomes of rules is told by what changed them.
  for (const Diagnostic& note : usecase::editNotes(*was, *after))
    if (!note.code.ends_with("rules-dropped") && !note.code.ends_with("rules-replaced")) odd.push_back(note);
  if (!o.dry_run) {
    exit = save(run, out, *after);
    if (exit != kDone) return exit;
    const Diagnostics served = servedNote(out);
    odd.insert(odd.end(), served.begin(), served.end());
  }
  warnOf(run, odd);
  const Json made = partsJson(*after, change->objects);
  Json json{{"as", o.as}, {"objects", made}, {"content_hash", world::contentHash(*after)}, {"dry_run", o.dry_run}};
  addNotes(run, json, odd);
  print(run, json, partsText(made, o.dry_run));
  return kDone;
}

}  // namespace

void addParts(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<PartsOptions>(
      app, run, "parts", "make of objects one rigid object, one with links, or an object for each part", parts);
  sub->add_option("FILE", o->file, "world file")->required();
  sub->add_option("OBJECT", o->objects, "the object, or several that become one: the first gives the frame")
      ->required();
  sub->add_option("--as", o->as,
                  "one: one rigid object; links: one object, a link for each part; objects: an object for each")
      ->required()
      ->check(oneOf({"one", "links", "objects"}));
  sub->add_option("--out", o->out, "save here and leave FILE alone");
  sub->add_flag("--dry-run", o->dry_run, "tell what it would come to, and save nothing");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
