// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/measured.h"

#include <time.h>

#include <functional>

#include "core/io/worker/mesh_source.h"

namespace ww::io::worker {
namespace {

constexpr std::uintmax_t kMostInMemory = 3ull << 30;

double secondsOf(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

Status measureOne(const std::function<Status()>& read, Measured& out) {
  const double thread = secondsOf(CLOCK_THREAD_CPUTIME_ID), process = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
  WW_TRY(read());
  out.thread.push_back(secondsOf(CLOCK_THREAD_CPUTIME_ID) - thread);
  out.process.push_back(secondsOf(CLOCK_PROCESS_CPUTIME_ID) - process);
  return okStatus();
}

}  // namespace

Result<Measured> measureReading(Reader reader, ReadContext& context, std::uint32_t runs) {
  Measured out;
  if (runs == 0) return out;
  std::error_code ec;
  out.bytes = std::filesystem::file_size(context.path, ec);
  std::string bytes;
  std::function<Status()> read = [&] {
    Scene scene;
    return reader(context, scene);
  };
  if (context.options.format == "stl") {
    WW_ASSIGN(bytes, readWhole(context.path, kMostInMemory));
    out.in_memory = true;
    const double scale = context.options.unit_scale > 0.0 ? context.options.unit_scale : 1.0;
    read = [&context, &bytes, scale] { return parseStl(context, bytes, context.path, scale).status(); };
  }
  for (std::uint32_t i = 0; i < runs; ++i) WW_TRY(measureOne(read, out));
  return out;
}

}  // namespace ww::io::worker
