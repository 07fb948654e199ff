// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/picture_size.h"
#include "app/cli/program_words.h"
#include "app/cli/simulate_notes.h"
#include "app/cli/simulate_record.h"
#include "app/cli/simulate_watch.h"
#include "app/cli/ticker.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/render/png.h"
#include "core/simulation/failures.h"
#include "core/simulation/script.h"
#include "core/usecase/simulation/preflight.h"
#include "core/usecase/simulation/read_model.h"
#include "worldwright/v1/simulation.pb.h"

namespace ww::cli {
namespace {

namespace v1 = worldwright::v1;
using simulation::Simulation;
using simulation::SimulationOptions;

constexpr double kMostSteps = 1e9;
constexpr double kMostFrames = 1e6;

struct SimulateOptions {
  std::string file, script, record, replay, program, pictures, movie, view = "iso", size = "1280x800";
  double seconds = std::numeric_limits<double>::quiet_NaN();  // until it is known what it depends on
  double step = 1e-3, density = 0.0;
  double floor = 0.0;
  std::uint64_t every = 10;
  bool no_floor = false, free_joints = false, check = false;
};

Status outOfRange(const char* option, double value, const Phrase& range) {
  Status out = ww::fail(simulation::failures::kOutOfRange,
                        {{"field", arg::Words{option}}, {"value", arg::Number{value}}, {"range", range}});
  out.hint = fmt::format("give {} a value of {}", option, plain(range));
  return out;
}

Status checkOptions(const SimulateOptions& o) {
  if (!(o.step >= 1e-6 && o.step <= 0.1))
    return outOfRange("--step", o.step, phrase(WW_TEXT("Core", "1e-6 to 0.1 seconds")));
  if (!(o.seconds > 0.0 && o.seconds / o.step <= kMostSteps))
    return ww::fail(failures::kTooManySteps, {{"seconds", arg::Number{o.seconds}},
                                              {"step", arg::Number{o.step}},
                                              {"most", arg::Number{kMostSteps * o.step}}});
  if (!(o.density >= 0.0 && o.density < 1e6))
    return outOfRange("--density", o.density, phrase(WW_TEXT("Core", "0 to 1e6 kg/m^3")));
  if (!(std::abs(o.floor) < 1e6))
    return outOfRange("--floor", o.floor, phrase(WW_TEXT("Core", "more than -1e6 and less than 1e6 m")));
  const double frames = o.seconds / o.step / static_cast<double>(o.every);
  if (!(o.record + o.pictures + o.movie).empty() && frames > kMostFrames)
    return outOfRange("--every", static_cast<double>(o.every),
                      phrase(WW_TEXT("Core", "so large that there are at most 1e6 frames")));
  return okStatus();
}

Status checkShots(const SimulateOptions& o) {
  int width = 0, height = 0;
  WW_TRY(parsePictureSize(o.size, width, height));
  return render::checkPictureName(o.pictures);
}

// Said before the work, not after it.
Status checkRecord(const SimulateOptions& o) {
  if (o.record.empty() || o.record == "-") return okStatus();
  for (const char* ending : {".csv", ".json", ".binpb"})
    if (o.record.ends_with(ending)) return okStatus();
  return ww::fail(failures::kRecordEnding, {{"file", arg::Name{o.record}}});
}

SimulationOptions engineOptions(const SimulateOptions& o) {
  SimulationOptions out;
  if (o.no_floor) out.plan.floor.reset();
  else out.plan.floor = o.floor;
  out.plan.hold_joints = !o.free_joints;
  out.plan.density = o.density;
  out.physics.time_step = o.step;
  return out;
}

v1::SimulationRecord recordOf(const SimulateOptions& o, const world::World& world, const v1::SimulationScript& script) {
  v1::SimulationRecord out;
  out.set_content_hash(world::contentHash(world));
  out.set_seconds(o.seconds);
  out.set_time_step(o.step);
  if (!o.no_floor) out.set_floor(o.floor);
  out.set_hold_joints(!o.free_joints);
  out.set_density(o.density);
  out.set_every(static_cast<std::uint32_t>(o.every));
  out.set_program(o.program);
  *out.mutable_script() = script;
  return out;
}

// A table has no settings, and an empty message is no record.
Status checkReplay(const SimulateOptions& o) {
  if (!o.replay.ends_with(".csv")) return okStatus();
  return ww::fail(failures::kReplayOfTable, {{"file", arg::Name{o.replay}}});
}

// The options that a record was made with.
Status takeRecord(const v1::SimulationRecord& record, const world::World& world, SimulateOptions& o) {
  if (record.frames_size() == 0 && record.content_hash().empty())
    return ww::fail(failures::kReplayEmpty, {{"file", arg::Name{o.replay}}});
  if (record.content_hash() != world::contentHash(world))
    return ww::fail(failures::kReplayOfOther, {{"file", arg::Name{o.replay}}});
  o.seconds = record.seconds();
  o.step = record.time_step();
  o.no_floor = !record.has_floor();
  o.floor = record.floor();
  o.free_joints = !record.hold_joints();
  o.density = record.density();
  o.every = record.every();
  o.program = record.program();
  if (o.every == 0) return outOfRange("every", 0.0, phrase(WW_TEXT("Core", "1 or more")));
  return checkOptions(o);
}

Json energyJson(const simulation::Energy& e) {
  return {{"kinetic_j", e.kinetic},
          {"potential_j", e.potential},
          {"total_j", e.kinetic + e.potential},
          {"momentum_kg_m_s", vecJson(e.momentum)},
          {"angular_momentum_kg_m2_s", vecJson(e.angular_momentum)}};
}

std::string hex(const Simulation& s) {
  const Sha256 hash = s.hash();
  return "sha256:" + toHex(hash);
}

// With the command that helps.
Diagnostic onFile(Diagnostic note, const world::World& world, const std::string& file) {
  if (!note.failure || note.failure->row != &simulation::failures::kNothingMeets) return note;
  const collision::Scene scene = collision::Scene::make(world);
  note.hint = howToHaveItChecked(world, file, collision::coverageOf(scene, scene.rules()));
  return note;
}

// What the engine notes, what falls through everything or is pushed apart, and what the run is too short for.
Diagnostics simulationNotes(const Simulation& s, const SimulateOptions& o, const world::World& world,
                            const v1::SimulationScript& script, std::stop_token stop) {
  Diagnostics out;
  for (const Status& note : s.notes()) out.push_back(findingOf(note));
  usecase::PreflightOptions options;
  options.plan = engineOptions(o).plan;
  options.time_step = o.step;
  options.stop = std::move(stop);
  for (Diagnostic& note : usecase::startNotes(world, options)) out.push_back(onFile(std::move(note), world, o.file));
  if (s.steps() == 0)
    out.push_back(
        findingOf(ww::fail(failures::kNoStep, {{"seconds", arg::Seconds{o.seconds}}, {"step", arg::Seconds{o.step}}})));
  for (int i = 0; i < script.operations_size(); ++i) {
    const double time = script.operations(i).time();
    if (time <= o.seconds) continue;
    out.push_back(findingOf(ww::fail(failures::kNeverDone, {{"index", arg::Count{static_cast<std::uint64_t>(i) + 1}},
                                                            {"time", arg::Seconds{time}},
                                                            {"end", arg::Seconds{o.seconds}},
                                                            {"enough", arg::Number{std::floor(time) + 1.0}}})));
    break;  // those behind it are later still
  }
  return out;
}

// That nothing can move, which figures alone do not tell.
Status nothingMoves(const SimulateOptions& o, const world::World& world, const usecase::PhysicsCast& cast) {
  if (cast.standing == 0) {
    std::size_t objects = 0;  // the root is one
    world.forEachObject([&](const world::Object&) { ++objects; });
    const char* rest = objects > 1 ? ", or let those that are left out take part" : "";
    return ww::fail(failures::kNothingSimulated, {{"file", arg::Name{o.file}}, {"rest", arg::Words{rest}}});
  }
  return ww::fail(failures::kNothingCanMove, {{"count", arg::Count{cast.standing}}, {"file", arg::Name{o.file}}});
}

void addCast(Json& json, const usecase::PhysicsCast& cast) {
  json["objects"] = {{"flying", cast.flying}, {"mechanisms", cast.mechanisms}, {"standing", cast.standing}};
}

Status watchAll(Simulation& s, const SimulateOptions& o, const world::World& world, SimulateWatch& watch) {
  SimulateShots shots{o.pictures, o.movie, o.view};
  shots.per_second = 1.0 / (o.step * static_cast<double>(o.every));
  WW_TRY(parsePictureSize(o.size, shots.width, shots.height));
  WW_TRY(watch.begin(world, shots));
  if (o.program.empty()) return okStatus();
  WW_ASSIGN(const usecase::ControllerRun program, usecase::controllerRunOf(world, o.program));
  return watch.play(s, program);
}

// A program is played to its end, and half a second on; else a second.
Result<double> secondsOf(const SimulateOptions& o, const world::World& world) {
  if (!std::isnan(o.seconds)) return o.seconds;
  if (o.program.empty()) return 1.0;
  WW_ASSIGN(const usecase::ControllerRun program, usecase::controllerRunOf(world, o.program));
  return program.duration + 0.5;
}

// What happens at each step, and what is looked at.
struct AllOfIt {
  const SimulateOptions& options;
  const v1::SimulationScript& script;
  Frames& frames;
  SimulateWatch& watch;
};

// How it began, and what the script had to say.
struct Beginning {
  ModelStarts models;
  simulation::Energy energy;  // before the first step
  Json operations = Json::array();

