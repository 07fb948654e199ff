// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/difference/text_form.h"
#include "resources/samples/samples.h"

namespace ww::cli {
namespace {

struct NewOptions {
  std::string out;
  std::string sample, text;
  bool list = false;
};

constexpr std::size_t kMostText = std::size_t{4} << 30;

int listSamples(const Run& run) {
  Json json = Json::array();
  std::string text;
  for (const samples::SampleInfo& s : samples::sampleList()) {
    json.push_back({{"name", s.name}, {"title", s.title}, {"description", s.description}});
    text += fmt::format("{}  {}: {}\n", s.name, s.title, s.description);
  }
  print(run, Json{{"samples", json}}, text);
  return kDone;
}

Status checkSample(const std::string& name) {
  std::vector<std::string> known;
  for (const samples::SampleInfo& s : samples::sampleList()) known.emplace_back(s.name);
  if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return okStatus();
  return withNearest(ww::fail(failures::kNoSuchSample, {{"name", arg::Name{name}}, {"samples", arg::Names{known}}}),
                     name, known);
}

// Of a text, of a sample, or empty; none when that failed, with the exit code in `exit`.
std::optional<world::World> contentOf(Run& run, const NewOptions& options, int& exit) {
  if (!options.text.empty()) {
    const Result<std::string> text = readInput(options.text, kMostText);
    Result<world::World> made = text.ok() ? difference::fromText(*text, *run.store) : text.status();
    if (made.ok()) return std::move(made).value();
    exit = failInput(run, text.ok() ? made.status().about(options.text) : text.status());
    return {};
  }
  if (options.sample.empty()) return world::World();
  if (const Status s = checkSample(options.sample); !s.ok()) {
    exit = fail(run, s);
    return {};
  }
  Result<world::World> sample = samples::makeSample(options.sample, *run.store);
  if (sample.ok()) return std::move(sample).value();
  exit = fail(run, sample.status());
  return {};
}

int makeNew(Run& run, const NewOptions& options) {
  if (options.list) return listSamples(run);
  if (options.out.empty()) {
    return failUsage(run, ww::fail(failures::kNewUnnamed));
  }
  if (!options.text.empty() && !options.sample.empty()) return failUsage(run, ww::fail(failures::kTwoSources));
  const auto turn = Turn::take(run, options.out);
  if (!turn.ok()) return fail(run, turn.status());
  std::error_code error;
  if (options.out != "-" && std::filesystem::is_directory(options.out, error)) {
    const std::string inside = (std::filesystem::path(options.out) / "cell.wright").lexically_normal().string();
    return fail(run,
                ww::fail(failures::kNewIsFolder, {{"file", arg::Name{options.out}}, {"inside", arg::Name{inside}}}));
  }
  if (options.out != "-" && std::filesystem::exists(std::filesystem::symlink_status(options.out, error))) {
    return fail(run, ww::fail(failures::kFileThere, {{"file", arg::Name{options.out}}}));
  }
  int exit = kDone;
  const auto world = contentOf(run, options, exit);
  if (!world) return exit;
  exit = save(run, options.out, *world);
  if (exit != kDone) return exit;
  const Diagnostics odd = endingNote(options.out);
  warnOf(run, odd);
  Json json{{"file", options.out}, {"content_hash", world::contentHash(*world)}, {"objects", world->objectCount() - 1}};
  addNotes(run, json, odd);
  print(run, json, fmt::format("{}: {}\n", options.out, counted(world->objectCount() - 1, "object")));
  return kDone;
}

}  // namespace

void addNew(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<NewOptions>(app, run, "new", "an empty world, or a copy of a sample", makeNew);
  sub->add_option("OUT", options->out, "world file to make");
  sub->add_option("--sample", options->sample, "the sample to copy");
  sub->add_option("--from-text", options->text,
                  "the text form to make it of, as textconv writes it; - is standard input");
  sub->add_flag("--list-samples", options->list, "list the samples, name first");
}

}  // namespace ww::cli
