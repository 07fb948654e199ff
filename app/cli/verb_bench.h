// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/cli.h"

namespace ww::cli {

// What `bench` is asked for; each bench reads what concerns it.
struct BenchOptions {
  std::string name, file;
  int objects = 10'000;
  int poses = 10'000;
  std::string urdf;                            // planning, ik
  std::string problems, spheres, srdf, pairs;  // planning
  std::string base, tip;                       // ik, of the robot in `urdf`
  std::uint64_t seed = 1;
  int per_scene = 100;
  int triangles = 1'000'000;  // sensing
};

int benchWorld(Run& run, const BenchOptions& options);
int benchModel(Run& run, const BenchOptions& options);
int benchCollision(Run& run, const BenchOptions& options);
int benchTiming(Run& run, const BenchOptions& options);
int benchPlanning(Run& run, const BenchOptions& options);
int benchIk(Run& run, const BenchOptions& options);
int benchImport(Run& run, const BenchOptions& options);
int benchSimulation(Run& run, const BenchOptions& options);
int benchSensing(Run& run, const BenchOptions& options);
int benchRender(Run& run, const BenchOptions& options);

// Microseconds of CPU time that this thread has had.
inline double cpuMicroseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

// Times of one call, in microseconds of thread CPU time.
struct Times {
  std::size_t samples = 0;
  double p50 = 0.0, p95 = 0.0;
};
inline Times percentiles(std::vector<double> times) {
  if (times.empty()) return {};
  std::sort(times.begin(), times.end());
  return {times.size(), times[times.size() / 2], times[times.size() * 95 / 100]};
}

// `samples` times of `calls` calls of fn each (calls that take less than a look at the clock need several),
// after a tenth as many that are not counted.
template <typename Fn>
Times measure(std::size_t samples, std::size_t calls, Fn&& fn) {
  std::vector<double> times;
  times.reserve(samples);
  for (std::size_t i = 0; i < samples + samples / 10; ++i) {
    const double start = cpuMicroseconds();
    for (std::size_t k = 0; k < calls; ++k) fn();
    if (i >= samples / 10) times.push_back((cpuMicroseconds() - start) / static_cast<double>(calls));
  }
  return percentiles(std::move(times));
}

// Figures that cannot be.
Status benchWrong(const char* name, const char* reason);
// The name of the processor.
std::string cpuName();
Json timesJson(const Times& times);
std::string timesLine(const char* what, const Times& times, const char* target);

}  // namespace ww::cli
