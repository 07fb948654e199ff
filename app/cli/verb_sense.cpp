// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/program_words.h"
#include "app/cli/sense_files.h"
#include "app/cli/sense_force.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/render/png.h"
#include "core/sensing/calibration.h"
#include "core/sensing/failures.h"
#include "core/usecase/sensing/force.h"
#include "core/usecase/sensing/sight_along.h"

namespace ww::cli {
namespace {

struct SenseOptions {
  std::string file, sensor, out, what, watch, program;
  double baseline = 0.1, every = 0.05, seconds = 0.0;
  std::uint64_t seed = sensing::NoiseKey().seed, frame = 0;
  bool no_noise = false;
  std::function<bool(const char*)> given;  // whether an option was
};

constexpr std::string_view kWrench = "wrench";  // what force-torque sensors measure
constexpr double kWidestBaseline = 2.0;         // metres; beyond, millimetres were meant

// What was measured, on its way into a file.
struct Sensing {
  const world::World& world;
  const sensing::Sensor& sensor;
  const SenseOptions& options;
  std::string ending;
  std::stop_token stop;
  Json told;         // for --json
  std::string said;  // for people; empty: what and of which sensor
  bool sees_nothing = false;

  Pose pose() const { return world.rootT(sensor.entity); }
  sensing::NoiseKey key() const { return {options.seed, sensor.entity.value, options.frame}; }
  sensing::Noise noise() const { return options.no_noise ? sensing::Noise{} : sensor.noise; }
};

struct Look {
  rays::Room room;
  sensing::Camera camera;
  sensing::Shot shot;
};

bool isNothing(const std::vector<ObjectId>& objects) {
  return std::ranges::none_of(objects, [](ObjectId object) { return bool(object); });
}

Result<Look> lookFor(Sensing& s, bool color, bool normals) {
  WW_ASSIGN(rays::Room room, rays::Room::make(s.world, rays::Shown::kVisual));
  sensing::Camera camera(s.sensor.optics);
  sensing::ShotOptions o;
  o.color = color;
  o.normals = normals;
  o.noise_key = s.key();
  o.period = s.sensor.period();
  (s.sensor.kind == sensing::SensorKind::kCamera ? o.color_noise : o.depth_noise) = s.noise();
  WW_ASSIGN(sensing::Shot shot, sensing::shoot(room, camera, s.pose(), o, s.stop));
  s.sees_nothing = isNothing(shot.objects);
  return Look{std::move(room), std::move(camera), std::move(shot)};
}

Result<std::string> floats(const Sensing& s, const std::vector<float>& values) {
  const auto& o = s.sensor.optics;
  if (s.ending == ".png") return greyPng(o.width, o.height, values);
  return toPfm(o.width, o.height, 1, values);
}

Result<std::string> senseColor(Sensing& s) {
  WW_ASSIGN(const Look look, lookFor(s, true, false));
  return render::toPng({look.shot.width, look.shot.height, look.shot.rgb});
}

Result<std::string> senseDepth(Sensing& s) {
  s.told["depth"] = "along the axis";
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  return floats(s, look.shot.depth);
}

Result<std::string> senseDistance(Sensing& s) {
  s.told["depth"] = "along the ray";
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  return floats(s, sensing::distances(look.camera, look.shot));
}

Result<std::string> senseDisparity(Sensing& s) {
  s.told["baseline_m"] = s.options.baseline;
  s.said = fmt::format("{}: disparity of {}, of two cameras {} apart\n", s.options.out, s.sensor.name,
                       plainVoice().length(s.options.baseline));
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  std::vector<float> shifts = sensing::disparities(look.camera, look.shot, s.options.baseline);
  if (s.ending == ".png") {  // as depth looks: white is the nearest, black is nothing
    for (float& shift : shifts) shift = shift > 0.0f ? -shift : std::numeric_limits<float>::infinity();
  }
  return floats(s, shifts);
}

Result<std::string> senseNormals(Sensing& s) {
  WW_ASSIGN(const Look look, lookFor(s, false, true));
  if (s.ending == ".png") return normalPng(look.shot.width, look.shot.height, look.shot.normals);
  std::vector<float> values;
  for (const Eigen::Vector3f& n : look.shot.normals) values.insert(values.end(), n.data(), n.data() + 3);
  return toPfm(look.shot.width, look.shot.height, 3, values);
}

Result<std::string> senseClasses(Sensing& s) {
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  const sensing::Labels labels(s.world);
  s.told["classes"] = labels.names();
  std::vector<std::uint64_t> numbers;
  for (const ObjectId object : look.shot.objects) numbers.push_back(labels.of(object));
  return numberPng(look.shot.width, look.shot.height, numbers);
}

Result<std::string> senseInstances(Sensing& s) {
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  std::vector<std::uint64_t> numbers;
  for (const ObjectId object : look.shot.objects) numbers.push_back(object.value);
  s.told["objects"] = Json::array();
  for (const sensing::Box2& box : sensing::boxesIn(look.shot))
    s.told["objects"].push_back({{"id", box.object.value}, {"object", s.world.display(box.object)}});
  return numberPng(look.shot.width, look.shot.height, numbers);
}

Result<std::string> senseBoxes(Sensing& s) {
  WW_ASSIGN(const Look look, lookFor(s, false, false));
  const std::vector<sensing::Box2> flat = sensing::boxesIn(look.shot);
  std::vector<ObjectId> seen;
  for (const sensing::Box2& box : flat) seen.push_back(box.object);
  s.told["detections"] = seen.size();
  return boxesJson(s.world, sensing::Labels(s.world), flat,
                   sensing::boxesAround(look.room, seen, sensing::rootTOf(s.world), s.pose()))
             .dump(2) +
         "\n";
}

Result<std::string> senseTags(Sensing& s) {
  WW_ASSIGN(const rays::Room room, rays::Room::make(s.world, rays::Shown::kVisual));
  const auto tags = sensing::tagsSeen(s.world, room, s.sensor.optics, sensing::rootTOf(s.world), s.pose());
  s.told["tags"] = tags.size();
  return tagsJson(tags).dump(2) + "\n";
}

// "part_3 is hidden from camera_1:lens at 2.1 s by robot:link_4".
std::string sightLine(const Sensing& s, const usecase::SightSpan& span) {
  const char* words = span.sight.seen == sensing::Seen::kSeen     ? "seen by"
                      : span.sight.seen == sensing::Seen::kHidden ? "hidden from"
                                                                  : "outside the picture of";
  std::string out = fmt::format("{} is {} {}", s.options.watch, words, s.sensor.name);
  if (!s.options.program.empty())
    out += span.from < span.to ? fmt::format(" from {:.3g} s to {:.3g} s", span.from, span.to)
                               : fmt::format(" at {:.3g} s", span.from);
  if (span.sight.seen == sensing::Seen::kHidden) out += " by " + s.world.display(span.sight.hidden_by);
  return out + "\n";
}

Result<std::string> senseSight(Sensing& s) {
  WW_ASSIGN(const auto spans,
            usecase::sights(s.world, {s.sensor, s.options.watch, s.options.program, s.options.every}, s.stop));
  Json rows = Json::array();
  for (const usecase::SightSpan& span : spans) {
    Json row{
        {"from_s", span.from}, {"to_s", span.to}, {"seen", seenWord(span.sight.seen)}, {"share", span.sight.share}};
    if (span.sight.hidden_by) row["hidden_by"] = s.world.display(span.sight.hidden_by);
    rows.push_back(std::move(row));
    s.said += sightLine(s, span);
  }
  s.told["spans"] = rows;
  return rows.dump(2) + "\n";
}

Result<std::string> senseCalibration(Sensing& s) {
  if (s.ending == ".yml") return sensing::toOpenCv(s.sensor, s.pose());
  return sensing::toCameraInfo(s.sensor);
}

struct Sweeping {
  sensing::Beams beams;
  sensing::Scan scan;
};

Result<Sweeping> sweepFor(Sensing& s) {
  WW_ASSIGN(const rays::Room room, rays::Room::make(s.world, rays::Shown::kVisual));
  sensing::Beams beams(s.sensor.lidar);
  sensing::ScanOptions o;
  o.noise = s.noise();
  o.noise_key = s.key();
  o.period = s.sensor.period();
  WW_ASSIGN(sensing::Scan scan, sensing::scan(room, beams, s.pose(), o, s.stop));
  s.sees_nothing = isNothing(scan.objects);
  return Sweeping{std::move(beams), std::move(scan)};
}

Result<std::string> senseScan(Sensing& s) {
  WW_ASSIGN(const Sweeping sweep, sweepFor(s));
  if (s.ending == ".pfm")
    return toPfm(sweep.beams.lidar.up.count, sweep.beams.lidar.around.count, 1, sweep.scan.ranges);
  return scanJson(sweep.beams, sweep.scan).dump() + "\n";
}

Result<std::string> senseFlat(Sensing& s) {
  WW_ASSIGN(const Sweeping sweep, sweepFor(s));
  return flatScanJson(sweep.beams, sweep.scan).dump() + "\n";
}

Result<std::string> senseCloud(Sensing& s) {
  sensing::Cloud cloud;
  if (s.sensor.isCamera()) {
    WW_ASSIGN(const Look look, lookFor(s, s.sensor.kind == sensing::SensorKind::kCamera, false));
    cloud = sensing::cloudOf(look.camera, look.shot);
  } else {
    WW_ASSIGN(const Sweeping sweep, sweepFor(s));
    cloud = sensing::cloudOf(sweep.beams, sweep.scan);
  }
  s.told["points"] = cloud.points.size();
  return sensing::toPcd(cloud, s.pose());
}

// A row per thing that can be asked for; of rows with an ending, the first is what it means by itself.
struct Kind {
  const char* word;
  bool camera, lidar;
  std::vector<std::string> endings;
  Result<std::string> (*sense)(Sensing&);
};

const std::vector<Kind>& senseKinds() {
  static const std::vector<Kind> kKinds = {
      {"color", true, false, {".png"}, senseColor},
      {"depth", true, false, {".pfm", ".png"}, senseDepth},
      {"distance", true, false, {".pfm", ".png"}, senseDistance},
      {"disparity", true, false, {".pfm", ".png"}, senseDisparity},
      {"normals", true, false, {".png", ".pfm"}, senseNormals},
      {"class", true, false, {".png"}, senseClasses},
      {"instance", true, false, {".png"}, senseInstances},
      {"boxes", true, false, {".json"}, senseBoxes},
      {"tags", true, false, {".json"}, senseTags},
      {"sight", true, false, {".json"}, senseSight},
      {"calibration", true, false, {".yaml", ".yml"}, senseCalibration},
      {"scan", false, true, {".json", ".pfm"}, senseScan},
      {"flat", false, true, {".json"}, senseFlat},
      {"cloud", true, true, {".pcd"}, senseCloud},
  };
  return kKinds;
}

std::vector<std::string> senseWords() {
  std::vector<std::string> out;
  for (const Kind& kind : senseKinds()) out.emplace_back(kind.word);
  out.emplace_back(kWrench);
  return out;
}

bool writes(const Kind& kind, const std::string& ending) {
  return ending == "-" || std::find(kind.endings.begin(), kind.endings.end(), ending) != kind.endings.end();
}

// By the words, as far as no world is needed. Null: the sensor decides.
Result<const Kind*> askedFor(const SenseOptions& o, const std::string& ending) {
  std::vector<std::string> endings;
  for (const Kind& kind : senseKinds()) {
    if (!o.what.empty() && o.what == kind.word) {
      if (writes(kind, ending)) return &kind;
      endings = kind.endings;
    }
    if (o.what.empty() && writes(kind, ending)) return nullptr;
  }
  if (endings.empty()) endings = {".png", ".pfm", ".pcd", ".json", ".yaml", ".yml"};
  return ww::fail(failures::kSenseEnding, {{"file", arg::Name{o.out}},
                                           {"what", arg::Words{o.what.empty() ? "what a sensor measures" : o.what}},
                                           {"endings", arg::Names{endings}}});
}

Result<const Kind*> fitting(const Kind* asked, const sensing::Sensor& sensor, const std::string& ending) {
  const bool camera = sensor.isCamera();
  for (const Kind& kind : senseKinds()) {
    if (asked ? &kind != asked : !writes(kind, ending)) continue;
    if (camera ? kind.camera : kind.lidar) return &kind;
  }
  return ww::fail(camera ? sensing::failures::kNotALidar : sensing::failures::kNotACamera,
                  {{"sensor", arg::Node{sensor.name, sensor.entity.value}}});
}

// Options that are for something else than what was asked for.
void addIdle(const SenseOptions& o, const std::string& what, Diagnostics& odd) {
  struct Row {
    const char* option;
    bool used;
    const char* kinds;
  };
  const bool exact = what == "sight" || what == "tags" || what == "calibration";
  const bool along = what == "sight" && !o.program.empty();
  const Row rows[] = {{"--baseline", what == "disparity", "disparity"},
                      {"--watch", what == "sight", "sight"},
                      {"--program", what == "sight", "sight"},
                      {"--every", along, "sight while a --program runs"},
                      {"--seconds", what == kWrench, "wrench"},
                      {"--seed", !exact, "what has noise"},
                      {"--frame", !exact, "what has noise"},
                      {"--no-noise", !exact, "what has noise"}};
  for (const Row& row : rows)
    if (!row.used && o.given(row.option))
      odd.push_back(findingOf(ww::fail(
          failures::kSenseIdle,
          {{"option", arg::Words{row.option}}, {"what", arg::Words{what}}, {"kinds", arg::Words{row.kinds}}})));
}

// Warned of, and among the notes of --json.
void tellOdd(const Run& run, Sensing& s, const std::string& what) {
  Diagnostics odd;
  addIdle(s.options, what, odd);
  if (what == "disparity" && s.options.baseline > kWidestBaseline)
    odd.push_back(findingOf(ww::fail(failures::kSenseBaseline, {{"baseline", arg::Length{s.options.baseline}}})));
  const std::size_t tags = what == "tags" ? sensing::tagsOf(s.world).size() : 0;
  if (what == "tags" && tags == 0) odd.push_back(findingOf(ww::fail(failures::kSenseNoTags)));
  else if (what == "tags" && s.told["tags"] == 0)
    odd.push_back(findingOf(ww::fail(failures::kSenseNoTagSeen, {{"count", arg::Count{tags}}})));
  if (s.sees_nothing)
    odd.push_back(
        findingOf(ww::fail(failures::kSenseNothing, {{"sensor", arg::Node{s.sensor.name, s.sensor.entity.value}},
                                                     {"path", arg::Name{s.options.file}}})));
  warnOf(run, odd);
  addNotes(run, s.told, odd);
}

// Whether that is what a force-torque sensor gives: JSON, or nothing but words.
bool fitsWrench(const SenseOptions& o, const std::string& ending) {
  return (o.what.empty() || o.what == kWrench) && (o.out.empty() || ending == "-" || ending == ".json");
}

int senseWrench(Run& run, const SenseOptions& o, const world::World& world, const sensing::Sensor& sensor) {
  Diagnostics odd;
  addIdle(o, std::string(kWrench), odd);
  warnOf(run, odd);
  return senseForce(run, {o.file, o.out, o.seed, o.frame, o.no_noise, o.seconds}, world, sensor);
}

int sense(Run& run, const SenseOptions& options) {
  if (const Status s = keepsInputs(options.out, {options.file}); !s.ok()) return failUsage(run, s);
  const std::string ending = options.out == "-" ? options.out : std::filesystem::path(options.out).extension().string();
  const bool wrench = fitsWrench(options, ending);
  const auto asked = options.what == kWrench && wrench ? Result<const Kind*>(nullptr) : askedFor(options, ending);
  if (!asked.ok() && !options.out.empty()) return failUsage(run, asked.status());
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto sensor = sensing::sensorNamed(loaded->world, options.sensor);
  if (!sensor.ok()) return fail(run, sensor.status());
  const arg::Node name{sensor->name, sensor->entity.value};
  if (sensor->kind == sensing::SensorKind::kForceTorque && wrench)
    return senseWrench(run, options, loaded->world, *sensor);
  if (options.what == kWrench) return fail(run, ww::fail(sensing::failures::kNotAForceSensor, {{"sensor", name}}));
  if (options.out.empty())
    return failUsage(
        run, ww::fail(options.what == "sight" ? failures::kSightNoOut : failures::kSenseNoOut, {{"sensor", name}}));
  if (const Status s = sensing::check(sensor.value()); !s.ok()) return fail(run, s);
  const auto kind = fitting(asked.value(), sensor.value(), ending);
  if (!kind.ok()) return fail(run, kind.status());
  if (kind.value()->word == std::string_view("sight") && options.watch.empty())
    return failUsage(run, nothingToWatch(loaded->world, *sensor));
  Sensing sensing{loaded->world, sensor.value(), options, ending, run.stop, {}, {}};
  sensing.told = {
      {"out", options.out}, {"sensor", sensor->name}, {"kind", kindWord(sensor->kind)}, {"what", kind.value()->word}};
  if (sensor->isCamera()) {
    sensing.told["width"] = sensor->optics.width;
    sensing.told["height"] = sensor->optics.height;
  }
  const auto bytes = kind.value()->sense(sensing);
  if (!bytes.ok()) return fail(run, withPlanCommand(bytes.status(), loaded->world, options.file, options.program));
  if (const Status s = writeFile(options.out, bytes.value()); !s.ok()) return fail(run, s);
  tellOdd(run, sensing, kind.value()->word);
  if (options.out == "-") return kDone;
  if (sensing.said.empty()) sensing.said = fmt::format("{}: {} of {}\n", options.out, kind.value()->word, sensor->name);
  print(run, sensing.told, sensing.said);
  return kDone;
}

}  // namespace

void addSense(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<SenseOptions>(app, run, "sense", "what a sensor of the world measures", sense);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("--sensor", options->sensor, "OBJECT:SENSOR, or the name of either")->required();
  sub->add_option("--out", options->out,
                  "file to write; the ending says what: .png, .pfm (exact), .pcd (points), .json, .yaml (ROS) and .yml "
                  "(OpenCV) for the calibration; - for standard output. Force-torque sensors need none");
  sub->add_option(
         "--what", options->what,
         "color, depth (along the axis), distance (along the ray), disparity, normals, class, instance, boxes, "
         "tags, sight, calibration; scan (0 is too near, null is nothing in range), flat; cloud; wrench (of "
         "force-torque sensors). What is nearer to a camera than its near plane is cut away: what lies behind is seen, "
         "also the inner side of a body")
      ->check(oneOf(senseWords()));
  sub->add_option("--baseline", options->baseline, "disparity: metres between the two cameras; 0.1 if not given")
      ->check(checkBaseline);
  sub->add_option("--watch", options->watch, "sight: the object that is to be seen");
  sub->add_option("--program", options->program, "sight: while this program runs, as it was planned last");
  sub->add_option("--every", options->every, "sight: seconds between two looks along the program")->check(checkSeconds);
  sub->add_option("--seconds", options->seconds,
                  "wrench: after so much physics of a copy, up to 60; at rest if not given")
      ->check(secondsUpTo(usecase::kMostForceSeconds));
  sub->add_option("--seed", options->seed, "of the noise; 0 if not given, as for clients and in the window")
      ->check(checkSeed);
  sub->add_option("--frame", options->frame, "number of the measurement; each has its own noise")->check(checkSeed);
  sub->add_flag("--no-noise", options->no_noise, "as if the sensor had none");
  options->given = [sub = sub](const char* name) { return sub->count(name) > 0; };
}

}  // namespace ww::cli
