// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verb_bench.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/serve_options.h"
#include "app/cli/verb.h"

namespace ww::cli {
namespace {

// One row per bench.
struct Bench {
  const char* name;
  const char* help;
  int (*run)(Run&, const BenchOptions&);
  bool takes_file = false;
};
const Bench kBenches[] = {
    {"world", "transforms, commits, undo and memory of a world, in this process", benchWorld},
    {"model", "poses of robots, and models of a world brought up to date, in this process", benchModel},
    {"collision", "collision scenes brought up to date, and checks of a cell, in this process", benchCollision, true},
    {"timing", "speeds of paths in joint space, in this process", benchTiming},
    {"ik", "inverse kinematics of arms: those of the samples, or of a file, in this process", benchIk, true},
    {"import", "reading a scene file alone, in the process that reads", benchImport, true},
    {"planning", "planning problems of a robot among boxes, balls and cylinders, in this process", benchPlanning},
    {"simulation", "steps of physics beside those of Bullet alone, in this process", benchSimulation},
    {"sensing", "pictures and scans of sensors beside the rays of Embree alone, in this process", benchSensing},
    {"render", "a picture of a million triangles at 1280x800, in this process", benchRender},
    {"serve", "the services over loopback",
     [](Run& run, const BenchOptions&) { return startServing(run, {"--bench"}); }},
};

std::string names() {
  std::string text;
  for (const Bench& b : kBenches) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", b.name, b.help);
  return text;
}

int bench(Run& run, const BenchOptions& options) {
  for (const Bench& b : kBenches) {
    if (options.name != b.name) continue;
    if (options.file.empty() || b.takes_file) return b.run(run, options);
    return failUsage(
        run, ww::fail(failures::kBenchTakesNoFile, {{"name", arg::Words{b.name}}, {"file", arg::Name{options.file}}}));
  }
  std::vector<std::string> known;
  for (const Bench& b : kBenches) known.emplace_back(b.name);
  return failUsage(run, withNearest(ww::fail(failures::kNoSuchBench,
                                             {{"name", arg::Name{options.name}}, {"names", arg::Names{known}}}),
                                    options.name, known));
}

}  // namespace

Status benchWrong(const char* name, const char* reason) {
  return ww::fail(failures::kBenchWrong, {{"name", arg::Words{name}}, {"reason", arg::Words{reason}}});
}

std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

Json timesJson(const Times& t) { return {{"p50", t.p50}, {"p95", t.p95}, {"samples", t.samples}}; }

std::string timesLine(const char* what, const Times& t, const char* target) {
  return fmt::format("{:<44} p50 {:>9.3f} us  p95 {:>9.3f} us  (target {}, {} samples)\n", what, t.p50, t.p95, target,
                     t.samples);
}

void addBench(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<BenchOptions>(app, run, "bench", "how quick this program is on this computer", bench);
  sub->add_option("NAME", options->name, names())->required();
  sub->add_option(
      "FILE", options->file,
      "import: the scene file that is read; collision, ik: the world file to measure, instead of the samples");
  sub->add_option("--objects", options->objects, "world, model, collision: how many objects there are")
      ->check(between(600, 1'000'000))
      ->capture_default_str();
  sub->add_option("-n,--poses", options->poses, "ik: how many random poses within reach")
      ->check(between(10, 1'000'000))
      ->capture_default_str();
  sub->add_option("--problems", options->problems, "planning: the problems (.json)");
  CLI::Option* urdf = sub->add_option("--urdf", options->urdf, "planning, ik: the robot");
  sub->add_option("--base", options->base, "ik: the link that the robot of --urdf stands on; the first if not given")
      ->needs(urdf);
  sub->add_option("--tip", options->tip, "ik: the link that meets the poses; the tool if not given")->needs(urdf);
  sub->add_option("--spheres", options->spheres, "planning: the robot with spheres for its links (.urdf)");
  sub->add_option("--srdf", options->srdf, "planning: pairs of links that are not looked at");
  sub->add_option("--pairs", options->pairs, "planning: pairs of links that are, two names a line");
  sub->add_option("--seed", options->seed, "planning: of the samples")->check(checkSeed)->capture_default_str();
  sub->add_option("--triangles", options->triangles, "sensing: how many triangles there are")
      ->check(between(1000, 20'000'000))
      ->capture_default_str();
  sub->add_option("--per-scene", options->per_scene, "planning: how many problems of each scene")
      ->check(between(1, 1'000'000))
      ->capture_default_str();
}

}  // namespace ww::cli
