// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/serving_mark.h"
#include "app/cli/verb.h"

namespace ww::cli {
namespace {

struct KeepOptions {
  std::string file;
};

Status notServed(const std::string& file) {
  return ww::fail(Code::kNotFound, fmt::format("no server of this computer saves into '{}'", file))
      .withHint(fmt::format("start one with `worldwright serve --save {}`", file))
      .about(file);
}

constexpr auto kLongest = std::chrono::minutes(5);

// Until the server has ended a save that began after it was asked.
Result<ServingMark> waitForSave(const Run& run, const std::string& file, unsigned long saves_before) {
  const auto until = std::chrono::steady_clock::now() + kLongest;
  for (;;) {
    const auto mark = ServingMark::read(file);
    if (!mark) return ww::fail(Code::kAborted, "the server has ended meanwhile").withHint("look at what it told");
    if (mark->saves != saves_before) return *mark;
    if (run.stop.stop_requested()) return ww::fail(Code::kCancelled, "the server is still saving");
    if (std::chrono::steady_clock::now() > until)
      return ww::fail(Code::kDeadlineExceeded,
                      fmt::format("the server {} does not tell that it has saved", mark->server))
          .withHint("look at what it told; end it and start it again if it does not answer");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int keep(Run& run, const KeepOptions& options) {
  const auto before = ServingMark::read(options.file);
  if (!before) return fail(run, notServed(options.file));
  if (::kill(before->server, SIGUSR1) != 0)
    return fail(run, ww::fail(Code::kPermissionDenied,
                              fmt::format("cannot ask the server {}: {}", before->server, std::strerror(errno)))
                         .withHint("ask as the user who started it"));
  const auto after = waitForSave(run, options.file, before->saves);
  if (!after.ok()) return fail(run, after.status());
  if (!after->saved)
    return fail(run, ww::fail(Code::kUnavailable, fmt::format("not all is saved in '{}'", options.file))
                         .withHint("the server has told why")
                         .about(options.file));
  print(run, Json{{"file", options.file}, {"address", after->address}},
        fmt::format("what {} serves is saved in {}\n", after->address, options.file));
  return kDone;
}

}  // namespace

void addKeep(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<KeepOptions>(app, run, "keep", "have the server that was started with --save FILE save now", keep);
  sub->add_option("FILE", options->file, "world file that it saves into")->required();
}

}  // namespace ww::cli
