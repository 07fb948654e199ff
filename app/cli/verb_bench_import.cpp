// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/verb_bench.h"
#include "core/io/importer.h"

namespace ww::cli {
namespace {

// Enough for a median of what takes milliseconds; of what takes seconds a few must do.
std::uint32_t runsFor(std::uintmax_t bytes) {
  constexpr std::uintmax_t kSmall = 4u << 20, kLarge = 64u << 20;
  return bytes < kSmall ? 21 : bytes < kLarge ? 7 : 3;
}

std::vector<double> inMicroseconds(const std::vector<double>& seconds) {
  std::vector<double> out;
  for (const double s : seconds) out.push_back(s * 1e6);
  return out;
}

}  // namespace

// Reading and welding alone: neither checking, nor handing over, nor what the program does with it.
int benchImport(Run& run, const BenchOptions& options) {
  if (options.file.empty())
    return failUsage(run, ww::fail(failures::kBenchNeedsFile, {{"name", arg::Words{"import"}}}));
  std::error_code ec;
  const std::uintmax_t bytes = std::filesystem::file_size(options.file, ec);
  io::ImportOptions how;
  how.measured_runs = runsFor(ec ? 0 : bytes);
  how.memory_limit_mb = 0;
  how.cpu_limit_s = 3600.0;
  how.max_triangles = 500'000'000;
  const auto read = io::importFile(options.file, how, *run.store, run.stop, Progress());
  if (!read.ok()) return failInput(run, read.status());
  const io::ReadCost& cost = read->read_cost;
  const Times thread = percentiles(inMicroseconds(cost.thread_s)),
              process = percentiles(inMicroseconds(cost.process_s));
  if (thread.samples != how.measured_runs || cost.bytes == 0)
    return fail(run, benchWrong("import", "the reader told no times"));
  const double megabytes = static_cast<double>(cost.bytes) * 1e-6;
  const double rate = megabytes / (std::max(thread.p50, 1e-3) * 1e-6);
  const std::string format(io::formatInfo(read->format).id);
  const Json json = {{"cpu", cpuName()},
                     {"format", format},
                     {"bytes", cost.bytes},
                     {"in_memory", cost.in_memory},
                     {"triangles", read->counts.triangles},
                     {"parts", read->counts.parts},
                     {"read_us", timesJson(thread)},
                     {"all_threads_us", timesJson(process)},
                     {"mb_per_s", rate},
                     {"import_s", read->seconds}};
  const std::string text =
      fmt::format("{}\n{}, {:.1f} MB{}, {} triangles; CPU time of reading and welding alone\n", cpuName(), format,
                  megabytes, cost.in_memory ? " in memory" : "", read->counts.triangles) +
      timesLine("the reading thread", thread, "-") + timesLine("all threads together", process, "-") +
      fmt::format("{:.0f} MB/s{}\n", rate, read->format == io::Format::kStl ? " (target 300 of a binary STL)" : "");
  print(run, json, text);
  return kDone;
}

}  // namespace ww::cli