  void look(const Simulation& s) {
    models.look(s);
    if (s.steps() == 0) energy = s.energy();  // with what the script puts there at that time
  }
};

Status runAll(Run& run, const AllOfIt& all, Simulation& s, Beginning& began) {
  const Ticker ticker(run, "simulating");
  simulation::ScriptRun script_run;
  script_run.seconds = all.options.seconds;
  script_run.every = all.options.every;
  script_run.stop = run.stop;
  script_run.progress = ticker.progress();
  script_run.read = [&run](const v1::SpawnModelRequest& request) {
    usecase::ModelText text{request.model_xml(), {}};
    text.files.insert(request.files().begin(), request.files().end());
    return usecase::readModel(text, *run.store, run.stop);
  };
  script_run.told = [&](int index, const std::string& message) {
    began.look(s);
    began.operations.push_back({{"index", index}, {"time_s", s.time()}, {"message", message}});
  };
  if (all.frames.kept || all.frames.before || all.watch.isOn())
    script_run.frame = [&](const auto& frame) -> Status {
      WW_TRY(all.watch.look(s));
      return all.frames.take(frame);
    };
  return simulation::runScript(s, all.script, script_run);
}

int runAndTell(Run& run, const SimulateOptions& o, const world::World& world, const v1::SimulationScript& script,
               Frames& frames) {
  Simulation s(world, run.store, engineOptions(o));
  SimulateWatch watch;
  if (const Status begun = watchAll(s, o, world, watch); !begun.ok())
    return fail(run, withPlanCommand(begun, world, o.file, o.program));
  Diagnostics notes;
  if (!o.program.empty()) {
    const auto stale = stalePlanNote(run, world, o.file, o.program);
    if (!stale.ok()) return fail(run, stale.status());
    notes = *stale;
  }
  Beginning at_first;
  at_first.look(s);
  const auto began = std::chrono::steady_clock::now();
  const Status done = runAll(run, {o, script, frames, watch}, s, at_first);
  // Also of what has gone wrong, to see how.
  const Status whole = watch.finish(run.stop);
  if (const Status end = frames.ended(done, o.record); !end.ok()) return fail(run, withModels(end, s, o.file));
  if (!whole.ok()) return fail(run, whole);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (const Status written = frames.write(o.record); !written.ok()) return fail(run, written);
  std::string text = fmt::format("simulated {} in {} steps, {:.3g} times as fast as the clock\n",
                                 plainVoice().seconds(s.time()), s.steps(), s.time() / std::max(wall, 1e-9));
  Json json{{"seconds", s.time()},
            {"steps", s.steps()},
            {"time_step_s", o.step},
            {"wall_s", wall},
            {"real_time_factor", s.time() / std::max(wall, 1e-9)},
            {"state_hash", hex(s)},
            {"replayed", frames.before != nullptr},
            {"frames", frames.count},
            {"energy", {{"start", energyJson(at_first.energy)}, {"end", energyJson(s.energy())}}},
            {"operations", at_first.operations},
            {"models", at_first.models.movedJson(s, text)}};
  const usecase::PhysicsCast cast = usecase::physicsCast(world, engineOptions(o).plan);
  const bool still = !cast.moves() && s.modelStates().empty();  // a script may have put something there
  addCast(json, cast);
  if (still) text = "nothing can move in this world\n" + text;
  const simulation::Energy &before = at_first.energy, after = s.energy();
  text += fmt::format("energy: {:.6g} J at the start, {:.6g} J at the end\n", before.kinetic + before.potential,
                      after.kinetic + after.potential);
  if (frames.before) text += "the same bits as the record\n";
  watch.tell(json, text);
  for (Diagnostics more : {simulationNotes(s, o, world, script, run.stop),
                           scriptNotes(at_first.operations, o.script.empty() ? o.replay : o.script)})
    notes.insert(notes.end(), more.begin(), more.end());
  if (!o.script.empty() && script.operations_size() == 0)
    notes.push_back(findingOf(ww::fail(failures::kScriptEmpty, {{"path", arg::Name{o.script}}})));
  if (still) notes.push_back(findingOf(nothingMoves(o, world, cast)));
  warnOf(run, notes);
  addNotes(run, json, notes);
  print(run, json, text);
  return kDone;
}

// Nothing is simulated: what should be known before.
int checkAndTell(Run& run, const SimulateOptions& o, const world::World& world) {
  usecase::PreflightOptions options;
  options.plan = engineOptions(o).plan;
  options.time_step = o.step;
  options.stop = run.stop;
  const auto findings = usecase::preflight(world, options);
  if (run.stop.stop_requested())
    return fail(run, ww::fail(simulation::failures::kStopped, {{"time", arg::Seconds{0}}}));
  Json rows = Json::array();
  std::string text;
  bool meets = true;
  for (const usecase::PreflightFinding& finding : findings) {
    const Diagnostic told = onFile(finding.told, world, o.file);
    meets &= told.failure->row != &simulation::failures::kNothingMeets;
    Json objects = Json::array(), fixes = Json::array();
    for (const ObjectId id : finding.objects) objects.push_back(world.display(id));
    for (const usecase::PreflightFix& fix : finding.fixes) fixes.push_back(plain(fix.label));
    rows.push_back({{"code", told.code},
                    {"message", told.message},
                    {"hint", told.hint},
                    {"objects", std::move(objects)},
                    {"fixes", std::move(fixes)}});
    text += noteText(told) + "\n";
  }
  const usecase::PhysicsCast cast = usecase::physicsCast(world, options.plan);
  Json json{{"ok", findings.empty()}, {"checked", cast.moves()}, {"findings", std::move(rows)}};
  addCast(json, cast);
  if (!cast.moves()) {
    const Status still = nothingMoves(o, world, cast);
    text = fmt::format("nothing was looked at: {}: {}\n", still.title, still.hint) + text;
    json["not_checked"] = still.title;
    addCodes(json, still.failure);
  } else {
    if (findings.empty()) text = "nothing stands against it\n";
    text += fmt::format("looked at: masses, inertias{} of {} {}, {}; {} standing\n",
                        meets ? ", shapes and overlaps at the start" : " and shapes", cast.flying,
                        cast.flying == 1 ? "object that flies" : "objects that fly",
                        counted(cast.mechanisms, "mechanism"), cast.standing);
  }
  print(run, json, text);
  return findings.empty() ? kDone : kFailed;
}

int simulate(Run& run, SimulateOptions options) {
  SimulateOptions checked = options;
  if (std::isnan(checked.seconds)) checked.seconds = 1.0;
  if (const Status good = checkOptions(checked); !good.ok()) return failUsage(run, good);
  if (const Status named = checkShots(options); !named.ok()) return failUsage(run, named);
  if (const Status named = checkRecord(options); !named.ok()) return failUsage(run, named);
  for (const std::string& out : {options.record, options.pictures, options.movie})
    if (const Status apart = keepsInputs(out, {options.file, options.script, options.replay}); !apart.ok())
      return failUsage(run, apart);
  if (!options.replay.empty() && !options.script.empty()) return failUsage(run, ww::fail(failures::kReplayWithScript));
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  // A word of the command; cameras are things of the world.
  if (const auto seen = render::cameraFor(loaded->world, options.view, 1.0); !seen.ok())
    return options.view.starts_with("camera:") ? fail(run, seen.status()) : failUsage(run, seen.status());
  const auto seconds = secondsOf(options, loaded->world);
  if (!seconds.ok()) return fail(run, withPlanCommand(seconds.status(), loaded->world, options.file, options.program));
  options.seconds = *seconds;
  if (const Status good = checkOptions(options); !good.ok()) return failUsage(run, good);
  if (options.check) return checkAndTell(run, options, loaded->world);
  if (const Status table = checkReplay(options); !table.ok()) return failInput(run, table);
  v1::SimulationScript script;
  v1::SimulationRecord before;
  Frames frames;
  if (!options.script.empty()) {
    if (const Status read = readMessage(options.script, script); !read.ok()) return failInput(run, read);
    if (const Status sound = simulation::checkScript(script); !sound.ok()) return fail(run, sound);
  }
  if (!options.replay.empty()) {
    if (const Status read = readMessage(options.replay, before); !read.ok()) return failInput(run, read);
    if (const Status fits = takeRecord(before, loaded->world, options); !fits.ok()) return fail(run, fits);
    script = before.script();
    frames.before = &before;
  }
  frames.kept = !options.record.empty();
  frames.record = recordOf(options, loaded->world, script);
  return runAndTell(run, options, loaded->world, script, frames);
}

}  // namespace

void addSimulate(CLI::App& app, Run& run) {
  auto [sub, o] =
      addVerb<SimulateOptions>(app, run, "simulate", "what physics would do, on a copy of the world", simulate);
  sub->add_option("FILE", o->file, "world file; stays as it is")->required();
  auto* seconds = sub->add_option("--seconds", o->seconds,
                                  "how long, of simulation; 1 if not given, of a program until half a second after it")
                      ->check(checkSeconds);
  auto* step = sub->add_option("--step", o->step, "time step in seconds; 0.001 if not given")->check(checkStep);
  sub->add_option(
      "--script", o->script,
      "operations with times: a message SimulationScript, as operations { time: 0.1 apply_body_wrench { "
      "body_name: 'crate::body' reference_frame: 'crate::body' wrench { force { x: 2 } } duration: 0.1 } }");
  sub->add_option("--record", o->record, "write what happens here: .csv, .json or .binpb");
  auto* every = sub->add_option("--every", o->every, "steps from frame to frame of the record; 10 if not given")
                    ->check(between(1, 1'000'000'000));
  auto* replay = sub->add_option(
      "--replay", o->replay,
      "do again what a record (.json, .binpb) says, with its own settings; fails unless every bit is the same");
  auto* program = sub->add_option("--program", o->program,
                                  "a planned program: the drives of joints follow it; what it attaches is held fast");
  sub->add_option("--pictures", o->pictures, "write a picture of each frame here: NAME_0001.png and so on");
  sub->add_option("--movie", o->movie, "make a movie of the frames here, by ffmpeg; as fast as the simulation's time");
  sub->add_option("--view", o->view,
                  "of pictures and movie: iso, front, back, left, right, top, bottom, or camera:NAME");
  sub->add_option("--size", o->size, "of pictures and movie: WIDTHxHEIGHT");
  auto* floor =
      sub->add_option("--floor", o->floor, "height of the floor in metres; 0 if not given")->check(checkNumber);
  auto* no_floor = sub->add_flag("--no-floor", o->no_floor, "nothing stops what falls");
  auto* free_joints =
      sub->add_flag("--free-joints", o->free_joints, "joints are free; else they hold until an operation drives them");
  sub->add_flag("--check", o->check, "simulates nothing: what should be known before; exit 1 if there is anything");
  auto* density =
      sub->add_option("--density", o->density, "kg/m^3 of objects without a mass, which stand still otherwise")
          ->check(checkNumber);
  // A record says these itself.
  for (CLI::Option* option : {seconds, step, every, floor, no_floor, free_joints, density, program})
    option->excludes(replay);
}

}  // namespace ww::cli
