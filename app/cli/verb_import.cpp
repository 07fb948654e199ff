// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/edits_file.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/import_report.h"
#include "app/cli/import_words.h"
#include "app/cli/notes.h"
#include "app/cli/serving_mark.h"
#include "app/cli/ticker.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/base/scratch_dir.h"
#include "core/io/code_page.h"
#include "core/io/failures.h"
#include "core/io/find_models.h"
#include "core/io/importer.h"
#include "core/io/names.h"
#include "core/io/suspicion.h"
#include "core/scene/updates/apply.h"
#include "core/session/session.h"
#include "core/usecase/edit_notes.h"
#include "core/usecase/import_place.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object_config.pb.h"

namespace ww::cli {
namespace {

Json countsJson(const io::ImportCounts& c) {
  return {{"models", c.models}, {"links", c.links},         {"joints", c.joints},
          {"frames", c.frames}, {"sensors", c.sensors},     {"solids", c.solids},
          {"parts", c.parts},   {"triangles", c.triangles}, {"collision_triangles", c.collision_triangles}};
}

Json diagnosticsJson(const Diagnostics& list) {
  Json json = Json::array();
  for (const Diagnostic& d : list) {
    json.push_back({{"code", d.code},
                    {"message", d.message},
                    {"hint", d.hint},
                    {"file", d.file},
                    {"line", d.line},
                    {"path", d.path}});
    addCodes(json.back(), d.failure);
  }
  return json;
}

// What is changed about each object where it is used.
Status configure(const ImportWords& o, io::ImportResult& read) {
  if (!o.configuration) return okStatus();
  for (io::ImportedObject& one : read.objects) {
    WW_ASSIGN(one.object, scene::configured(one.object, *o.configuration));
  }
  return okStatus();
}

// Names and places the imported objects as one batch.
Result<Json> place(session::WorldSession& session, const io::ImportResult& imported, const std::string& label,
                   const usecase::ImportPlace& where, Diagnostics& odd) {
  const world::WorldPtr world = session.snapshot().world;
  WW_ASSIGN(const ObjectId parent, usecase::parentOf(*world, where));
  session::CommitRequest commit;
  commit.label = label;
  const auto tried = [&session](const session::EditsPtr& edits) { return session.preview(*edits); };
  const usecase::NamedImport named = usecase::named(*world, parent, imported);
  WW_ASSIGN(commit.edits, usecase::placeImport(*world, tried, named, where));
  WW_TRY(session.commit(commit).status());
  odd = usecase::importNotes(*world, named);
  const Diagnostics placed = usecase::editNotes(*world, *session.snapshot().world);
  odd.insert(odd.end(), placed.begin(), placed.end());
  Json objects = Json::array();
  session.snapshot().world->forEachObject([&](const world::Object& o) {
    if (o.id.value >= world->nextId()) objects.push_back({{"id", world::toWire(o.id)}, {"name", o.name}});
  });
  return objects;
}

// --parent and --pose: as in the file, unless something is named that it hangs on.
Result<usecase::ImportPlace> placeOf(const world::World& world, const std::string& parent, const Pose& pose) {
  usecase::ImportPlace place;
  place.parent_t_file = pose;
  if (parent.empty()) return place;
  place.kind = usecase::ImportPlace::Kind::kMount;
  Result<world::NodeRef> node = world::resolveText(world, parent);
  if (!node.ok()) {
    // --parent OBJECT/ENTITY as well as OBJECT:ENTITY.
    std::string with_colon = parent;
    if (const std::size_t slash = with_colon.rfind('/'); slash != std::string::npos) with_colon[slash] = ':';
    auto entity = world::resolveText(world, with_colon);
    if (!entity.ok() && world.objectCount() <= 1)
      return ww::fail(failures::kParentInNew, {{"parent", arg::Name{parent}}});
    if (!entity.ok()) return node.status();
    node = std::move(entity);
  }
  place.mount = node.value();
  return place;
}

constexpr std::size_t kMostInputBytes = std::size_t{4} << 30;

// Texts about the file that holds standard input speak of that.
void nameInput(const std::filesystem::path& file, std::initializer_list<std::string*> texts) {
  constexpr std::string_view kNamed = "standard input";
  for (const std::string& name : {file.string(), file.filename().string()}) {
    if (name == file.stem()) continue;
    for (std::string* text : texts) {
      for (std::size_t at = 0; (at = text->find(name, at)) != std::string::npos; at += kNamed.size())
        text->replace(at, name.size(), kNamed);
    }
  }
}

// Standard input becomes a file, which the readers need.
Result<io::ImportResult> importInput(const Run& run, const io::ImportOptions& options, const Progress& progress,
                                     Diagnostics& before) {
  WW_ASSIGN(const std::string bytes, readInput("-", kMostInputBytes));
  WW_ASSIGN(const ScratchDir folder, ScratchDir::make());
  std::string file = folder.path() / "input";
  WW_TRY(writeFile(file, bytes));
  const auto guess =
      options.type == io::Format::kUnknown ? io::detectFormat(file) : io::FormatGuess{options.type, false};
  if (guess.ok() && !io::formatInfo(guess->format).endings.empty()) {
    std::error_code error;
    const std::string ending = fmt::format("{}.{}", file, io::formatInfo(guess->format).endings.front());
    std::filesystem::rename(file, ending, error);
    if (!error) file = ending;
  }
  auto imported = io::importFile(file, options, *run.store, run.stop, progress, &before);
  for (Diagnostic& d : before) nameInput(file, {&d.file, &d.message, &d.hint});
  if (!imported.ok()) {
    Status status = imported.status();
    nameInput(file, {&status.title, &status.message, &status.hint});
    return std::move(status).about("-");
  }
  for (Diagnostic& d : imported.value().diagnostics) nameInput(file, {&d.file, &d.message, &d.hint});
  return imported;
}

struct Outcome {
  Json json;
  Status status;
  std::string text;
  int exit = kDone;
};

// The file in a folder, where there is one only. Several are named: here nobody can be asked.
Result<std::string> fileOf(const Run& run, const std::string& source, Json& json) {
  constexpr std::size_t kNamed = 12;
  std::error_code error;
  if (source == "-" || !std::filesystem::is_directory(source, error)) return source;
  WW_ASSIGN(const io::FoundModels found, io::findModels(source, run.stop));
  if (found.files.size() == 1) return found.files.front().string();
  std::string names;
  for (const auto& file : found.files) {
    json["candidates"].push_back(file.string());
    if (json["candidates"].size() <= kNamed) names += (names.empty() ? "" : ", ") + file.string();
  }
  if (found.files.size() > kNamed)
    names += fmt::format(" and {} more, which --json lists", found.files.size() - kNamed);
  return ww::fail(failures::kSeveralModels, {{"folder", arg::Name{source}},
                                             {"atleast", arg::Words{found.cut ? "at least " : ""}},
                                             {"count", arg::Count{found.files.size()}},
                                             {"files", arg::Words{names}}});
}

// `source` becomes the file that was read; `before` what was found before a failure.
Result<io::ImportResult> readSource(const Run& run, const io::ImportOptions& options, std::string& source, Json& json,
                                    Diagnostics& before) {
  WW_ASSIGN(source, fileOf(run, source, json));
  json["source"] = source;
  std::error_code error;
  if (isWorldFile(source) || (source.ends_with(".wright") && std::filesystem::is_regular_file(source, error)))
    return ww::fail(failures::kImportsWorld, {{"file", arg::Name{source}}, {"path", arg::Name{source}}});
  for (const char* ending : {".textproto", ".txtpb", ".binpb"}) {
    if (options.type == io::Format::kUnknown && source.ends_with(ending) &&
        std::filesystem::is_regular_file(source, error))
      return ww::fail(failures::kImportsMessage, {{"file", arg::Name{source}}});
  }
  const Ticker ticker(run, source);
  if (source == "-") return importInput(run, options, ticker.progress(), before);
  return io::importFile(source, options, *run.store, run.stop, ticker.progress(), &before);
}

// Whether it is the source itself that is not there or may not be read, and not a part that it names.
bool isUnreadable(const std::string& source, const Status& status) {
  std::error_code error;
  if (status.failure && status.failure->row == &io::failures::kNoRegularFile) return true;
  if (status.code != Code::kNotFound && status.code != Code::kPermissionDenied) return false;
  return std::filesystem::is_directory(source, error) || !std::ifstream(source, std::ios::binary);
}

using Collision = std::vector<usecase::ImportedCollision>;

// Shapes of the kind that is asked for in the place of those that came with the file.
Result<Collision> collisionOf(const Run& run, const ImportWords& options, io::ImportResult& read) {
  if (!makesCollision(options)) return Collision();
  return usecase::remakeCollision(read, wishOf(options.collision), *run.store, run.stop);
}

void tellCollision(const ImportWords& options, const Collision& shapes, Outcome& out) {
  if (options.collision.kind == "as-is") return;
  out.json["collision"] = collisionJson(options.collision.kind, shapes);
  out.text += collisionText(options.collision.kind, shapes);
}

bool isPartial(const io::ImportResult& read) {
  return std::ranges::any_of(read.diagnostics, [](const Diagnostic& d) {
    return d.severity != Diagnostic::Severity::kInfo && !io::isSuspicion(d);
  });
}

// Of several sources, which; a subject comes into the line by itself.
Outcome failedOne(const Run& run, const std::string& source, const Status& status, Outcome out) {
  out.status = status;
  if (run.stop.stop_requested()) return out;  // said once, for all sources
  const std::string name = std::filesystem::path(source).filename().string();
  const bool named = out.status.line().find(name) != std::string::npos || status.subject.ends_with(name);
  if (!named) out.status = Status(status).in(name);
  out.exit = failPart(run, out.status);
  out.json["error"] = errorJson(out.status);
  return out;
}

Outcome importOne(const Run& run, const ImportWords& options, const io::ImportOptions& import_options,
                  session::WorldSession& session, std::string source, const Pose& pose) {
  Outcome out;
  out.json = {{"source", source}, {"status", "failed"}, {"objects", Json::array()}, {"counts", countsJson({})}};
  const bool unit_said = !options.unit.empty() || options.scale;
  // What was found before it failed is told all the same: it may be why.
  const auto failed = [&](const Status& status, const Diagnostics& found) {
    if (!run.stop.stop_requested())
      out.json["warnings"] = diagnosticsJson(tellImport(run, source, found, {}, unit_said));
    return failedOne(run, source, status, std::move(out));
  };
  Diagnostics before;
  Result<io::ImportResult> imported = readSource(run, import_options, source, out.json, before);
  if (!imported.ok()) {
    Outcome o = failed(imported.status(), before);
    const bool refused = options.strict && imported.status().code == Code::kFailedPrecondition;
    const bool unread = refused || isUnreadable(o.json["source"].get<std::string>(), imported.status());
    if (o.exit == kFailed && unread) o.exit = kUnreadable;
    return o;
  }
  io::ImportResult& r = imported.value();
  if (const Status s = chooseParts(run, options, import_options, source, r); !s.ok()) return failed(s, r.diagnostics);
  if (const Status s = configure(options, r); !s.ok()) return failed(s, r.diagnostics);
  const auto shapes = collisionOf(run, options, r);
  if (!shapes.ok()) return failed(shapes.status(), r.diagnostics);
  const auto where = placeOf(*session.snapshot().world, options.parent, pose);
  if (!where.ok()) return failed(where.status(), r.diagnostics);
  Diagnostics odd;
  const auto placed =
      place(session, r, "Import " + std::filesystem::path(source).filename().string(), where.value(), odd);
  if (!placed.ok()) return failed(placed.status(), r.diagnostics);
  const bool partial = isPartial(r);
  std::ranges::move(idleOptions(options, r.format, source), std::back_inserter(odd));
  const Diagnostics told = tellImport(run, source, r.diagnostics, std::move(odd), unit_said);
  out.json = {{"source", source},
              {"status", partial ? "partial" : "ok"},
              {"objects", placed.value()},
              {"counts", countsJson(r.counts)},
              {"bounds_m", boundsJson(r.bounds_m)},
              {"unit", r.unit},
              {"encoding", r.encoding.empty() ? "utf-8" : r.encoding},
              {"seconds", r.seconds},
              {"warnings", diagnosticsJson(told)},
              {"losses", lossesJson(r.diagnostics)}};
  out.text = fmt::format("{}: {}, {}, {}, {}, {} (unit {}), {}\n", source, counted(r.counts.models, "object"),
                         counted(r.counts.links, "link"), counted(r.counts.joints, "joint"),
                         counted(r.counts.triangles, "triangle"), edgesText(r.shown_m.size()), r.unit,
                         plainVoice().seconds(r.seconds)) +
             lossesText(run, r.diagnostics) + proofText(r.diagnostics);
  tellCollision(options, *shapes, out);
  return out;
}

// The world to import into: that of the file, or an empty one.
std::optional<world::World> target(Run& run, const ImportWords& options, int& exit) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(options.into, error))) return world::World();
  auto loaded = load(run, options.into, exit);
  if (!loaded) return std::nullopt;
  return std::move(loaded->world);
}

