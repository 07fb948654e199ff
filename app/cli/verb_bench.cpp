// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verb_bench.h"

#include <fmt/format.h>

#include "app/cli/serve_options.h"
#include "app/cli/verb.h"

namespace ww::cli {
namespace {

// One row per bench.
struct Bench {
  const char* name;
  const char* help;
  int (*run)(Run&, const BenchOptions&);
};
const Bench kBenches[] = {
    {"world", "transforms, commits, undo and memory of a world, in this process", benchWorld},
    {"serve", "the services over loopback", [](Run& run, const BenchOptions&) { return startServing(run, {"--bench"}); }},
};

std::string names() {
  std::string text;
  for (const Bench& b : kBenches) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", b.name, b.help);
  return text;
}

int bench(Run& run, const BenchOptions& options) {
  for (const Bench& b : kBenches) {
    if (options.name == b.name) return b.run(run, options);
  }
  return failUsage(run, ww::fail(Code::kInvalidArgument, fmt::format("there is no bench '{}'", options.name)).withHint("there are: " + names()));
}

}  // namespace

void addBench(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<BenchOptions>(app, run, "bench", "how quick this program is on this computer", bench);
  sub->add_option("NAME", options->name, names())->required();
  sub->add_option("--objects", options->objects, "world: how many objects it has")->check(CLI::Range(600, 1'000'000))->capture_default_str();
}

}  // namespace ww::cli