int import(Run& run, const ImportWords& given) {
  ImportWords options = given;
  if (!options.config.empty()) {
    options.configuration = std::make_shared<intrinsic_proto::scene_object::v1::SceneObjectConfig>();
    if (const Status s = readMessage(options.config, *options.configuration); !s.ok()) return failInput(run, s);
  }
  const auto import_options = importOptions(options, run);
  const auto pose = placement(options);
  for (const Status& s : {import_options.status(), pose.status(), partChoice(options).status()}) {
    if (!s.ok()) return failUsage(run, s);
  }
  const auto turn = Turn::take(run, options.into);
  if (!turn.ok()) return fail(run, turn.status());
  int exit = kDone;
  std::error_code error;
  const bool is_new = !std::filesystem::exists(options.into, error);
  auto world = target(run, options, exit);
  if (!world) return exit;
  if (const Status s = placeOf(*world, options.parent, {}).status(); !s.ok()) return fail(run, s);
  session::WorldSession session(*std::move(world), run.store);
  Json sources = Json::array();
  std::string text;
  bool any = false;
  Status failure;
  for (const std::string& source : options.sources) {
    Outcome one = importOne(run, options, import_options.value(), session, source, pose.value());
    sources.push_back(one.json);
    text += one.text;
    any = any || one.exit == kDone;
    if (run.stop.stop_requested()) return fail(run, ww::fail(failures::kImportCancelled));
    if (!one.status.ok()) failure = one.status;
    if (one.exit != kDone) exit = options.sources.size() == 1 ? one.exit : static_cast<int>(kFailed);
  }
  if (any) {
    const int saved = save(run, options.into, *session.snapshot().world);
    if (saved != kDone) return saved;
    warnOf(run, servedNote(options.into));
    if (is_new) warnOf(run, endingNote(options.into));
  }
  Json json = {{"sources", sources}};
  if (!failure.ok()) json["error"] = errorJson(failure);
  print(run, json, text);
  return exit;
}

// A length or an angle between bounds, in the unit of the option.
auto figure(double least, double most, const char* unit) {
  return [=](const std::string& text) -> std::string {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && value >= least && value <= most) return {};
    return fmt::format("'{}' is not a number of {} in range\ngive one from {} to {}", text, unit, least, most);
  };
}

void addShapeOptions(CLI::App* sub, ImportWords& o) {
  sub->add_option("--chord", o.chord_mm,
                  "mm between triangles and the surface of CAD (by the resolution, at most 0.5, where it is left out)")
      ->check(figure(0.001, 1000.0, "millimetres"));
  sub->add_option("--angle", o.angle_deg, "degrees from one triangle of CAD to the next (20, fine: 10)")
      ->check(figure(1.0, 90.0, "degrees"));
  sub->add_option(
         "--collision", o.collision.kind,
         fmt::format("shapes for collision checks: as-is (of the file), or made of what is seen: {}", kindNames()))
      ->check([](const std::string& text) { return checkKind(text, "as-is"); });
  sub->add_option("--pieces,--hulls", o.collision.pieces, "at most so many convex pieces of each link (8)")
      ->check(between(1, geometry::kMostPieces));
  sub->add_option("--error", o.collision.error_mm, "mm that the surface may move with fewer triangles (1)")
      ->check(checkError);
}

}  // namespace

void addImport(CLI::App& app, Run& run) {
  auto [sub, o] = addVerb<ImportWords>(app, run, "import", "import CAD and scene files as objects", import);
  sub->add_option("SRC", o->sources, "files to import, or folders with one; - for standard input")->required();
  sub->add_option("--into", o->into, "world file, made if absent")->required();
  sub->add_option("--name", o->name, "name of the object");
  sub->add_option("--parent", o->parent, "OBJECT, OBJECT/ENTITY or OBJECT/FRAME to hang it on");
  sub->add_option("--pose", o->pose, "x,y,z,qw,qx,qy,qz in what it hangs on");
  sub->add_option("--scale", o->scale, "metres per unit of files without units")->check(checkNumber);
  sub->add_option("--unit", o->unit, "unit of files without units")->check(oneOf({"m", "mm", "cm", "in", "ft"}));
  sub->add_option("--up", o->up, "up axis of the file")->check(oneOf({"y", "z"}));
  sub->add_option("--rotate", o->rotate, "qw,qx,qy,qz about the object's origin");
  sub->add_option("--uniform-scale", o->uniform_scale, "scale of the object")->check(checkNumber);
  sub->add_option("--resolution", o->resolution, "of tessellation")->check(oneOf({"coarse", "fine"}));
  sub->add_flag("--drop-collision", o->drop_collision, "no collision geometry");
  sub->add_flag("--drop-exact", o->drop_exact,
                "triangles alone of CAD files: smaller, but STEP export has flat faces then");
  addShapeOptions(sub, *o);
  sub->add_option("--parts", o->parts,
                  "of assemblies (STEP, IGES, B-rep): one rigid object, a link or an object for each part")
      ->check(oneOf({"one", "links", "objects"}));
  const auto pages = io::codePages();
  sub->add_option("--encoding", o->encoding, "of names that are not UTF-8, instead of what fits them")
      ->check(oneOf({pages.begin(), pages.end()}));
  sub->add_option("--type", o->type, "format, instead of looking at the file");
  sub->add_option("--search", o->search, "folders with meshes, models, packages")->check(checkFolder);
  sub->add_option("--cell", o->cell, "edge of the boxes for clouds of points, in m")->check(checkNumber);
  sub->add_option("--arg", o->args, "NAME:=VALUE for the argument of a template (xacro)");
  sub->add_option("--only", o->choice.only, "parts of the file, as link, link/shape or model:link; others stay out")
      ->allow_extra_args(false)
      ->delimiter(',');
  sub->add_option("--without", o->choice.without, "parts of the file that stay out, with what hangs on them")
      ->allow_extra_args(false)
      ->delimiter(',');
  sub->add_flag("--bottom-center", o->choice.bottom_center,
                "the origin is the middle of the underside, not that of the file");
  sub->add_option("--origin", o->origin, "x,y,z of the file in m: the origin is there, as on one of its bores")
      ->excludes("--bottom-center");
  sub->add_option("--material", o->material, "r,g,b,a from 0 to 1");
  sub->add_option("--config", o->config, "SceneObjectConfig for each object: poses, frames, joints, geometry and more");
  sub->add_option("--memory-limit", o->memory_mb, "MB for the import worker")->check(between(1, kMostMemoryMb));
  addNoHistory(sub, run);
  sub->add_flag("--strict", o->strict, "warnings are failures");
}

}  // namespace ww::cli
